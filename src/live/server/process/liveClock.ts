/**
 * The clocks of a live process: real time, bent as the scenario says. A drift or a slew changes its monotonic clock as
 * well as its wall clock. Jumps do not touch the monotonic clock, which stands still while the machine is suspended. An
 * order can stop the wall clock. The simulator runs the same code.
 */
import { fstatSync, openSync, readSync } from 'node:fs';
import {
  fromMs,
  instant,
  type LocalInstant,
  localInstant,
  type Micros,
  wallEpoch,
} from '../../../core/model/values/time';
import { Clock } from '../../../core/sim/clock';
import { microsBetween, nanosNow } from '../nanos';
import type { ClockChange, ClockNote, ClockState } from './contract';

export class LiveClock {
  private readonly clock: Clock;
  private readonly zeroNanos = nanosNow();
  /** The real wall clock at time 0. Later corrections of the host's clock are not followed. */
  private readonly realAtZero: Micros = fromMs(performance.timeOrigin + performance.now());
  private readonly changed = new Set<() => void>();
  private readonly file: number | null;
  private readBytes = 0;
  /** The stamps of known changes: each change comes twice, by order and in the file. */
  private readonly knownStamps = new Set<number>();

  constructor(state: ClockState) {
    this.clock = new Clock({ offset: state.offsetMicros, driftPpm: state.driftPpm });
    if (state.slewPpm !== 0) this.clock.setSlew(instant(0), state.slewPpm);
    this.file = state.file === undefined ? null : openSync(state.file, 'r');
    // Changes that are already in the file are part of the initial state.
    if (this.file !== null) this.readBytes = fstatSync(this.file).size;
  }

  now(): LocalInstant {
    this.look();
    return localInstant(this.clock.wall(this.at()) - wallEpoch + this.realAtZero);
  }

  mono(): LocalInstant {
    this.look();
    return this.clock.mono(this.at());
  }

  /** Real time until the monotonic clock shows this value, in microseconds; infinite while that clock stands still. */
  until(mono: number): Micros {
    const at = this.at();
    return this.clock.whenMono(at, mono) - at;
  }

  /** @param atNanos the stamp of the change, a little in the past when the order took a while to arrive. */
  change({ jumpMicros, driftPpm, slewPpm, isWallStopped }: ClockChange, atNanos: number = nanosNow()): void {
    if (this.knownStamps.has(atNanos)) return;
    this.knownStamps.add(atNanos);
    const at = instant(this.at(atNanos));
    if (isWallStopped !== undefined) this.clock.setWallStands(at, isWallStopped);
    if (jumpMicros !== undefined) this.clock.jump(at, jumpMicros);
    if (driftPpm !== undefined) this.clock.setDrift(at, driftPpm);
    if (slewPpm !== undefined) this.clock.setSlew(at, slewPpm);
    this.notifyChanged();
  }

  /** Runs something while the monotonic clock stands still. */
  standingStill(sleeps: () => void): void {
    this.clock.setSuspended(instant(this.at()), true);
    sleeps();
    this.clock.setSuspended(instant(this.at()), false);
    this.notifyChanged();
  }

  /** Calls back whenever the rate changes. @returns a function that ends this. */
  onChange(callback: () => void): () => void {
    this.changed.add(callback);
    return () => this.changed.delete(callback);
  }

  /** Reads changes that were written while this process was stopped. */
  private look(): void {
    if (this.file === null) return;
    const fresh = fstatSync(this.file).size - this.readBytes;
    if (fresh <= 0) return;
    const bytes = Buffer.alloc(fresh);
    readSync(this.file, bytes, 0, fresh, this.readBytes);
    this.readBytes += fresh;
    for (const line of bytes.toString('utf8').trimEnd().split('\n')) {
      const { change, atNanos } = JSON.parse(line) as ClockNote;
      this.change(change, atNanos);
    }
  }

  private notifyChanged(): void {
    for (const callback of [...this.changed]) callback();
  }

  private at(nanos: number = nanosNow()): number {
    return microsBetween(this.zeroNanos, nanos);
  }
}
