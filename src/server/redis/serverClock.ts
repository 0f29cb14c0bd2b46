/**
 * The wall clock of one real server as whoever set it knows it: real time, an offset, and rates since a stamp. The same
 * arithmetic as the shim's.
 */
import type { ClockChange, ClockState } from '../process/contract';
import type { ClockLine } from './shimFile';

const nanosPerMs = 1_000_000;
const nanosPerMicro = 1000;

/** The simulator's bounds: however rates add up, a clock neither stands still nor runs back by itself. */
const ppmMin = -900_000;
const ppmMax = 9_000_000;

export class ServerClock {
  private sinceNanos: number;
  private offsetNanos: number;
  private driftPpm: number;
  private slewPpm: number;

  constructor(start: ClockState, sinceNanos: number) {
    this.sinceNanos = sinceNanos;
    this.offsetNanos = start.offsetMicros * nanosPerMicro;
    this.driftPpm = start.driftPpm;
    this.slewPpm = start.slewPpm;
  }

  /** How it stands and runs from its last change on. */
  get line(): ClockLine {
    return { sinceNanos: this.sinceNanos, offsetNanos: this.offsetNanos, ppm: this.ppm };
  }

  change(change: ClockChange, atNanos: number): void {
    this.offsetNanos = this.ahead(atNanos) + (change.jumpMicros ?? 0) * nanosPerMicro;
    this.sinceNanos = atNanos;
    this.driftPpm = change.driftPpm ?? this.driftPpm;
    this.slewPpm = change.slewPpm ?? this.slewPpm;
  }

  /** Whole ms since 1970 at a stamp of `process.hrtime`. */
  wallMsAt(stampNanos: number): number {
    return Math.floor((stampNanos + realMinusMono() + this.ahead(stampNanos)) / nanosPerMs);
  }

  private get ppm(): number {
    return Math.max(ppmMin, Math.min(ppmMax, Math.round(this.driftPpm + this.slewPpm)));
  }

  /** Nanoseconds before real time. */
  private ahead(stampNanos: number): number {
    return this.offsetNanos + ((stampNanos - this.sinceNanos) * this.ppm) / 1_000_000;
  }
}

/** Now, as the stamps of a live run are taken. */
export const stampNow = (): number => Number(process.hrtime.bigint());

const measureEveryNanos = 5_000_000_000;
let measured = { atNanos: Number.NEGATIVE_INFINITY, difference: 0 };

/** What real time is ahead of the stamps, in ns. Measured every few seconds, since real time is being disciplined. */
function realMinusMono(): number {
  if (stampNow() - measured.atNanos < measureEveryNanos) return measured.difference;
  const before = Date.now();
  let after = before;
  // Whole ms tell no more than that: the instant at which it turns tells it to the microsecond.
  while (after === before) after = Date.now();
  const atNanos = stampNow();
  measured = { atNanos, difference: after * nanosPerMs - atNanos };
  return measured.difference;
}
