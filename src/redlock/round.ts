/** Calls that were made together: their replies, and how long these are waited for. */
import type { Asking } from '../drive/host';
import type { Call } from '../model/effect';
import { nth } from '../model/nth';
import { isGrant, ok, type Reply } from '../model/request';
import type { ProcessId } from '../model/scenario';
import { type Ms, toMs } from '../model/time';
import { type ExecutionStats, statsOf } from './attempt';
import type { Taker } from './client';
import { failureOf, timeoutAfter } from './failure';
import type { LockNode } from './lockNode';
import type { Site } from './site';

export class Round implements Taker {
  /** By the place of the call; null as long as there is none. */
  private readonly replies: (Reply | null)[] = [];
  /** What nodes have said that were no longer waited for, by the place of the call. */
  private late: (Reply | undefined)[] | null = null;
  private timer: NodeJS.Timeout | null = null;
  private waitMs = 0;
  private readonly sentMs = performance.now();
  private waitedMs = 0;
  /** The longest wait, what is added for connections included. */
  private waitedMax = 0;
  /** The places whose nodes had still to be connected to: when they answer tells nothing of their distance. */
  private unmeasured: ReadonlySet<number> = nowhere;
  /** Whether one of them had still to be at the last look. */
  private isOpening = false;
  private open: number;
  /** Whether its program waits for it, as far as is known, or somebody for its votes: that keeps the process alive, which connections alone may not. */
  private isNeeded = true;
  /** The places whose scripts were sent once more. */
  private sentAgain: ReadonlySet<number> | null = null;
  private whenAllAreIn: (() => void) | null = null;
  private promised: Promise<ExecutionStats> | null = null;
  /** Of a round that takes locks: the one that gives back what it took. */
  private takenBackBy: Round | null = null;
  /** Of a round that gives back: those that took. */
  private taken: readonly Round[] = none;

  constructor(
    private readonly calls: readonly Call[],
    private readonly asking: Asking,
    private readonly site: Site,
    private readonly resourceCount: number,
  ) {
    this.open = calls.length;
    for (let place = 0; place < calls.length; place++) this.replies[place] = null;
  }

  /**
   * Begins to wait, as long as the slowest of its nodes takes.
   *
   * @param floorMs the least, however quick they are; null: exactly as long as the calls say.
   */
  wait(floorMs: Ms | null): void {
    const { calls } = this;
    const mostMs = toMs(calls[0]?.timeout ?? 0);
    let ms = floorMs === null ? mostMs : 0;
    for (let place = 0; place < calls.length; place++) {
      const node = this.nodeAt(place);
      if (floorMs !== null) ms = Math.max(ms, node.roundTrips.timeoutMs(floorMs, mostMs));
      if (node.isOpening(this.sentMs)) this.unmeasured = new Set(this.unmeasured).add(place);
    }
    this.isOpening = this.unmeasured.size > 0;
    // The time that is waited by itself is at most half of a lock's.
    this.waitedMax = floorMs === null ? Number.POSITIVE_INFINITY : 2 * mostMs;
    this.waitMs = Math.max(1, Math.ceil(ms));
    this.timer = setTimeout(this.wake, this.waitMs);
  }

  /** A process that was busy finds the timer first, and then what has come in meanwhile: that is read before anybody is told. */
  private readonly wake = (): void => {
    setImmediate(this.look);
  };

  private readonly look = (): void => {
    if (this.open > 0) this.timeOut();
  };

  /** It gives back what these have taken. */
  takesBack(taken: readonly Round[]): void {
    this.taken = taken;
    for (const round of taken) round.takenBackBy = this;
  }

  succeed(place: number, value: unknown): void {
    this.heard(place);
    const reply = replyOf(value);
    if (reply === null)
      return this.fail(place, new TypeError(`The client answered ${String(value)}, which is no reply.`));
    const isLate = this.replies[place] !== null;
    if (isLate) {
      this.late ??= [];
      this.late[place] = reply;
    } else this.take(place, reply);
    this.tidy(place, reply);
  }

  /**
   * A script that the node has forgotten is sent once more in full. One that takes a lock only as long as somebody waits for
   * it: what came afterwards would have to be given back.
   */
  fail(place: number, thrown: unknown): void {
    const failure = failureOf(thrown);
    const { request } = nth(this.calls, place);
    if (failure.kind === 'error') this.heard(place);
    else this.nodeAt(place).rejected(failure.error);
    const isUnknown = failure.kind === 'error' && failure.message.startsWith('NOSCRIPT');
    if (!isUnknown || this.sentAgain?.has(place)) return this.take(place, failure);
    const node = this.nodeAt(place);
    if (this.asking.decided && request.script?.script.takes === true) {
      node.forget(request);
      return this.take(place, failure);
    }
    this.sentAgain = new Set(this.sentAgain).add(place);
    node.sendInFull(request, this, place);
  }

