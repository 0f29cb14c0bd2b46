/**
 * The order in which things happen: a heap sorted by true time. Queued events at the same time keep the order in which
 * they were pushed. It does not depend on what they do.
 */

import { absent } from '../model/values/nth';

/**
 * Something that is going to happen. Queued events are objects of a few classes and not closures, because this is the
 * hot loop.
 */
export interface QueuedEvent {
  fire(): void;
  /** Whether it no longer applies, such as a timer that was put off. */
  isForgotten?(): boolean;
}

/** A true time later than every run, in microseconds. */
export const instantMax = 2 ** 41 - 1;

const nothing: QueuedEvent = { fire: () => undefined };

/**
 * Indices below `size` are filled. The heap's sorting uses casts for that, because a check made a bare queue slower by
 * a fifteenth.
 */
export class EventQueue {
  /** The time of the last popped event. */
  now = 0;
  size = 0;
  private sequence = 0;
  private times = new Float64Array(64);
  /** The number of earlier pushes. */
  private orders = new Uint32Array(64);
  private readonly events: QueuedEvent[] = [];

  /** Pushes an event at a time that is not before `now`. Throws for an earlier time. */
  push(at: number, event: QueuedEvent): void {
    // The negated test also catches NaN. One such key would put all others out of order.
    if (!(at >= this.now)) throw new Error(`Something was to happen at ${at}, and it is ${this.now}.`);
    let hole = this.size++;
    if (hole === this.times.length) this.grow();
    const { times, orders, events } = this;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const parentTime = times[parent] as number;
      // At equal times the earlier push stays above.
      if (parentTime <= at) break;
      times[hole] = parentTime;
      orders[hole] = orders[parent] ?? absent(parent);
      events[hole] = events[parent] as QueuedEvent;
      hole = parent;
    }
    times[hole] = at;
    orders[hole] = this.sequence++;
    events[hole] = event;
  }

  /** The time of the next event. Infinite if there is no event. */
  next(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : (this.times[0] ?? absent(0));
  }

  /** All events with their times, in no order. */
  entries(): readonly (readonly [at: number, event: QueuedEvent])[] {
    return this.events.slice(0, this.size).map((event, i) => [this.times[i] ?? absent(i), event]);
  }

  /** Removes and returns the next event, and moves `now` to its time. Do not call it when the queue is empty. */
  pop(): QueuedEvent {
    const { times, orders, events } = this;
    const first = events[0] as QueuedEvent;
    this.now = times[0] ?? absent(0);
    const size = --this.size;
    const time = times[size] ?? absent(size);
    const order = orders[size] ?? absent(size);
    const moved = events[size] as QueuedEvent;
    events[size] = nothing;
    if (size === 0) return first;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      if (child >= size) break;
      if (child + 1 < size && this.isBefore(child + 1, times[child] as number, orders[child] as number)) child++;
      if (!this.isBefore(child, time, order)) break;
      times[hole] = times[child] as number;
      orders[hole] = orders[child] as number;
      events[hole] = events[child] as QueuedEvent;
      hole = child;
    }
    times[hole] = time;
    orders[hole] = order;
    events[hole] = moved;
    return first;
  }

  private isBefore(index: number, time: number, order: number): boolean {
    const own = this.times[index] as number;
    return own < time || (own === time && (this.orders[index] as number) < order);
  }

  private grow(): void {
    const [times, orders] = [new Float64Array(this.times.length * 2), new Uint32Array(this.times.length * 2)];
    times.set(this.times);
    orders.set(this.orders);
    this.times = times;
    this.orders = orders;
  }
}
