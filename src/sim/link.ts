/** One direction between two processes: its latency, its order, and what is cut, slow, lost or delayed on it. */

import { absent } from '../model/nth';
import { finish, mix } from '../model/random';
import type { Micros } from '../model/time';
import type { LossCause } from '../model/trace';
import type { Draw } from './latency';

/** A message that a fault waits for: the nth of a leg, or the first sent at or after a time. */
export interface MessageRule {
  readonly leg: number;
  readonly nth: number | null;
  readonly after: Micros | null;
  /** How much later the message arrives. Null: it is lost. */
  readonly delay: Micros | null;
  /** Called when the rule meets its message. A rule meets one message only. */
  readonly struck: () => void;
  used: boolean;
}

export class Link {
  /** How many cuts are on at the moment. Cuts may overlap. */
  cuts = 0;
  slowBy: Micros = 0;
  readonly rules: MessageRule[] = [];
  /** When the last message on this connection arrives. Nothing that is sent later arrives before it. */
  private arrivalLast = 0;
  private draws = 0;
  private readonly sentByLeg = [0, 0, 0];
  private readonly hash: number;
  private readonly lossBelow: number;

  constructor(
    seed: number,
    number: number,
    private readonly latency: Draw,
    loss: number,
  ) {
    this.hash = mix(mix(0x5eed, seed), number);
    this.lossBelow = Math.floor(loss * 4294967296);
  }

  /** Returns when a message that is sent now arrives, or why it never will. */
  send(now: number, leg: number): number | LossCause {
    const nth = (this.sentByLeg[leg] ?? absent(leg)) + 1;
    this.sentByLeg[leg] = nth;
    const count = this.draws++;
    const hash = mix(this.hash, count);
    let takes = this.latency(finish(hash)) + this.slowBy;
    if (this.rules.length > 0) {
      const rule = this.rules.find(
        (r) => !r.used && r.leg === leg && (r.nth === null ? now >= (r.after ?? 0) : r.nth === nth),
      );
      if (rule) {
        rule.used = true;
        rule.struck();
        if (rule.delay === null) return 'dropped';
        takes += rule.delay;
      }
    }
    if (this.cuts > 0) return 'cut';
    if (this.lossBelow > 0 && finish(mix(hash, 0x1055)) < this.lossBelow) return 'dropped';
    const arrival = now + takes;
    this.arrivalLast = arrival > this.arrivalLast ? arrival : this.arrivalLast;
    return this.arrivalLast;
  }

  /**
   * Returns when a notice that the kernel sends on this connection now arrives, or null when the link is cut. It does
   * not count as a message.
   */
  notice(now: number): number | null {
    if (this.cuts > 0) return null;
    this.arrivalLast = Math.max(this.arrivalLast, now + this.latency(finish(mix(this.hash, now))) + this.slowBy);
    return this.arrivalLast;
  }

  /** Opens a new connection. What is sent from now on may overtake what was sent before. */
  reconnect(): void {
    this.arrivalLast = 0;
  }
}
