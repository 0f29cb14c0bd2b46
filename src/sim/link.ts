/** One direction between two processes: its latency, its order, what is cut, slow, lost or delayed on it. */
import { finish, mix } from '../model/random';
import type { Micros } from '../model/time';
import type { LossCause } from '../model/trace';
import type { Draw } from './latency';

/** A message that a fault waits for: the nth of a leg, or the first sent at or after a time. */
export interface MessageRule {
  readonly leg: number;
  readonly nth: number | null;
  readonly after: Micros | null;
  /** null: it is lost. */
  readonly delay: Micros | null;
  /** Called as the rule meets its message; it meets one only. */
  readonly struck: () => void;
  used: boolean;
}

export class Link {
  /** Cuts that are on at the moment; they may overlap. */
  cuts = 0;
  slowBy: Micros = 0;
  readonly rules: MessageRule[] = [];
  /** Nothing on this connection arrives before what was sent before it. */
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

  /** When a message sent now arrives, or why it never will. */
  send(now: number, leg: number): number | LossCause {
    const nth = ++(this.sentByLeg as [number, number, number])[leg as 0];
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

  /** When what a kernel sends on the same connection now arrives; null when the link is cut. Counts as no message. */
  notice(now: number): number | null {
    if (this.cuts > 0) return null;
    this.arrivalLast = Math.max(this.arrivalLast, now + this.latency(finish(mix(this.hash, now))) + this.slowBy);
    return this.arrivalLast;
  }

  /** What is sent from now on goes on a new connection, so it may overtake what was sent before. */
  reconnect(): void {
    this.arrivalLast = 0;
  }
}
