/**
 * The wall clock of one real process, as the process that moves it computes it: real time, an offset, and the gain
 * since a stamp. A server's shim (`redis/clockShim.c`) computes the same from its line.
 */
import { clockAtStart, gained, rateOf } from '../model/clock';
import type { ProcessId, Scenario } from '../model/scenario';
import { nanosPerMicro, nanosPerMs, realMinusStamps } from './nanos';
import type { ClockChange, ClockState } from './process/contract';

/** The position and rate of a clock since its last change. */
export interface ClockLine {
  readonly sinceNanos: number;
  readonly offsetNanos: number;
  readonly ppm: number;
}

export const trueClock: ClockState = { offsetMicros: 0, driftPpm: 0, slewPpm: 0 };

export function stateAtStart(scenario: Scenario, id: ProcessId): ClockState {
  const { offset, driftPpm } = clockAtStart(scenario, id);
  return { offsetMicros: offset, driftPpm, slewPpm: 0 };
}

export class WallClock {
  private offsetNanos: number;
  private drift: number;
  private slew: number;

  /** @param sinceNanos when it begins to drift; null means that only its offset applies until a later order. */
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
    const { sinceNanos, offsetNanos, ppm } = this;
    return sinceNanos === null ? { sinceNanos: 0, offsetNanos, ppm: 0 } : { sinceNanos, offsetNanos, ppm };
  }

  begin(epochNanos: number): void {
    this.sinceNanos = epochNanos;
  }

  change({ jumpMicros = 0, driftPpm, slewPpm }: ClockChange, stampNanos: number): void {
    this.offsetNanos = this.ahead(stampNanos) + jumpMicros * nanosPerMicro;
    this.sinceNanos = stampNanos;
    this.drift = driftPpm ?? this.drift;
    this.slew = slewPpm ?? this.slew;
  }

  stateAt(stampNanos: number): ClockState {
    const offsetMicros = Math.round(this.ahead(stampNanos) / nanosPerMicro);
    return { offsetMicros, driftPpm: this.drift, slewPpm: this.slew };
  }

  /** Whole ms since 1970 at a stamp. */
  wallMsAt(stampNanos: number): number {
    return Math.floor((stampNanos + realMinusStamps() + this.ahead(stampNanos)) / nanosPerMs);
  }

  /** How far it is ahead of real time at a stamp, in nanoseconds. */
  private ahead(stampNanos: number): number {
    const { sinceNanos, offsetNanos, ppm } = this.line;
    return offsetNanos + gained(stampNanos - sinceNanos, ppm);
  }
}
