/** Calls that were made together: their replies, and the one timer that is enough for them. */
import type { Asking } from '../drive/host';
import type { Call } from '../model/effect';
import { ok, type Reply, type Value } from '../model/request';
import { type Micros, toMs } from '../model/time';
import { type ExecutionStats, statsOf } from './attempt';
import type { Taker } from './client';
import type { Deadlines, Waiter } from './deadlines';
import { failureOf, timeoutAfter } from './failure';
import type { Site } from './site';

/** The operation of which a round is part. */
interface Trying {
  /** How many tries it has begun. */
  readonly tried: number;
  /** How many resources a node has to apply its requests to. */
  readonly resourceCount: number;
}

export class Round implements Waiter, Taker {
  dueMs = 0;
  before: Waiter | null = null;
  after: Waiter | null = null;
  /** By the place of the call; null as long as there is none. */
  private readonly replies: (Reply | null)[] = [];
  private readonly tried: number;
  private deadlines: Deadlines | null = null;
  private open: number;
  private isOver = false;
  /** Whether its program waits for it, as far as is known, or somebody for its votes. */
  private isNeeded = true;
  /** The places whose scripts were sent once more. */
  private sentAgain: ReadonlySet<number> | null = null;
  private whenAllAreIn: (() => void) | null = null;
  private promised: Promise<ExecutionStats> | null = null;

  constructor(
    private readonly calls: readonly Call[],
    private readonly asking: Asking,
    private readonly site: Site,
    private readonly operation: Trying,
  ) {
    this.tried = operation.tried;
    this.open = calls.length;
    for (let place = 0; place < calls.length; place++) this.replies[place] = null;
  }

  /** From now on. null: for ever. */
  waitFor(timeout: Micros | null): void {
    if (timeout === null) return;
    this.deadlines = this.site.deadlinesOf(toMs(timeout));
    this.deadlines.add(this);
    this.deadlines.needed();
  }

  succeed(place: number, value: unknown): void {
    this.take(place, value === 'OK' ? saidOk : value === 1 ? saidOne : ok(value as Value));
  }

  /**
   * A script that the node has forgotten is sent once more in full. One that takes a lock only as long as somebody waits for
   * it: afterwards its release may be on its way, and the key would stay behind. None when the next try has begun: a release of
   * the last one would take its key away, and whatever that comes to, there will be another release.
   */
  fail(place: number, thrown: unknown): void {
    const failure = failureOf(thrown);
    const { to, request } = this.calls[place] as Call;
    const isUnknown = failure.kind === 'error' && failure.message.startsWith('NOSCRIPT');
    if (!isUnknown || this.sentAgain?.has(place)) return this.take(place, failure);
    const node = this.site.nodeOf(to, place);
    if (this.operation.tried > this.tried || (this.asking.decided && request.script?.script.takes === true)) {
      node.forget(request);
      return this.take(place, failure);
    }
    this.sentAgain = new Set(this.sentAgain).add(place);
    node.sendInFull(request, this, place);
  }

  timeOut(afterMs: number): void {
    this.isOver = true;
    const failure = timeoutAfter(afterMs);
    for (let place = 0; place < this.calls.length; place++) this.take(place, failure);
  }

  /** Only the first reply of a node counts. */
  private take(place: number, reply: Reply): void {
    if (this.replies[place] !== null) return;
    this.replies[place] = reply;
    if (--this.open === 0) {
      if (!this.isOver) this.deadlines?.remove(this);
      this.whenAllAreIn?.();
    }
    if (reply.kind !== 'ok') this.site.report(reply);
    // Two of five come late in most rounds: the votes are told of them, the program is not.
    if (!this.asking.decided) this.asking.take(place, reply);
    if (this.isNeeded && this.asking.decided && (this.open === 0 || this.promised === null)) {
      this.isNeeded = false;
      this.deadlines?.unneeded();
    }
  }

  /** The votes. Resolves when every node has answered or its time is up. */
  get stats(): Promise<ExecutionStats> {
    this.promised ??= new Promise((resolve) => {
      if (this.open === 0) return resolve(this.count());
      this.whenAllAreIn = () => resolve(this.count());
      if (!this.isNeeded) this.deadlines?.needed();
      this.isNeeded = true;
    });
    return this.promised;
  }

  private count(): ExecutionStats {
    const { site, calls } = this;
    const replies: Reply[] = [];
    this.replies.forEach((reply, place) => {
      if (reply !== null) replies[site.indexOf((calls[place] as Call).to, place)] = reply;
    });
    return statsOf(site.clients, replies, this.operation.resourceCount);
  }
}

/** What grants mostly say. */
const saidOk = ok('OK');
const saidOne = ok(1);
