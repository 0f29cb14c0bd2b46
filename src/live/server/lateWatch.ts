/**
 * Measures how late this process is: all its work waits as long as a due timer does. Reports the stretches in which the
 * process could not act, because it had no processor or was busy itself. Knows no run.
 */
import { nanosNow, nanosPerMs } from './nanos';

const everyMs = 5;
/** Node rounds timers to milliseconds, and checks them after it has handled input. */
export const lateNanosMin = 3 * nanosPerMs;

/** A stretch between two stamps in which the process was due to act and did nothing. */
export type OnLate = (fromNanos: number, toNanos: number) => void;

export class LateWatch {
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly onLate: OnLate) {}

  begin(): void {
    this.end();
    let last = nanosNow();
    this.timer = setInterval(() => {
      const now = nanosNow();
      const due = last + everyMs * nanosPerMs;
      last = now;
      if (now - due >= lateNanosMin) this.onLate(due, now);
    }, everyMs);
  }

  end(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }
}
