/** What the wall clock of one process shows against the true one, as the faults have left it. */
import type { ClockChange, ClockState } from '../process/contract';

/** As the simulator limits it: a clock neither stands still nor runs back by itself. */
const rateMin = -900_000;
const rateMax = 9_000_000;

const nanosPerMicro = 1000;

export class WallClock {
  private offsetMicros: number;
  private sinceNanos: number | null = null;
  driftPpm: number;
  private slewPpm = 0;

  constructor(start: { readonly offsetMicros: number; readonly driftPpm: number }) {
    this.offsetMicros = start.offsetMicros;
    this.driftPpm = start.driftPpm;
  }

  /** Parts per million by which it runs fast. */
  get ppm(): number {
    return Math.max(rateMin, Math.min(rateMax, this.driftPpm + this.slewPpm));
  }

  /** The run begins: until then it is off by its offset alone. */
  begin(epochNanos: number): void {
    this.sinceNanos = epochNanos;
  }

  change({ jumpMicros = 0, driftPpm, slewPpm }: ClockChange, stampNanos: number): void {
    this.offsetMicros = this.offsetAt(stampNanos) + jumpMicros;
    this.sinceNanos = stampNanos;
    this.driftPpm = driftPpm ?? this.driftPpm;
    this.slewPpm = slewPpm ?? this.slewPpm;
  }

  stateAt(stampNanos: number): ClockState {
    return { offsetMicros: this.offsetAt(stampNanos), driftPpm: this.driftPpm, slewPpm: this.slewPpm };
  }

  private offsetAt(stampNanos: number): number {
    if (this.sinceNanos === null) return this.offsetMicros;
    const passed = (stampNanos - this.sinceNanos) / nanosPerMicro;
    return Math.round(this.offsetMicros + (passed * this.ppm) / 1_000_000);
  }
}
