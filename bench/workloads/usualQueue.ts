/** The bare loop again, over a binary heap as most programs have one: objects, and a function that compares them. */
import TinyQueue from 'tinyqueue';
import type { QueueLoad } from './bareQueue';

interface Event {
  readonly at: number;
  readonly sequence: number;
  readonly fire: () => void;
}

/** @returns how many events were taken out: `eventCount`. */
export function runUsualQueue({ delays, pending }: QueueLoad, eventCount: number): number {
  const queue = new TinyQueue<Event>([], (a, b) => a.at - b.at || a.sequence - b.sequence);
  let now = 0;
  let pushed = 0;
  const next = (): void => {
    if (pushed === eventCount) return;
    const delay = delays[pushed % delays.length] as number;
    queue.push({ at: now + delay, sequence: pushed++, fire: next });
  };
  while (pushed < pending) next();
  let popped = 0;
  for (let event = queue.pop(); event !== undefined; event = queue.pop(), popped++) {
    now = event.at;
    event.fire();
  }
  return popped;
}
