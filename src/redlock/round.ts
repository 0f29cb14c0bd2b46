/** Calls that were made together, their replies, and how long the round waits for them. */

import type { Call } from '../core/model/effects/effect';
import { isGrant, ok, type Reply, type Request } from '../core/model/effects/request';
import type { ProcessId } from '../core/model/scenario/processId';
import { nth } from '../core/model/values/nth';
import { type Ms, toMs } from '../core/model/values/time';
import type { ReplyReceiver } from '../core/promises/host';
import { countVotes, type ExecutionStats, statsOf, type VoteCounts } from './attempt';
import { valueText } from './checks';
import type { Taker } from './client';
import { failureOf, timeoutAfter } from './failure';
import type { LockNode } from './lockNode';
import type { NodeGroup } from './nodeGroup';

export class Round implements Taker {
  /** By the place of the call. Null until there is a reply. */
  private readonly replies: (Reply | null)[] = [];
  /** Replies that arrived after the round had stopped waiting, by the place of the call. */
  private late: (Reply | undefined)[] | null = null;
  /** The connections over which it was sent, as far as they are known, by the place of the call. */
  private readonly connections: unknown[] = [];
  private timer: NodeJS.Timeout | null = null;
  private waitMs = 0;
  private readonly sentMs = performance.now();
  private waitedMs = 0;
  /** The longest wait, in ms, including the time added for connections. */
  private waitedMax = 0;
  /** The places whose nodes were not connected yet. Their answers say nothing about their distance. */
  private unmeasured: ReadonlySet<number> = nowhere;
  /** Whether one of them was still not connected at the last check. */
  private isOpening = false;
  private open: number;
  /**
   * Whether its program waits for it, as far as is known, or a caller waits for its votes. That keeps the process
   * alive, which connections alone may not do.
   */
  private isNeeded = true;
  /** The places whose scripts were sent again. */
  private sentAgain: ReadonlySet<number> | null = null;
  private whenAllAreIn: (() => void) | null = null;
  private promised: Promise<ExecutionStats> | null = null;
  /** For a round that takes locks: the round that gives back what it took. */
  private takenBackBy: Round | null = null;
  /** For a round that gives back: the rounds that took. */
  private takingRounds: readonly Round[] = none;

  constructor(
    private readonly calls: readonly Call[],
    private readonly asking: ReplyReceiver,
    private readonly group: NodeGroup,
    private readonly resourceCount: number,
  ) {
    this.open = calls.length;
    for (let index = 0; index < calls.length; index++) this.replies[index] = null;
  }

  /**
   * Starts to wait, for as long as the slowest of its nodes takes.
   *
   * @param floorMs the shortest wait, however fast the nodes are. Null: exactly as long as the calls say.
   */
  wait(floorMs: Ms | null): void {
    const { calls } = this;
    const mostMs = toMs(calls[0]?.timeout ?? 0);
    let ms = floorMs === null ? mostMs : 0;
    for (let index = 0; index < calls.length; index++) {
      const node = this.nodeAt(index);
      if (floorMs !== null) ms = Math.max(ms, node.roundTrips.timeoutMs(floorMs, mostMs));
      if (node.isOpening(this.sentMs)) this.unmeasured = new Set(this.unmeasured).add(index);
      else if (node.client.isOpening?.() !== true) this.connections[index] = node.client.connection?.();
    }
    this.isOpening = this.unmeasured.size > 0;
    // A wait that the round chooses itself is at most half of the lock's time.
    this.waitedMax = floorMs === null ? Number.POSITIVE_INFINITY : 2 * mostMs;
    this.waitMs = Math.max(1, Math.ceil(ms));
    this.timer = setTimeout(wake, this.waitMs, this);
  }

  /** Records that this round gives back what those rounds took. */
  takesBack(takingRounds: readonly Round[]): void {
    this.takingRounds = takingRounds;
    for (const round of takingRounds) round.takenBackBy = this;
  }

