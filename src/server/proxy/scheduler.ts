/** Does things at a stamp, to within a fraction of a millisecond, in the order of their stamps. Knows nothing of what it does. */

import { nth } from '../../model/nth';
import { nanosNow, nanosPerMs } from '../nanos';

/** A timer of Node's is a millisecond early or late; the last stretch is waited out by looking at the clock between other events. */
const watchedNanos = 1.2 * nanosPerMs;

interface Due {
  readonly atNanos: number;
  act: (() => void) | null;
}

export type Cancel = () => void;

export class Scheduler {
  /** By stamp; of the same stamp in the order in which they came. */
  private readonly dues: Due[] = [];
  private timer: NodeJS.Timeout | null = null;
  private immediate: NodeJS.Immediate | null = null;
  private isClosed = false;

  /** What is due already is done at the next turn, not within this call. */
  at(atNanos: number, act: () => void): Cancel {
    const due: Due = { atNanos, act };
    if (this.isClosed) return () => {};
    const { dues } = this;
    let place = dues.length;
    while (place > 0 && nth(dues, place - 1).atNanos > atNanos) place--;
    dues.splice(place, 0, due);
    if (place === 0) this.arm();
    return () => {
      due.act = null;
    };
  }

  /** What is still to be done. */
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
