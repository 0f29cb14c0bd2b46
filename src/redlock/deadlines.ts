/**
 * Many that wait for the same length of time, of whom most are answered long before it is over. One timer is kept for all:
 * making one for each request would cost more than the rest of it. It keeps the process alive as long as somebody needs to
 * hear of the end; connections alone may not, those of a test without Redis for instance.
 */

/** Stands in the list of those that wait. */
export interface Waiter {
  readonly timeOut: (afterMs: number) => void;
  dueMs: number;
  before: Waiter | null;
  after: Waiter | null;
}

export class Deadlines {
  private first: Waiter | null = null;
  private last: Waiter | null = null;
  private timer: NodeJS.Timeout | null = null;
  private neededBy = 0;

  constructor(readonly lengthMs: number) {}

  /** Somebody who has been added goes on only when it is answered, or its time is over. Until `unneeded`. */
  needed(): void {
    if (this.neededBy++ === 0) this.timer?.ref();
  }

  unneeded(): void {
    if (--this.neededBy === 0) this.timer?.unref();
  }

  /** From now on it waits: whoever comes later is due later. */
  add(waiter: Waiter): void {
    waiter.dueMs = performance.now() + this.lengthMs;
    waiter.before = this.last;
    waiter.after = null;
    if (this.last) this.last.after = waiter;
    else this.first = waiter;
    this.last = waiter;
    if (this.timer === null) this.arm(this.lengthMs);
  }

  /** It has what it waited for. Only for one that was added, and once. */
  remove(waiter: Waiter): void {
    if (waiter.before) waiter.before.after = waiter.after;
    else this.first = waiter.after;
    if (waiter.after) waiter.after.before = waiter.before;
    else this.last = waiter.before;
  }

  /** A process that was busy finds the timer first, and then what has come in meanwhile: that is read before anybody is told. */
  private readonly wake = (): void => {
    setImmediate(this.look);
  };

  private readonly look = (): void => {
    const nowMs = performance.now();
    while (this.first !== null && this.first.dueMs <= nowMs) {
      const waiter = this.first;
      this.remove(waiter);
      waiter.timeOut(this.lengthMs);
    }
    // Only now: those who were told may have sent again meanwhile, and are due later than those who still wait.
    this.timer = null;
    if (this.first !== null) this.arm(this.first.dueMs - nowMs);
  };

  private arm(ms: number): void {
    this.timer = setTimeout(this.wake, Math.max(1, Math.ceil(ms)));
    if (this.neededBy === 0) this.timer.unref();
  }
}
