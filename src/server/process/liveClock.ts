/**
 * The clocks of a live process: real time, bent as the scenario says. Its monotonic clock drifts and is slewed with its wall
 * clock, jumps do not touch it, and it stands still while the machine is suspended: as in the simulator, by the same code.
 */
import { fromMs, instant, type LocalInstant, localInstant, type Micros, wallEpoch } from '../../model/time';
import { Clock } from '../../sim/clock';
import type { ClockChange, ClockState } from './contract';
import { stampNanos } from './report';

export class LiveClock {
  private readonly clock: Clock;
  private readonly zeroNanos = stampNanos();
  /** What the real wall clock showed then. Later corrections of the host's clock are not followed. */
  private readonly realAtZero: Micros = fromMs(performance.timeOrigin + performance.now());
  private readonly changed = new Set<() => void>();

  constructor(state: ClockState) {
    this.clock = new Clock({ offset: state.offsetMicros, driftPpm: state.driftPpm });
    if (state.slewPpm !== 0) this.clock.setSlew(instant(0), state.slewPpm);
  }

  now(): LocalInstant {
    return localInstant(this.clock.wall(this.at()) - wallEpoch + this.realAtZero);
  }

  mono(): LocalInstant {
    return this.clock.mono(this.at());
  }

  /** Real time until the monotonic clock shows so much, in microseconds; infinite while it stands still. */
  until(mono: number): Micros {
    const at = this.at();
    return this.clock.whenMono(at, mono) - at;
  }

  /** @param atNanos the stamp at which it changed; a little in the past where the order was under way. */
  change({ jumpMicros, driftPpm, slewPpm }: ClockChange, atNanos: number = stampNanos()): void {
    const at = instant(this.at(atNanos));
    if (jumpMicros !== undefined) this.clock.jump(at, jumpMicros);
    if (driftPpm !== undefined) this.clock.setDrift(at, driftPpm);
    if (slewPpm !== undefined) this.clock.setSlew(at, slewPpm);
    this.tellChanged();
  }

  /** Runs something during which the monotonic clock stands still. */
  standingStill(sleeps: () => void): void {
    this.clock.setSuspended(instant(this.at()), true);
    sleeps();
    this.clock.setSuspended(instant(this.at()), false);
    this.tellChanged();
  }

  /** Calls back whenever it runs differently. @returns what ends that. */
  onChange(callback: () => void): () => void {
    this.changed.add(callback);
    return () => this.changed.delete(callback);
  }

  private tellChanged(): void {
    for (const callback of [...this.changed]) callback();
  }

  private at(nanos: number = stampNanos()): number {
    return Math.max(0, Math.floor((nanos - this.zeroNanos) / 1000));
  }
}
