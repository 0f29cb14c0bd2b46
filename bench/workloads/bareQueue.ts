/**
 * The least that any simulation of a run must do: put as many happenings on the queue as the run has events, and take
 * them out.
 */
import { EventQueue, type Happening } from '../measured/simulator';

/** What a run does to its queue. */
export interface QueueLoad {
  /** How far ahead each push lay, in µs, in the order of the pushes. */
  readonly delays: Float64Array;
  /** How many happenings were waiting, on average, at a push. */
  readonly pending: number;
}

/** Observes the queue while something runs. */
export function queueLoadOf(run: () => void): QueueLoad {
  const { push } = EventQueue.prototype;
  const delays: number[] = [];
  let waiting = 0;
  EventQueue.prototype.push = function (at, happening) {
    delays.push(at - this.now);
    waiting += this.size;
    push.call(this, at, happening);
  };
  try {
    run();
  } finally {
    EventQueue.prototype.push = push;
  }
  return { delays: Float64Array.from(delays), pending: Math.round(waiting / delays.length) };
}

/** Each event has an object of its own, as in the simulator. Its happening pushes the next one. */
class Bare implements Happening {
  constructor(private readonly loop: Loop) {}
  fire(): void {
    this.loop.next();
  }
}

class Loop {
  private readonly queue = new EventQueue();
  private pushed = 0;

  constructor(
    private readonly load: QueueLoad,
    private readonly eventCount: number,
  ) {}

  next(): void {
    if (this.pushed === this.eventCount) return;
    const { delays } = this.load;
    const delay = delays[this.pushed++ % delays.length] as number;
    this.queue.push(this.queue.now + delay, new Bare(this));
  }

  run(): number {
    const { queue } = this;
    while (this.pushed < this.load.pending) this.next();
    let popped = 0;
    for (; queue.size > 0; popped++) queue.pop().fire();
    return popped;
  }
}

/** @returns how many happenings were taken out: `eventCount`. */
export const runBareQueue = (load: QueueLoad, eventCount: number): number => new Loop(load, eventCount).run();
