/**
 * The order in which things happen: a heap by true time. Queued events at the same time keep the order in which they were
 * pushed. It does not know what they do.
 */

/**
 * Something that is going to happen. Queued events are objects of a few classes and not closures, because this is the
 * hot loop.
 */
export interface QueuedEvent {
  fire(): void;
  /** Whether it has become void, as a timer that was put off. */
  isForgotten?(): boolean;
}

/** A heap key is `time × sequenceSpan + sequence` in one double. Times stay below 2³¹ µs and pushes below 2²². */
const sequenceSpan = 4_194_304;

/** The last true time that fits a key, in microseconds: about 35 minutes. */
export const instantMax = 2 ** 31 - 1;

const nothing: QueuedEvent = { fire: () => undefined };

/** Places below `size` are filled: casts say so, since to look whether they are made a bare queue slower by a fifteenth. */
export class EventQueue {
  /** The time of the event that was popped last. */
  now = 0;
  size = 0;
  private sequence = 0;
  private keys = new Float64Array(64);
  private readonly events: QueuedEvent[] = [];

  /** Pushes an event at a time that is not before `now`. Throws for an earlier time. */
  push(at: number, event: QueuedEvent): void {
    // The negated test also catches NaN. One such key would put all others out of order.
    if (!(at >= this.now)) throw new Error(`Something was to happen at ${at}, and it is ${this.now}.`);
    if (this.sequence === sequenceSpan)
      throw new Error('The event queue took more pushes than its keys can tell apart.');
    const key = at * sequenceSpan + this.sequence++;
    let hole = this.size++;
    if (hole === this.keys.length) this.grow();
    const keys = this.keys;
    const events = this.events;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const parentKey = keys[parent] as number;
      if (parentKey <= key) break;
      keys[hole] = parentKey;
      events[hole] = events[parent] as QueuedEvent;
      hole = parent;
    }
    keys[hole] = key;
    events[hole] = event;
  }

  /** The time of the next event. Infinite when there is none. */
  next(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : Math.floor((this.keys[0] as number) / sequenceSpan);
  }

  /**
   * Removes and returns the next event, and moves `now` to its time. Must not be called when the queue is empty.
   */
  pop(): QueuedEvent {
    const keys = this.keys;
    const events = this.events;
    const first = events[0] as QueuedEvent;
    this.now = Math.floor((keys[0] as number) / sequenceSpan);
    const size = --this.size;
    const key = keys[size] as number;
    const moved = events[size] as QueuedEvent;
    events[size] = nothing;
    if (size === 0) return first;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= size) break;
      if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child++;
      const childKey = keys[child] as number;
      if (childKey >= key) break;
      keys[hole] = childKey;
      events[hole] = events[child] as QueuedEvent;
      hole = child;
    }
    keys[hole] = key;
    events[hole] = moved;
    return first;
  }

  private grow(): void {
    const wide = new Float64Array(this.keys.length * 2);
    wide.set(this.keys);
    this.keys = wide;
  }
}
