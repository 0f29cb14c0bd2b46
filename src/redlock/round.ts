/** Calls that were made together: their replies, and the one timer that is enough for them. */
import type { Asking } from '../drive/host';
import type { Reply } from '../model/request';
import { type Micros, toMs } from '../model/time';
import { type ExecutionStats, statsOf } from './attempt';
import type { Deadlines, Waiter } from './deadlines';
import { timeoutAfter } from './failure';
import type { Site } from './site';

export class Round implements Waiter {
  dueMs = 0;
  before: Waiter | null = null;
  after: Waiter | null = null;
  /** By the number of the node. */
  private readonly replies: (Reply | null)[] = [];
  private deadlines: Deadlines | null = null;
  private open = 0;
  private isOver = false;
  private whenAllAreIn: (() => void) | null = null;
  private promised: Promise<ExecutionStats> | null = null;

  constructor(
    private readonly asking: Asking,
    private readonly site: Site,
    /** How many resources a node has to apply them to. */
    private readonly resourceCount: number,
  ) {}

  /** From now on. null: for ever. */
  waitFor(timeout: Micros | null): void {
    if (timeout === null) return;
    this.deadlines = this.site.deadlinesOf(toMs(timeout));
    this.deadlines.add(this);
  }

  /** A call goes out to a node. */
  expect(node: number): void {
    this.replies[node] = null;
    this.open++;
  }

  /** A reply; only the first one of a node counts. */
  take(place: number, node: number, reply: Reply): void {
    if (this.replies[node] !== null) return;
    this.replies[node] = reply;
    if (--this.open === 0) {
      if (!this.isOver) this.deadlines?.remove(this);
      this.whenAllAreIn?.();
    }
    if (reply.kind !== 'ok') this.site.report(reply);
    // Two of five come late in most rounds: the votes are told of them, the program is not.
    if (!this.asking.decided) this.asking.take(place, reply);
  }

  timeOut(afterMs: number): void {
    this.isOver = true;
    const failure = timeoutAfter(afterMs);
    let place = 0;
    this.replies.forEach((reply, node) => {
      if (reply === null) this.take(place, node, failure);
      place++;
    });
  }

  /** The votes. Resolves when every node has answered or its time is up. */
  get stats(): Promise<ExecutionStats> {
    this.promised ??= new Promise((resolve) => {
      const count = (): void => resolve(statsOf(this.site.clients, this.replies, this.resourceCount));
      if (this.open === 0) count();
      else this.whenAllAreIn = count;
    });
    return this.promised;
  }
}
