/**
 * How long one machine stood still, with its kernel, and what that kernel puts off until it goes on. The timers of TCP
 * stand still meanwhile. Knows neither queue nor process; the simulator and the fault proxy bring theirs.
 */
import type { Micros } from '../model/time';

export class Sleep {
  private since: number | null = null;
  private before: Micros = 0;
  private putOff: (() => void)[] = [];

  get isAsleep(): boolean {
    return this.since !== null;
  }

  /** The time for which the machine has been awake by now. */
  awake(now: number): Micros {
    return (this.since ?? now) - this.before;
  }

  /** The true time at which it has been awake for so long, if it does not sleep again. */
  whenAwake(awake: Micros): number {
    return awake + this.before;
  }

  begin(now: number): void {
    this.since ??= now;
  }

  /** Does what was put off. A machine that is awake does nothing. */
  end(now: number): void {
    if (this.since === null) return;
    this.before += now - this.since;
    this.since = null;
    for (const act of this.putOff.splice(0)) act();
  }

  /** Acts at once, or when the machine goes on. */
  whenOver(act: () => void): void {
    if (this.since === null) act();
    else this.putOff.push(act);
  }
}
