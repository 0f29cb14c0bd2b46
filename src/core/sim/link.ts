/**
 * One direction between two processes: its latency, its order, and which messages are cut off, slow, lost or delayed.
 */

import type { Settings } from '../model/scenario/scenario';
import { absent } from '../model/values/nth';
import { finish, mix } from '../model/values/random';
import { fromMs, type Micros } from '../model/values/time';
import type { Draw } from './latency';
import { Resending } from './resending';

/** A message that a fault waits for: the nth of a leg, or the first one sent at or after a time. */
export interface MessageRule {
  readonly leg: number;
  readonly nth: number | null;
  readonly after: Micros | null;
  /** How much later the message arrives. Null: it is lost. */
  readonly delay: Micros | null;
  /** Called when the rule meets its message. A rule meets only one message. */
  readonly onApplied: () => void;
  used: boolean;
}

/** An item that waits for the end of a cut, and its latency after that. */
export interface Waiting<Item> {
  readonly item: Item;
  readonly takes: Micros;
}

/** An item that was sent again and arrives. */
export interface Arriving<Item> {
  readonly item: Item;
  readonly arrival: number;
}

/**
 * The result of sending again: all items arrive, in order; or the next attempt comes after a time awake; or the
 * connection ends.
 */
export type Again<Item> =
  | { readonly kind: 'through'; readonly items: readonly Arriving<Item>[] }
  | { readonly kind: 'later'; readonly after: Micros }
  | { readonly kind: 'given-up'; readonly items: readonly Waiting<Item>[] };

/** Both are in microseconds. The sending kernel's timers are stopped while its machine is. */
export interface Now {
  readonly now: number;
  /** How long the machine has been awake (`Sleep`). */
  readonly awake: Micros;
}

/** One direction of a link. `Item`: the type of its messages; only its owner knows it. */
export class Link<Item> {
  /** How many cuts are active; they may overlap. */
  cuts = 0;
  /** When the first of them began. */
  cutAt: Micros = 0;
  slowBy: Micros = 0;
  /** The link that really carries its messages: if one end stands for several machines, the link of one of them. */
  beneath: (() => Link<Item> | null) | null = null;
  readonly rules: MessageRule[] = [];
  /** The number of earlier connections. Items of one connection arrive in order. */
  connection = 0;
  /** Items to be sent again on the current connection. Later items wait behind them. */
  resending: Resending<Waiting<Item>>;
  /**
   * The other direction while a connection is being opened, which needs both directions. Null: the connection is
   * open.
   */
  private back: Link<Item> | null = null;
  /** The latest arrival on this connection. A later item arrives no earlier. */
  private arrivalLast = 0;
  private takesLast: Micros = 0;
  private draws = 0;
  private readonly sentByLeg = [0, 0, 0];
  private readonly hash: number;
  private readonly lossBelow: number;
  private readonly life: Micros;

  constructor(
    seed: number,
    number: number,
    private readonly latency: Draw,
    { loss, connectionLife }: Pick<Settings, 'loss' | 'connectionLife'>,
  ) {
    this.life = fromMs(connectionLife);
    this.resending = new Resending(this.life);
    this.hash = mix(mix(0x5eed, seed), number);
    this.lossBelow = Math.floor(loss * 4294967296);
  }

  get isCut(): boolean {
    return this.isCutItself || this.back?.isCutItself === true;
  }

  private get isCutItself(): boolean {
    return this.cuts > 0 || this.beneath?.()?.isCut === true;
  }

  /** How many messages of a leg were sent. */
  sentOf(leg: number): number {
    return this.sentByLeg[leg] ?? absent(leg);
  }

