/**
 * What a cut keeps from arriving, on one connection: TCP sends it again, in order, until an acknowledgement comes or the
 * connection is given up. Knows neither queue nor socket; the simulator and the fault proxy bring theirs. All times are
 * those for which the machine that sends has been awake.
 * Source: RFC 6298 (the timeout doubles) with Linux' least timeout of 200 ms; Linux `tcp_retries2`: about 15 minutes.
 */
import { fromMs, type Micros } from '../model/time';

const firstAgain: Micros = fromMs(200);

export class Resending<Item> {
  private waiting: Item[] = [];
  private firstSent: Micros = 0;
  private tries = 0;

  /** @param life how long what was sent first is sent again before the connection ends */
  constructor(private readonly life: Micros) {}

  get any(): boolean {
    return this.waiting.length > 0;
  }

  /** Puts an item behind those that wait. Answers when to look for the first time; null: that is settled already. */
  hold(item: Item, now: Micros): Micros | null {
    this.waiting.push(item);
    if (this.waiting.length > 1) return null;
    this.firstSent = now;
    this.tries = 0;
    return this.lookAt();
  }

  /** It is time to send again, and the link is still cut. Answers when to look next; null: the connection ends. */
  again(now: Micros): Micros | null {
    if (now - this.firstSent >= this.life) return null;
    this.tries++;
    return this.lookAt();
  }

  /** All that waits, in order; nothing waits any more. */
  takeAll(): readonly Item[] {
    const all = this.waiting;
    this.waiting = [];
    return all;
  }

  /** 200, 400, 800 … ms after the first sending, and no later than the connection lives. */
  private lookAt(): Micros {
    return this.firstSent + Math.min(firstAgain * 2 ** this.tries, this.life);
  }
}