  succeed(index: number, value: unknown): void {
    this.noteReply(index);
    const { request } = nth(this.calls, index);
    const reply = replyOf(value);
    if (reply === null || !isAnswerTo(request, reply))
      return this.take(
        index,
        failureOf(new TypeError(`The client answered ${valueText(value)} to ${request.command}.`)),
      );
    if (!isGrant(reply) && this.isRepeated(index)) this.take(index, failureOf(new Error(repeated)));
    else if (this.replies[index] === null) this.take(index, reply);
    else {
      this.late ??= [];
      this.late[index] = reply;
    }
    this.tidy(index, reply);
  }

  /**
   * Whether the answer may be to a second sending, because the client has opened its connection anew. The node may have
   * granted the first one, or have given back by it.
   */
  private isRepeated(index: number): boolean {
    const over = this.connections[index];
    return over !== undefined && over !== this.nodeAt(index).client.connection?.();
  }

  /**
   * Handles a failure. A script that the node has forgotten, or whose command it does not know, is sent once more in
   * full. A script that takes a lock is sent again only while its program waits for it, because a later grant would
   * have to be given back.
   */
  fail(index: number, thrown: unknown): void {
    const failure = failureOf(thrown);
    const { request } = nth(this.calls, index);
    if (failure.kind === 'error') this.noteReply(index);
    else this.nodeAt(index).rejected(failure.error);
    const node = this.nodeAt(index);
    const isUnknown = failure.kind === 'error' && node.wantsInFull(request, failure.message);
    if (!isUnknown || this.sentAgain?.has(index)) {
      const { to } = nth(this.calls, index);
      if (this.takingRounds.some((round) => round.late?.[round.indexOfNode(to)] !== undefined)) this.repeat(to);
      return this.take(index, failure);
    }
    if (this.asking.decided && request.script?.script.takes === true) {
      node.forget(request);
      return this.take(index, failure);
    }
    this.sentAgain = new Set(this.sentAgain).add(index);
    node.sendInFull(request, this, index);
  }

  timeOut(): void {
    if (this.open === 0) return;
    this.waitedMs += this.waitMs;
    if (this.waitsForConnections(this.waitMs)) {
      this.timer = setTimeout(wake, this.waitMs, this);
      if (!this.isNeeded) this.timer.unref();
      return;
    }
    for (let index = 0; index < this.calls.length; index++)
      if (this.replies[index] === null) this.take(index, timeoutAfter(this.waitedMs, this.nodeAt(index).unconnected()));
  }

  /**
   * Whether to wait once more. The time until a connection is open is not the node's fault, so a node that was being
   * connected to gets the same time again.
   */
  private waitsForConnections(forMs: number): boolean {
    if (!this.isOpening || this.waitedMs + forMs > this.waitedMax) return false;
    const nowMs = performance.now();
    const silent = [...this.unmeasured].filter((index) => this.replies[index] === null);
    this.isOpening = silent.some((index) => this.nodeAt(index).isOpening(nowMs));
    return silent.length > 0;
  }

  private nodeAt(index: number): LockNode {
    return this.group.nodeOf(nth(this.calls, index).to, index);
  }

  /**
   * Records that a node has answered. The time of the answer shows the node's distance only if the node was sent one
   * command, and at once.
   */
  private noteReply(index: number): void {
    const isMeasured = !this.unmeasured.has(index) && !this.sentAgain?.has(index);
    this.nodeAt(index).answered(isMeasured ? this.sentMs : null);
  }

  /** Handles a reply. Only the first reply of a node counts. */
  private take(index: number, reply: Reply): void {
    if (this.replies[index] !== null) return;
    this.replies[index] = reply;
    if (--this.open === 0) {
      if (this.timer !== null) clearTimeout(this.timer);
      this.whenAllAreIn?.();
    }
    if (reply.kind !== 'ok') this.group.report(reply);
    // In most rounds, two of five replies come late. They count among the votes, but the program is not notified.
    if (!this.asking.decided) this.asking.take(index, reply);
    if (this.isNeeded && this.asking.decided && (this.open === 0 || this.promised === null)) {
      this.isNeeded = false;
      this.timer?.unref();
    }
  }

  /**
   * A client may not keep the order and may send a command twice, so a command that took a key can arrive after the
   * one that gave it back. If the answers do not rule that out, the key is given back once more.
   */
  private tidy(index: number, reply: Reply): void {
    const node = nth(this.calls, index).to;
    const { takenBackBy } = this;
    if (takenBackBy !== null && isGrant(reply) && takenBackBy.isThroughWith(node)) takenBackBy.repeat(node);
    if (this.takingRounds.length === 0 || isGrant(reply)) return;
    if (this.takingRounds.some((round) => isGrant(round.saidBy(node) ?? saidNothing))) this.repeat(node);
  }

