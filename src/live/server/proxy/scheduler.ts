/**
 * Runs actions at their stamps, to within a fraction of a millisecond, in the order of the stamps. Knows nothing of the
 * actions.
 */

import { nth } from '../../../core/model/values/nth';
import { nanosNow, nanosPerMs } from '../nanos';

/**
 * How long before a stamp the scheduler stops using timers, and watches the clock between other events. A Node timer
 * may be a millisecond early or late.
 */
const watchedNanos = 1.2 * nanosPerMs;

interface Due {
  readonly atNanos: number;
  act: (() => void) | null;
}

export type Cancel = () => void;

export class Scheduler {
  /** In the order of the stamps; equal stamps in the order in which they were added. */
  private readonly dues: Due[] = [];
  private timer: NodeJS.Timeout | null = null;
  private immediate: NodeJS.Immediate | null = null;
  private isClosed = false;

  /** An action that is already due runs in the next turn, not within this call. */
  at(atNanos: number, act: () => void): Cancel {
    const due: Due = { atNanos, act };
    if (this.isClosed) return () => {};
    const { dues } = this;
    let index = dues.length;
    while (index > 0 && nth(dues, index - 1).atNanos > atNanos) index--;
    dues.splice(index, 0, due);
    if (index === 0) this.arm();
    return () => {
      due.act = null;
    };
  }

  /** The number of actions that have not run yet. */
  get count(): number {
    return this.dues.filter(({ act }) => act !== null).length;
  }

  close(): void {
    this.isClosed = true;
    this.dues.length = 0;
    this.disarm();
  }

  private arm(): void {
    this.disarm();
    const first = this.dues[0];
    if (first === undefined) return;
    const leftNanos = first.atNanos - nanosNow();
    if (leftNanos > watchedNanos) {
      this.timer = setTimeout(() => this.run(), Math.floor((leftNanos - nanosPerMs / 5) / nanosPerMs));
    } else this.immediate = setImmediate(() => this.run());
  }

  private disarm(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.immediate !== null) clearImmediate(this.immediate);
    this.timer = null;
    this.immediate = null;
  }

  private run(): void {
    const { dues } = this;
    const now = nanosNow();
    for (let due = dues[0]; due !== undefined && (due.act === null || due.atNanos <= now); due = dues[0]) {
      dues.shift();
      due.act?.();
    }
    this.arm();
  }
}
