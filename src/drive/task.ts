/** A program under way on promises, and what it is waiting for. Knows nothing of who performs its effects. */
import type { Call, Program, Quorum, Task } from '../model/effect';
import type { Reply } from '../model/request';
import type { Asking, Subscription } from './host';

/** What a task waits for; cancelling forgets it. */
export type Waiting = CallGroup | Pending | DrivenTask | null;

/** A sleep, a message of an inbox, a subscription that is being made. */
export class Pending {
  readonly controller = new AbortController();
}

/** Most tasks are joined by nobody: they share one empty list. */
const none: readonly never[] = [];

interface Outcome {
  readonly resolve: (result: unknown) => void;
  readonly reject: (problem: unknown) => void;
}

export class DrivenTask implements Task {
  result: unknown = undefined;
  done = false;
  cancelled = false;
  waiting: Waiting = null;
  joiners: readonly DrivenTask[] = none;
  /** Tasks that end with this one when it is killed. */
  tied: readonly DrivenTask[] = none;

  /** The task with which it began: its own, or that of the ancestor that nobody forked. */
  readonly root: DrivenTask;
  /** Who is told how it ended; null: whoever joins it. */
  outcome: Outcome | null = null;

  constructor(
    readonly id: number,
    readonly program: Program<unknown>,
    root: DrivenTask | null,
  ) {
    this.root = root ?? this;
  }
}

/** Who lets a task go on when its calls are decided. */
interface Settler {
  readonly settle: (group: CallGroup, place: number, reply: Reply) => void;
}

/** One or several calls that a task made with one effect. */
export class CallGroup implements Asking {
  decided = false;
  granted = 0;
  open: number;
  readonly replies: (Reply | null)[];

  constructor(
    readonly task: DrivenTask,
    readonly calls: readonly Call[],
    /** null: all replies are waited for. */
    readonly quorum: Quorum['what'] | null,
    readonly single: boolean,
    private readonly settler: Settler,
  ) {
    const count = calls.length;
    this.open = count;
    this.replies = new Array<Reply | null>(count);
    // By hand: `fill` is a call into the engine.
    for (let place = 0; place < count; place++) this.replies[place] = null;
  }

  take(place: number, reply: Reply): void {
    this.settler.settle(this, place, reply);
  }

  /** Whether all that the task needs is known. */
  get isSettled(): boolean {
    const { quorum, granted, open } = this;
    return quorum === null ? open === 0 : granted >= quorum.need || granted + open < quorum.need;
  }

  /** What the program is told. What comes later changes nothing in it: a decided group takes no more replies. */
  get answer(): unknown {
    const { replies, granted } = this;
    return this.quorum ? { replies, granted } : this.single ? replies[0] : replies;
  }
}

/** What a server sends unasked to one subscription. */
export class DrivenInbox {
  closed = false;
  /** Came for a taker that was gone by then. */
  readonly left: Reply[] = [];

  constructor(
    readonly id: number,
    readonly subscription: Subscription,
  ) {}
}