  /** When a message sent now arrives; 'dropped': never; 'cut': call `wait` with it. */
  send(now: number, leg: number): number | 'dropped' | 'cut' {
    const nth = (this.sentByLeg[leg] ?? absent(leg)) + 1;
    this.sentByLeg[leg] = nth;
    const count = this.draws++;
    const hash = mix(this.hash, count);
    let takes = this.latency(finish(hash)) + this.slowed();
    if (this.rules.length > 0) {
      const delay = this.addedDelay(leg, nth, now);
      if (delay === null) return 'dropped';
      takes += delay;
    }
    this.takesLast = takes;
    if (this.isCut) return 'cut';
    this.back = null;
    if (this.lossBelow > 0 && finish(mix(hash, 0x1055)) < this.lossBelow) return 'dropped';
    if (this.resending.any) return 'cut';
    const arrival = now + takes;
    this.arrivalLast = arrival > this.arrivalLast ? arrival : this.arrivalLast;
    return this.arrivalLast;
  }

  /**
   * By how much faults that wait for this message delay it. Null: one of them loses it. A fault that names its
   * message by number has this message or none; a fault that waits from a time on takes a message that no other fault
   * has.
   */
  private addedDelay(leg: number, nth: number, now: number): Micros | null {
    let delay: Micros | null = 0;
    let isTaken = false;
    for (const rule of this.rules) {
      if (rule.used || rule.leg !== leg) continue;
      if (rule.nth === null ? isTaken || now < (rule.after ?? 0) : rule.nth !== nth) continue;
      isTaken = true;
      rule.used = true;
      rule.onApplied();
      delay = delay === null || rule.delay === null ? null : delay + rule.delay;
    }
    return delay;
  }

  /**
   * Keeps an item until the end of the cut. Returns the time awake after which it is first sent again; null: together
   * with earlier items.
   */
  wait(item: Item, awake: Micros): Micros | null {
    return this.resending.hold({ item, takes: this.takesLast }, awake);
  }

  /** The same for an item that no later one waits behind. */
  waitApart(item: Item, awake: Micros): { readonly resending: Resending<Waiting<Item>>; readonly after: Micros } {
    const resending = new Resending<Waiting<Item>>(this.life);
    return { resending, after: resending.hold({ item, takes: this.takesLast }, awake) ?? awake };
  }

  /** Called when the waiting items of a connection of this link should be sent again. */
  sendAgain(resending: Resending<Waiting<Item>>, { now, awake }: Now): Again<Item> {
    if (!this.isCut) {
      this.back = null;
      return { kind: 'through', items: this.release(resending, now) };
    }
    const after = resending.again(awake);
    return after === null ? { kind: 'given-up', items: resending.takeAll() } : { kind: 'later', after };
  }

  private slowed(): Micros {
    return this.slowBy + (this.beneath?.()?.slowBy ?? 0);
  }

  private release(resending: Resending<Waiting<Item>>, now: number): readonly Arriving<Item>[] {
    // Items that an old connection still carries do not delay those on the next one.
    const isOpen = resending === this.resending;
    let last = isOpen ? this.arrivalLast : 0;
    const released = resending.takeAll().map(({ item, takes }) => {
      last = Math.max(last, now + takes);
      return { item, arrival: last };
    });
    if (isOpen) this.arrivalLast = last;
    return released;
  }

  /**
   * When a kernel's notice sent now on the same connection arrives; null: call `wait` with it. It does not count as a
   * message.
   */
  notice(now: number): number | null {
    this.takesLast = this.latency(finish(mix(this.hash, now))) + this.slowed();
    if (this.isCut || this.resending.any) return null;
    this.arrivalLast = Math.max(this.arrivalLast, now + this.takesLast);
    return this.arrivalLast;
  }

  /**
   * Opens a new connection, whose items may overtake earlier ones. Returns the items that still wait on the old
   * connection: they are lost if its owner closed it, and sent again if its process ended.
   */
  reconnect(): Resending<Waiting<Item>> {
    const { resending } = this;
    this.connection++;
    this.arrivalLast = 0;
    this.back = null;
    if (resending.any) this.resending = new Resending(this.life);
    return resending;
  }

  /** Its owner opens the new connection before it sends anything, so nothing arrives while `back` is cut. */
  openBefore(back: Link<Item>): void {
    this.back = back;
  }
}