  private timeOut(): void {
    this.waitedMs += this.waitMs;
    if (this.waitsForConnections(this.waitMs)) {
      this.timer = setTimeout(this.wake, this.waitMs);
      if (!this.isNeeded) this.timer.unref();
      return;
    }
    const failure = timeoutAfter(this.waitedMs);
    for (let place = 0; place < this.calls.length; place++) this.take(place, failure);
  }

  /** The time until a connection is open is not the node's: one that was being opened has as long again. */
  private waitsForConnections(forMs: number): boolean {
    if (!this.isOpening || this.waitedMs + forMs > this.waitedMax) return false;
    const nowMs = performance.now();
    const silent = [...this.unmeasured].filter((place) => this.replies[place] === null);
    this.isOpening = silent.some((place) => this.nodeAt(place).isOpening(nowMs));
    return silent.length > 0;
  }

  private nodeAt(place: number): LockNode {
    return this.site.nodeOf(nth(this.calls, place).to, place);
  }

  /** A node has answered. When it did so tells its distance only where it was sent one command, and right then. */
  private heard(place: number): void {
    const isMeasured = !this.unmeasured.has(place) && !this.sentAgain?.has(place);
    this.nodeAt(place).answered(isMeasured ? this.sentMs : null);
  }

  /** Only the first reply of a node counts. */
  private take(place: number, reply: Reply): void {
    if (this.replies[place] !== null) return;
    this.replies[place] = reply;
    if (--this.open === 0) {
      if (this.timer !== null) clearTimeout(this.timer);
      this.whenAllAreIn?.();
    }
    if (reply.kind !== 'ok') this.site.report(reply);
    // Two of five come late in most rounds: the votes are told of them, the program is not.
    if (!this.asking.decided) this.asking.take(place, reply);
    if (this.isNeeded && this.asking.decided && (this.open === 0 || this.promised === null)) {
      this.isNeeded = false;
      this.timer?.unref();
    }
  }

  /**
   * A client may keep no order, and may send a command twice: what took a key can come after what gave it back. Where the
   * answers do not rule that out, it is given back once more.
   */
  private tidy(place: number, reply: Reply): void {
    const node = nth(this.calls, place).to;
    const { takenBackBy } = this;
    if (takenBackBy !== null && isGrant(reply) && takenBackBy.saidBy(node) !== null) takenBackBy.repeat(node);
    if (this.taken.length === 0 || isGrant(reply)) return;
    if (this.taken.some((round) => isGrant(round.saidBy(node) ?? saidNothing))) this.repeat(node);
  }

  /** What a node has answered, late or not. */
  private saidBy(node: ProcessId): Reply | null {
    const place = this.placeOf(node);
    const reply = this.replies[place] ?? null;
    return reply?.kind === 'ok' ? reply : (this.late?.[place] ?? null);
  }

  private placeOf(node: ProcessId): number {
    return this.calls.findIndex(({ to }) => to === node);
  }

  /** Sends a node the same again, in full. Nobody waits for what it says. */
  private repeat(node: ProcessId): void {
    const call = this.calls[this.placeOf(node)];
    if (call === undefined) return;
    const to = this.site.nodeOf(node, 0);
    const succeed = (): void => to.answered(null);
    to.sendInFull(call.request, { succeed, fail: (_, thrown) => to.rejected(failureOf(thrown).error) }, 0);
  }

  /** The votes. Resolves when every node has answered or its time is up. */
  get stats(): Promise<ExecutionStats> {
    this.promised ??= new Promise((resolve) => {
      if (this.open === 0) return resolve(this.votes());
      this.whenAllAreIn = () => resolve(this.votes());
      this.timer?.ref();
      this.isNeeded = true;
    });
    return this.promised;
  }

  /** How many nodes have said no, in so many words. */
  get against(): number {
    return this.replies.filter((reply) => reply?.kind === 'ok' && !isGrant(reply)).length;
  }

  /** The votes that are in. */
  votes(): ExecutionStats {
    const { site, calls } = this;
    const replies: Reply[] = [];
    this.replies.forEach((reply, place) => {
      if (reply !== null) replies[site.indexOf(nth(calls, place).to, place)] = reply;
    });
    return statsOf(site.clients, replies, this.resourceCount);
  }
}

const none: readonly never[] = [];

/** Most rounds find every connection open. */
const nowhere: ReadonlySet<number> = new Set();

/** Words, numbers, nothing: what Redis answers to what the locks ask. A client may be told to hand them out in other types. */
function replyOf(value: unknown): Reply | null {
  if (value === 'OK') return saidOk;
  if (value === 1) return saidOne;
  if (value === null) return saidNothing;
  if (typeof value === 'number') return ok(value);
  if (typeof value === 'bigint') return ok(Number(value));
  if (typeof value === 'string') return ok(/^-?\d+$/.test(value) ? Number(value) : value);
  return value instanceof Uint8Array ? replyOf(new TextDecoder().decode(value)) : null;
}

const saidOk = ok('OK');
const saidOne = ok(1);
const saidNothing = ok(null);
