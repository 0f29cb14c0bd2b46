/**
 * How late this process is: whatever it has to do waits as long as a timer that is due. Tells of stretches in which it could not
 * act, be it for want of a processor or because it was busy itself. Knows no run.
 */
import { nanosNow, nanosPerMs } from './nanos';

const everyMs = 5;
/** Node rounds its timers to milliseconds, and looks at them after what has come in. */
export const lateNanosMin = 3 * nanosPerMs;

/** A stretch between two stamps in which somebody who was due did nothing. */
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
