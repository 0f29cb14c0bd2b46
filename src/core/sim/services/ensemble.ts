/**
 * The members of a lock service, and which of them leads. It knows no client and no session. There is no consensus
 * protocol: a write counts when a majority has it, a member leads while it reaches a majority, and the next leader has
 * every write that counted. Votes and diverging logs are left out. The end of a session takes effect at once. A leader
 * without a majority gives up after the election time.
 */

import { kindNumber } from '../../model/trace/trace';
import { fromMs, type Micros } from '../../model/values/time';
import type { Machine } from '../machine';
import type { World } from '../world';

const { led } = kindNumber;

/** A server, as its ensemble sees it. */
export interface Voter extends Machine {
  /** How many writes are on its disk. A crash leaves them there. */
  has: number;
  /** How many of them the leader knows about. */
  acked: number;
  /** Sends its writes to another member. */
  append(to: Voter, text: string, writes: Writes): void;
}

/** How many writes a leader has sent, and its term, which is greater than every earlier leader's. */
export interface Writes {
  readonly upTo: number;
  readonly term: number;
}

export interface LeaderListener {
  /** The leader is gone, and no other is elected yet. */
  readonly lost: () => void;
  readonly gainLeader: () => void;
  /** The leader reaches a majority, perhaps again. */
  readonly goesOn: () => void;
}

interface Write {
  readonly number: number;
  readonly count: () => void;
}

export class Ensemble {
  readonly members: Voter[] = [];
  leader: Voter | null = null;
  /** The member that led before the current leader, or before there was no leader. */
  before: Voter | null = null;
  private term = 0;
  private written = 0;
  private counted = 0;
  /** Writes that the leader has but that do not count yet. */
  private pending: Write[] = [];
  private isBarred = false;
  /** When the members give up the leader or elect another. */
  private electsAt = Number.POSITIVE_INFINITY;
  private readonly electionTime: Micros;

  constructor(
    private readonly world: World,
    electionMs: number,
    private readonly listener: LeaderListener,
  ) {
    this.electionTime = fromMs(electionMs);
  }

  /** When it next acts without a request, in true time. Infinite: never. */
  get dueAt(): number {
    return this.electsAt;
  }

  /** Whether its leader runs and reaches a majority. */
  get isServing(): boolean {
    return this.leader !== null && this.canLead(this.leader);
  }

  join(member: Voter): void {
    this.members.push(member);
    if (this.leader === null) this.crown(member);
  }

  /** Writes on behalf of the leader. The write counts, and `count` is called, when a majority has it. */
  write(text: string, count: () => void): void {
    const { leader } = this;
    if (leader === null) throw new Error(`Nobody leads who could write "${text}".`);
    const number = ++this.written;
    leader.has = number;
    this.pending.push({ number, count });
    this.spread(text);
    this.armResend(text, number);
  }

  /** Sends a write again until it counts, for as long as the same member leads. */
  private armResend(text: string, number: number): void {
    const { term, world } = this;
    const isOver = (): boolean => this.leader === null || this.term !== term || this.counted >= number;
    const fire = (): void => {
      if (isOver()) return;
      if (this.isServing) this.spread(text);
      this.armResend(text, number);
    };
    world.queue.push(world.now + this.electionTime, { fire, isForgotten: isOver });
  }

  /** The leader learns how many writes a member has. */
  acked(member: Voter, { upTo, term }: Writes): void {
    if (term !== this.term || this.leader === null) return;
    member.acked = Math.max(member.acked, upTo);
    for (let next = this.pending[0]; next && this.isWithMost(next.number); next = this.pending[0]) {
      this.pending.shift();
      this.counted = next.number;
      next.count();
    }
  }

  /** A member that comes back receives the writes that it lacks. */
  returned(member: Voter): void {
    this.changed();
    if (this.isServing && member !== this.leader) this.appendTo(member, 'APPEND');
  }

  /** Called when a member or a link went down or came back. */
  changed(): void {
    if (this.leader?.alive === false) this.depose();
    if (this.isServing || this.isBarred) {
      this.electsAt = Number.POSITIVE_INFINITY;
      if (this.isServing) this.listener.goesOn();
      return;
    }
    const isDue = this.leader !== null || this.candidate() !== null;
    if (!isDue) this.electsAt = Number.POSITIVE_INFINITY;
    else if (this.electsAt === Number.POSITIVE_INFINITY) this.arm();
  }

  /** Keeps the members without a leader because of a fault, or stops that. */
  bar(isBarred: boolean): void {
    this.isBarred = isBarred;
    if (isBarred && this.leader !== null) this.depose();
    if (!isBarred) this.elect();
    this.changed();
  }

  private arm(): void {
    const { world } = this;
    const at = world.now + this.electionTime;
    this.electsAt = at;
    const isStale = (): boolean => this.electsAt !== at;
    world.queue.push(at, {
      fire: () => {
        if (isStale()) return;
        this.electsAt = Number.POSITIVE_INFINITY;
        this.elect();
        this.changed();
      },
      isForgotten: isStale,
    });
  }

  private elect(): void {
    if (this.leader !== null) this.depose();
    const next = this.candidate();
    if (next === null) return;
    // A write that only some members have counts if the next leader has it.
    const survivingWrites = this.pending.filter(({ number }) => number <= next.has);
    this.pending = [];
    this.written = next.has;
    this.counted = next.has;
    this.crown(next);
    for (const { count } of survivingWrites) count();
    for (const member of this.members) member.acked = 0;
    this.spread('NEW LEADER');
    this.listener.gainLeader();
  }

  private crown(member: Voter): void {
    const { world } = this;
    this.leader = member;
    this.term++;
    world.trace.write(world.now, led, member.index, (this.before ?? member).index, 1);
  }

  private depose(): void {
    const { leader, world } = this;
    if (leader === null) return;
    world.trace.write(world.now, led, leader.index, leader.index, 0);
    this.before = leader;
    this.leader = null;
    this.listener.lost();
  }

  /**
   * The member with the most writes among those that could lead and have every write that counts. Null: there is no
   * such member.
   */
  private candidate(): Voter | null {
    const able = this.members.filter((member) => member.has >= this.counted && this.canLead(member));
    return able.reduce<Voter | null>((best, one) => (best === null || one.has > best.has ? one : best), null);
  }

  private canLead(member: Voter): boolean {
    return isUp(member) && this.isMost(this.members.filter((other) => isUp(other) && this.canReach(member, other)));
  }

  private canReach(one: Voter, other: Voter): boolean {
    const { world } = this;
    return one === other || !(world.link(one, other).isCut || world.link(other, one).isCut);
  }

  private isWithMost(number: number): boolean {
    return this.isMost(this.members.filter((member) => member === this.leader || member.acked >= number));
  }

  private isMost({ length }: readonly Voter[]): boolean {
    return length * 2 > this.members.length;
  }

  private spread(text: string): void {
    for (const member of this.members) if (member !== this.leader) this.appendTo(member, text);
  }

  /** A member that is down has no connection, and receives everything when it is back. */
  private appendTo(member: Voter, text: string): void {
    if (member.alive) this.leader?.append(member, text, { upTo: this.written, term: this.term });
  }
}

export const isUp = ({ alive, paused }: Machine): boolean => alive && !paused;
