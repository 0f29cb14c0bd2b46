/**
 * The order in which things happen: a heap by true time. Happenings at the same time keep the order in which they were
 * pushed. It does not know what they do.
 */

/**
 * Something that is going to happen. Happenings are objects of a few classes rather than closures, because this is the
 * hot loop.
 */
export interface Happening {
  fire(): void;
  /** Whether it has become void, as a timer that was put off. */
  isForgotten?(): boolean;
}

/** A heap key is `time × sequenceSpan + sequence` in one double. Times stay below 2³¹ µs and pushes below 2²². */
const sequenceSpan = 4_194_304;

/** The last true time that fits a key, in microseconds: about 35 minutes. */
export const instantMax = 2 ** 31 - 1;

const nothing: Happening = { fire: () => undefined };

/** Places below `size` are filled: casts say so, since to look whether they are made a bare queue slower by a fifteenth. */
export class EventQueue {
  /** The time of the happening that was popped last. */
  now = 0;
  size = 0;
  private sequence = 0;
  private keys = new Float64Array(64);
  private readonly happenings: Happening[] = [];

  /** Pushes a happening at a time that is not before `now`. Throws for an earlier time. */
  push(at: number, happening: Happening): void {
    // The negated test also catches NaN. One such key would put all others out of order.
    if (!(at >= this.now)) throw new Error(`Something was to happen at ${at}, and it is ${this.now}.`);
    if (this.sequence === sequenceSpan)
      throw new Error('The event queue took more pushes than its keys can tell apart.');
    const key = at * sequenceSpan + this.sequence++;
    let hole = this.size++;
    if (hole === this.keys.length) this.grow();
    const keys = this.keys;
    const happenings = this.happenings;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const parentKey = keys[parent] as number;
      if (parentKey <= key) break;
      keys[hole] = parentKey;
      happenings[hole] = happenings[parent] as Happening;
      hole = parent;
    }
    keys[hole] = key;
    happenings[hole] = happening;
  }

  /** The time of the next happening. Infinite when there is none. */
  next(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : Math.floor((this.keys[0] as number) / sequenceSpan);
  }

  /**
   * Removes and returns the next happening, and moves `now` to its time. Must not be called when the queue is empty.
   */
  pop(): Happening {
    const keys = this.keys;
    const happenings = this.happenings;
    const first = happenings[0] as Happening;
    this.now = Math.floor((keys[0] as number) / sequenceSpan);
    const size = --this.size;
    const key = keys[size] as number;
    const moved = happenings[size] as Happening;
    happenings[size] = nothing;
    if (size === 0) return first;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= size) break;
      if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child++;
      const childKey = keys[child] as number;
      if (childKey >= key) break;
      keys[hole] = childKey;
      happenings[hole] = happenings[child] as Happening;
      hole = child;
    }
    keys[hole] = key;
    happenings[hole] = moved;
    return first;
  }

  private grow(): void {
    const wide = new Float64Array(this.keys.length * 2);
    wide.set(this.keys);
    this.keys = wide;
  }
}
