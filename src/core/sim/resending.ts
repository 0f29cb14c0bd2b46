/**
 * Messages that a cut holds up on one connection: TCP sends them again, in order, until an acknowledgement comes or
 * the connection is given up. It has no queue and no socket; the simulator and the fault proxy bring their own. All
 * times count only while the sending machine is awake. Nothing is lost unless the connection ends: its library closes
 * it, or the cut outlasts `connectionLife`. A client's timeout does not close it.
 * Source: RFC 6298 (the timeout doubles) with Linux' minimum timeout of 200 ms; Linux `tcp_retries2`: about 15
 * minutes.
 */
import { fromMs, type Micros } from '../model/values/time';

const firstAgain: Micros = fromMs(200);

export class Resending<Item> {
  private waiting: Item[] = [];
  private firstSent: Micros = 0;
  private tries = 0;

  /** @param life how long the first item is sent again before the connection ends */
  constructor(private readonly life: Micros) {}

  get any(): boolean {
    return this.waiting.length > 0;
  }

  /** Adds an item behind the waiting ones. Returns when to send again first; null: an earlier item has settled that. */
  hold(item: Item, now: Micros): Micros | null {
    this.waiting.push(item);
    if (this.waiting.length > 1) return null;
    this.firstSent = now;
    this.tries = 0;
    return this.lookAt();
  }

  /**
   * Called when it is time to send again and the link is still cut. Returns the next time; null: the connection ends.
   */
  again(now: Micros): Micros | null {
    if (now - this.firstSent >= this.life) return null;
    this.tries++;
    return this.lookAt();
  }

  /** Returns all waiting items in order, and empties the list. */
  takeAll(): readonly Item[] {
    const all = this.waiting;
    this.waiting = [];
    return all;
  }

  /** 200, 400, 800 … ms after the first sending, and at most the life of the connection. */
  private lookAt(): Micros {
    return this.firstSent + Math.min(firstAgain * 2 ** this.tries, this.life);
  }
}

/**
 * When a kernel sends again what it first sent at `firstSent`, not before `now`. A machine that has power again does
 * not know the connection, so this segment is the first that it resets.
 * Source: RFC 9293, 3.10.7.1; measured on Linux: sent into the dark, reset after 205, 826 and 1,686 ms.
 */
export function sentAgainAt(firstSent: Micros, now: Micros): Micros {
  let wait = firstAgain;
  while (firstSent + wait < now) wait *= 2;
  return firstSent + wait;
}
