/** A program in progress on promises, and what it is waiting for. It does not know how its effects are performed. */
import { type Call, isDecided, type Program, type Quorum, type Task } from '../model/effects/effect';
import type { Reply } from '../model/effects/request';
import type { ReplyReceiver, Subscription } from './host';

/** The thing that a task waits for. Cancelling the task discards it. */
export type Waiting = CallGroup | Pending | DrivenTask | null;

/** A wait for one thing: a sleep, a message in an inbox, or a subscription that is being opened. */
export class Pending {
  readonly controller = new AbortController();
}

/** Most tasks are never joined, so they share one empty list. */
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

  /** This task or the ancestor that was started and not forked. */
  readonly root: DrivenTask;
  /** Receives the task's result or error. Null for a forked task, whose joiners receive it. */
  outcome: Outcome | null = null;

  constructor(
    readonly id: number,
    readonly program: Program<unknown>,
    root: DrivenTask | null,
  ) {
    this.root = root ?? this;
  }
}

/** Continues a task when its calls are decided. */
interface Settler {
  readonly settle: (group: CallGroup, index: number, reply: Reply) => void;
}

/** One or several calls that a task made with one effect. */
export class CallGroup implements ReplyReceiver {
  decided = false;
  granted = 0;
  open: number;
  readonly replies: (Reply | null)[];

  constructor(
    readonly task: DrivenTask,
    readonly calls: readonly Call[],
    /** Null: the task waits for all replies. */
    readonly quorum: Quorum['what'] | null,
    readonly single: boolean,
    private readonly settler: Settler,
  ) {
    const count = calls.length;
    this.open = count;
    this.replies = new Array<Reply | null>(count);
    // A loop by hand, because `fill` is a call into the engine.
    for (let index = 0; index < count; index++) this.replies[index] = null;
  }

  take(index: number, reply: Reply): void {
    this.settler.settle(this, index, reply);
  }

  /** Whether the task has all the replies that it needs. */
  get isSettled(): boolean {
    return this.quorum === null ? this.open === 0 : isDecided(this.quorum, this);
  }

  /** The answer to the program. It is final once the group is decided. */
  get answer(): unknown {
    const { replies, granted } = this;
    return this.quorum ? { replies, granted } : this.single ? replies[0] : replies;
  }
}

/** The messages that a server pushes to one subscription. */
export class DrivenInbox {
  closed = false;
  /** Messages that came after their taker was gone. */
  readonly left: Reply[] = [];

  constructor(
    readonly id: number,
    readonly subscription: Subscription,
  ) {}
}
