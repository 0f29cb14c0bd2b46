/**
 * The wall clock of one real process, computed in the process that moves it: real time, an offset, and the gain since a
 * stamp. A server's shim (`redis/clockShim.c`) computes the same from its line.
 */

import type { ProcessId } from '../../core/model/scenario/processId';
import type { Scenario } from '../../core/model/scenario/scenario';
import { clockAtStart, gained, rateOf, speedOf } from '../../core/model/values/clock';
import type { Micros } from '../../core/model/values/time';
import { nanosPerMicro, nanosPerMs, realMinusStamps } from './nanos';
import type { ClockChange, ClockState } from './process/contract';

/** The position and rate of a clock since its last change. */
export interface ClockLine {
  readonly sinceNanos: number;
  readonly offsetNanos: number;
  readonly ppm: number;
}

/** The gain of a clock that stands still: it loses all of real time. */
const standingPpm = -1_000_000;

export const trueClock: ClockState = { offsetMicros: 0, driftPpm: 0, slewPpm: 0 };

export function stateAtStart(scenario: Scenario, id: ProcessId): ClockState {
  const { offset, driftPpm } = clockAtStart(scenario, id);
  return { offsetMicros: offset, driftPpm, slewPpm: 0 };
}

export class WallClock {
  private offsetNanos: number;
  private drift: number;
  private slew: number;
  private isWallStopped = false;
  private behindNanos = 0;

  /** @param sinceNanos when the drift begins; null means that only the offset applies until a later order. */
  constructor(
    start: ClockState,
    private sinceNanos: number | null,
  ) {
    this.offsetNanos = start.offsetMicros * nanosPerMicro;
    this.drift = start.driftPpm;
    this.slew = start.slewPpm;
  }

  /** Its gain in parts per million. */
  get ppm(): number {
    return rateOf(this.drift, this.slew);
  }

  get driftPpm(): number {
    return this.drift;
  }

  get line(): ClockLine {
    const { sinceNanos, offsetNanos } = this;
    const ppm = this.isWallStopped ? standingPpm : this.ppm;
    return sinceNanos === null ? { sinceNanos: 0, offsetNanos, ppm: 0 } : { sinceNanos, offsetNanos, ppm };
  }

  begin(epochNanos: number): void {
    this.sinceNanos = epochNanos;
  }

  change({ jumpMicros = 0, driftPpm, slewPpm, isWallStopped }: ClockChange, stampNanos: number): void {
    this.behindNanos = isWallStopped === undefined ? this.behind(stampNanos) : 0;
    this.offsetNanos = this.ahead(stampNanos) + jumpMicros * nanosPerMicro;
    this.sinceNanos = stampNanos;
    this.drift = driftPpm ?? this.drift;
    this.slew = slewPpm ?? this.slew;
    this.isWallStopped = isWallStopped ?? this.isWallStopped;
  }

  /** By how much it is behind at a stamp because it stands still; 0 while it runs. */
  behindMicrosAt(stampNanos: number): Micros {
    return Math.round(this.behind(stampNanos) / nanosPerMicro);
  }

  stateAt(stampNanos: number): ClockState {
    const offsetMicros = Math.round(this.ahead(stampNanos) / nanosPerMicro);
    return { offsetMicros, driftPpm: this.drift, slewPpm: this.slew };
  }

  /** Whole ms since 1970 at a stamp. */
  wallMsAt(stampNanos: number): number {
    return Math.floor((stampNanos + realMinusStamps() + this.ahead(stampNanos)) / nanosPerMs);
  }

  private behind(stampNanos: number): number {
    const { isWallStopped, behindNanos, sinceNanos, ppm } = this;
    return isWallStopped && sinceNanos !== null ? behindNanos + (stampNanos - sinceNanos) * speedOf(ppm) : 0;
  }

  /** How far it is ahead of real time at a stamp, in nanoseconds. */
  private ahead(stampNanos: number): number {
    const { sinceNanos, offsetNanos, ppm } = this.line;
    return offsetNanos + gained(stampNanos - sinceNanos, ppm);
  }
}
