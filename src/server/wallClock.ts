/**
 * The wall clock of one real process as whoever moves it knows it: real time, an offset, and what it has gained since a stamp.
 * What a server's shim makes of its line (`redis/clockShim.c`) is the same.
 */
import { clockAtStart, gained, rateOf } from '../model/clock';
import type { ProcessId, Scenario } from '../model/scenario';
import { nanosPerMicro, nanosPerMs, realMinusStamps } from './nanos';
import type { ClockChange, ClockState } from './process/contract';

/** How a clock stands and runs from its last change on. */
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

  /** @param sinceNanos from when on it drifts; null: it is off by its offset alone until it is told to begin. */
  constructor(
    start: ClockState,
    private sinceNanos: number | null,
  ) {
    this.offsetNanos = start.offsetMicros * nanosPerMicro;
    this.drift = start.driftPpm;
    this.slew = start.slewPpm;
  }

  /** Parts per million by which it runs fast. */
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

  /** Nanoseconds before real time. */
  private ahead(stampNanos: number): number {
    const { sinceNanos, offsetNanos, ppm } = this.line;
    return offsetNanos + gained(stampNanos - sinceNanos, ppm);
  }
}
