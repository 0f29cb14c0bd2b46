/** A running program inside a process, and what it is waiting for. */
import type { Call, Effect, Program, Quorum, Task } from '../model/effects/effect';
import type { Reply } from '../model/effects/request';
import type { Message } from './message';
import type { ProgramHost } from './programHost';
import type { QueuedEvent } from './queue';

/** The thing that a task waits for. Cancelling the task discards it. */
export type Waiting = CallGroup | Timer | RunningTask | InboxState | null;

export class RunningTask implements Task {
  result: unknown = undefined;
  done = false;
  cancelled = false;
  waiting: Waiting = null;
  readonly joiners: RunningTask[] = [];
  /** Tasks that end with this one. */
  readonly tied: RunningTask[] = [];

  constructor(
    readonly id: number,
    readonly program: Program<unknown>,
    /** The life of its process that it belongs to. */
    readonly incarnation: number,
    /** Called with what the program returned. Not called if it was cancelled or its process crashed. */
    readonly finished: ((result: unknown) => void) | null,
  ) {}
}

/** The code that continues when a process that was stopped in the middle of it resumes. */
export type Preempted =
  | { readonly kind: 'answer'; readonly task: RunningTask; readonly answer: unknown }
  | { readonly kind: 'effect'; readonly task: RunningTask; readonly effect: Effect }
  | { readonly kind: 'sending'; readonly group: CallGroup };

/** Calls that the client's library sends again because no answer came. */
export interface GroupResending {
  /** The indices of the calls to send again, in order. */
  readonly indices: number[];
  /** How often the call at each index was sent again. */
  readonly counts: number[];
  /** How often any call was sent again. */
  sendings: number;
}

/** One or several calls that a task made with one effect. */
export class CallGroup {
  readonly replies: (Reply | null)[];
  /** The sent messages by the index of their call, with holes for calls that are not sent yet. */
  readonly messages: Message[];
  /** How many of the calls have been sent once. */
  sentCount = 0;
  /** How many sendings have been announced to waiting faults. */
  announced = 0;
  /** The latest sending that a new connection was opened for. −1: there was none. */
  reconnected = -1;
  open: number;
  granted = 0;
  decided = false;
  /** The timer shared by calls that were sent at the same instant. */
  timer: Timer | null = null;
  isSending = false;
  /** What was sent again, or will be. Null: nothing yet. */
  resending: GroupResending | null = null;

  constructor(
    readonly task: RunningTask,
    readonly calls: readonly Call[],
    /** Null: the task waits for all replies. */
    readonly quorum: Quorum['what'] | null,
    readonly single: boolean,
    /** Converts a single reply to another answer. */
    readonly convert: ((reply: Reply) => unknown) | null = null,
  ) {
    const count = calls.length;
    this.messages = new Array<Message>(count);
    this.replies = new Array<Reply | null>(count);
    // A loop by hand, because `fill` is a call into the engine.
    for (let index = 0; index < count; index++) this.replies[index] = null;
    this.open = count;
  }

  /** How often any call was sent. */
  get sendings(): number {
    return this.sentCount + (this.resending === null ? 0 : this.resending.sendings);
  }
}

/** Due when the monotonic clock of its process shows `dueMono`. */
export class Timer implements QueuedEvent {
  done = false;

  constructor(
    readonly host: ProgramHost,
    readonly dueMono: number,
    readonly incarnation: number,
    /** The task that sleeps or takes, or the calls that time out. */
    readonly of: RunningTask | CallGroup,
  ) {}

  fire(): void {
    this.host.timerDue(this);
  }

  isForgotten(): boolean {
    return this.done || this.incarnation !== this.host.incarnation;
  }
}

/** Messages that a server sends to one subscription without a request. */
export class InboxState {
  readonly messages: Reply[] = [];
  taker: RunningTask | null = null;
  timer: Timer | null = null;
  closed = false;

  constructor(
    readonly id: number,
    readonly from: number,
    readonly topic: string,
  ) {}
}
