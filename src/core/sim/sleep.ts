/**
 * How long one machine, with its kernel, was stopped, and what that kernel puts off until the machine resumes. TCP's
 * timers stop meanwhile. It has no queue and no process; the simulator and the fault proxy bring their own.
 */
import type { Micros } from '../model/values/time';

export class Sleep {
  private since: number | null = null;
  private before: Micros = 0;
  private putOff: (() => void)[] = [];

  get isAsleep(): boolean {
    return this.since !== null;
  }

  /** How long the machine has been awake by now. */
  awake(now: number): Micros {
    return (this.since ?? now) - this.before;
  }

  /** The true time at which it will have been awake for this long, if it does not sleep again. */
  whenAwake(awake: Micros): number {
    return awake + this.before;
  }

  begin(now: number): void {
    this.since ??= now;
  }

  /** Performs the actions that were put off. Does nothing if the machine is awake. */
  end(now: number): void {
    if (this.since === null) return;
    this.before += now - this.since;
    this.since = null;
    for (const act of this.putOff.splice(0)) act();
  }

  /** Acts at once, or when the machine resumes. */
  whenOver(act: () => void): void {
    if (this.since === null) act();
    else this.putOff.push(act);
  }
}