  /** Whether it no longer waits for this node, because the node has answered or failed. */
  private isThroughWith(node: ProcessId): boolean {
    return this.replies[this.indexOfNode(node)] !== null;
  }

  /** A node's answer, in time or late. Null: none yet. */
  private saidBy(node: ProcessId): Reply | null {
    const index = this.indexOfNode(node);
    const reply = this.replies[index] ?? null;
    return reply?.kind === 'ok' ? reply : (this.late?.[index] ?? null);
  }

  private indexOfNode(node: ProcessId): number {
    return this.calls.findIndex(({ to }) => to === node);
  }

  /** Sends a node the same command again, in full, without waiting for the answer. */
  private repeat(node: ProcessId): void {
    const call = this.calls[this.indexOfNode(node)];
    if (call === undefined) return;
    const to = this.group.nodeOf(node, 0);
    const succeed = (): void => to.answered(null);
    to.sendInFull(call.request, { succeed, fail: (_, thrown) => to.rejected(failureOf(thrown).error) }, 0);
  }

  /** The votes. Resolves when every node has answered or its time is over. */
  get stats(): Promise<ExecutionStats> {
    this.promised ??= new Promise((resolve) => {
      if (this.open === 0) return resolve(this.votes());
      this.whenAllAreIn = () => resolve(this.votes());
      this.timer?.ref();
      this.isNeeded = true;
    });
    return this.promised;
  }

  /** How many nodes have said no. */
  get against(): number {
    return this.replies.filter((reply) => reply?.kind === 'ok' && !isGrant(reply)).length;
  }

  /** What it asked. All its calls ask the same. */
  get request(): Request | undefined {
    return this.calls[0]?.request;
  }

  tally(): VoteCounts {
    return countVotes(this.replies, this.resourceCount);
  }

  votes(): ExecutionStats {
    const { group, calls } = this;
    const replies: Reply[] = [];
    this.replies.forEach((reply, index) => {
      if (reply !== null) replies[group.indexOf(nth(calls, index).to, index)] = reply;
    });
    return statsOf(group, replies, this.resourceCount);
  }
}

const none: readonly never[] = [];

/**
 * In a process that was busy, the timer fires before the replies are read. Replies that have arrived are therefore read
 * before a timeout is reported. Functions that each round had in a field of its own kept all rounds alive, in V8 11,
 * until the next full garbage collection.
 */
const wake = (round: Round): void => void setImmediate(timeOut, round);

const timeOut = (round: Round): void => round.timeOut();

/** Shared, because most rounds find every connection open. */
const nowhere: ReadonlySet<number> = new Set();

/**
 * Whether Redis can have answered this: OK or nothing to SET, a text to a look, a number to any other script. A client
 * in MULTI answers QUEUED, and an object that is no client may return anything. Neither is a vote.
 */
function isAnswerTo({ script }: Request, reply: Reply): boolean {
  if (reply.kind !== 'ok') return true;
  const { value } = reply;
  if (script === undefined) return value === null || value === 'OK';
  return script.script.answersText === true ? typeof value === 'string' : Number.isSafeInteger(value ?? 0);
}

/**
 * Reads an answer of Redis as a reply. The locks' requests are answered with words, numbers or nothing. A client may
 * be configured to return them as other types. Null: it is not a reply.
 */
function replyOf(value: unknown): Reply | null {
  if (value === 'OK') return saidOk;
  if (value === 1) return saidOne;
  if (value === null) return saidNothing;
  if (typeof value === 'number') return ok(value);
  if (typeof value === 'bigint') return ok(Number(value));
  if (typeof value === 'string') return ok(/^-?\d+$/.test(value) ? Number(value) : value);
  return value instanceof Uint8Array ? replyOf(new TextDecoder().decode(value)) : null;
}

const repeated = 'The connection was opened anew, so the answer may be to a repetition.';

const saidOk = ok('OK');
const saidOne = ok(1);
const saidNothing = ok(null);
