/**
 * What a program can ask of the world, as data. A program is a generator that yields effects. It does not know
 * whether the simulator performs them or the promise driver on a real network.
 *
 * Each effect is its own single-use iterator, so that `yield*` is typed and costs one allocation. Its first `next`
 * hands the effect to the interpreter, and its second hands the interpreter's answer back to the program. All effects
 * are of one class, because engines inspect them in every generator on the way up and are fastest with one shape.
 */

import type { ProcessId } from '../scenario/processId';
import type { LocalInstant, Micros } from '../values/time';
import type { Reply, Request } from './request';
import { isGrant } from './request';

/**
 * An interpreter may answer effects that need no waiting as it meets them, before they climb through all the generators
 * up to it. Programs cannot tell the difference.
 */
export interface QuickAnswers {
  /** The answer, or `later` if the effect must go up to the interpreter. */
  readonly answerAtOnce: (effect: Effect) => unknown;
}

export const deferred: unique symbol = Symbol('later');

let quick: QuickAnswers | null = null;

/**
 * Sets the interpreter that answers at once from now on; null: no interpreter does. Reset it as soon as the program
 * has stopped.
 */
export function setFastPath(answers: QuickAnswers | null): void {
  quick = answers;
}

class Ask<K extends string, W, R> {
  done: boolean;
  value: unknown;
  private isAsked: boolean;

  constructor(
    readonly kind: K,
    /** The request that the effect makes. */
    readonly what: W,
  ) {
    this.done = false;
    this.value = undefined;
    this.isAsked = false;
  }

  [Symbol.iterator](): Iterator<Effect, R, unknown> {
    return this as unknown as Iterator<Effect, R, unknown>;
  }

  next(answer: unknown): this {
    if (this.isAsked) {
      this.done = true;
      this.value = answer;
    } else {
      this.isAsked = true;
      const atOnce = quick === null ? deferred : quick.answerAtOnce(this as unknown as Effect);
      this.done = atOnce !== deferred;
      this.value = this.done ? atOnce : this;
    }
    return this;
  }
}

/** A program and what it returns. An interpreter performs its effects. */
export type Program<R = void> = Generator<Effect, R, unknown>;

/** Reads the wall clock of the process. Its time is absolute and may jump. */
export type Now = Ask<'now', null, LocalInstant>;

/** Reads the monotonic clock of the process. It never jumps, and it stops while the machine is suspended. */
export type Mono = Ask<'mono', null, LocalInstant>;

/** A whole number from 0 to below − 1. */
export type Random = Ask<'random', { readonly name: string; readonly below: number }, number>;

/** Waits on the monotonic clock. */
export type Sleep = Ask<'sleep', Micros, void>;

/** One request to one process. `timeout: null` waits forever. */
export interface Call {
  readonly to: ProcessId;
  readonly request: Request;
  readonly timeout: Micros | null;
  /**
   * The timeout also drops the connection. Later messages travel on a new one and may overtake earlier ones. `first`:
   * the connection is also dropped before the request is sent.
   */
  readonly reconnect: boolean | 'first';
  /** How often an unanswered request is sent again, each time with the whole timeout, while somebody waits for it. */
  readonly resends: number;
  /** The deadline of all attempts to send it, by the monotonic clock. Null: there is no deadline. */
  readonly until: LocalInstant | null;
  /**
   * If one of its messages is lost, its connection ends and the caller learns of it. Otherwise the caller learns
   * nothing.
   */
  readonly lossCloses: boolean;
}

export interface CallOptions {
  readonly timeout?: Micros | null;
  readonly reconnect?: boolean | 'first';
  readonly resends?: number;
  readonly until?: LocalInstant | null;
  readonly lossCloses?: boolean;
}

/** Describes a request without sending it, for `all` and `quorum`. */
export const to = (process: ProcessId, request: Request, options: CallOptions = {}): Call => ({
  to: process,
  request,
  timeout: options.timeout ?? null,
  reconnect: options.reconnect ?? false,
  resends: options.resends ?? 0,
  until: options.until ?? null,
  lossCloses: options.lossCloses ?? false,
});

/** Sends a request and waits for its reply. */
export type Single = Ask<'call', Call, Reply>;

/** Sends every call at once, in order, and returns when each has its reply, in the order of the calls. */
export type All = Ask<'all', readonly Call[], readonly Reply[]>;

export interface QuorumReplies {
  /** In the order of the calls. Null: not answered when the quorum was decided. Later answers are late replies. */
  readonly replies: readonly (Reply | null)[];
  readonly granted: number;
}

/**
 * Sends every call at once. Returns as soon as `need` of them are granted, or can no longer be. With `until: 'granted'`
 * it does not give up early: without enough grants it returns after the last answer. With a number of `refusals` it
 * also returns early once that many have refused; and, unless it `hearsAll`, once that many no longer can.
 */
export type Quorum = Ask<
  'quorum',
  {
    readonly calls: readonly Call[];
    readonly need: number;
    readonly grants: (reply: Reply) => boolean;
    readonly until: QuorumEnd;
  },
  QuorumReplies
>;

type QuorumEnd = 'decided' | 'granted' | { readonly refusals: number; readonly hearsAll?: true };

/** Whether the outcome of a quorum is known. */
export function isDecided(what: Quorum['what'], { granted, open, replies }: Counted): boolean {
  const { need, until } = what;
  if (granted >= need || open === 0) return true;
  if (until === 'granted' || granted + open >= need) return false;
  if (until === 'decided') return true;
  const refused = replies.filter((reply) => reply?.kind === 'ok' && !what.grants(reply)).length;
  return refused >= until.refusals || (until.hearsAll !== true && refused + open < until.refusals);
}

interface Counted {
  /** Calls that were granted. */
  readonly granted: number;
  /** Calls without an answer yet. */
  readonly open: number;
  readonly replies: readonly (Reply | null)[];
}

/** A program that runs beside its parent in the same process. */
export interface Task<R = unknown> {
  readonly id: number;
  readonly result?: R;
}

/**
 * Starts a program as a task. A `tied` task ends with the task that forked it; any other goes on while the process
 * lives.
 */
export type Fork<R> = Ask<'fork', { readonly program: Program<R>; readonly tied: boolean }, Task<R>>;

/** Waits for a task. Returns what it returned, or undefined when it was cancelled. */
export type Join<R> = Ask<'join', Task<R>, R | undefined>;

/** Runs the `finally` of a task and performs its effects. It cannot take back what is in flight. */
export type Cancel = Ask<'cancel', Task, void>;

/** Messages that a server pushes, in the order in which they came. */
export interface Inbox {
  readonly id: number;
  /** True if the subscription is known to be over: the server did not confirm it, or its connection has ended. */
  readonly closed: boolean;
}

/** Subscribes to a topic of a server: a channel, a watch. */
export type Open = Ask<
  'open',
  { readonly to: ProcessId; readonly topic: string; readonly timeout: Micros | null; readonly lossCloses: boolean },
  Inbox
>;

/**
 * An inbox for what a server sends on a connection that exists already, for example a watch event. It sends nothing.
 */
export type Listen = Ask<'listen', { readonly to: ProcessId; readonly topic: string }, Inbox>;

/** Takes the next message of an inbox, a timeout, or the news that its connection was closed. */
export type Take = Ask<'take', { readonly inbox: Inbox; readonly timeout: Micros | null }, Reply>;

/** Says where in the code the process is. A fault may be anchored here; no other process runs. */
export type Step = Ask<'step', string, void>;

/** The number of one acquisition, from `acquiring` to `released`. */
export type Hold = number;

/** Why an acquire was refused, or a release found nothing. */
export const reasons = [
  'none',
  'held',
  'no-quorum',
  'no-validity',
  'error',
  'slept',
  'not-owner',
  'gone',
  'expired',
  'stolen',
  'disconnected',
] as const;
export type Reason = (typeof reasons)[number];

/** A client's declaration about its own lock, for the judge and the picture. Programs never read it. */
export type Declaration =
  | { readonly mark: 'acquiring' }
  | { readonly mark: 'refused'; readonly hold: Hold; readonly reason: Reason }
  | {
      readonly mark: 'acquired';
      readonly hold: Hold;
      readonly validFor: Micros;
      readonly token: number | null;
      /** Whether other shared holders may hold the lock too. */
      readonly shared: boolean;
    }
  | { readonly mark: 'extended'; readonly hold: Hold; readonly validFor: Micros }
  | { readonly mark: 'releasing'; readonly hold: Hold }
  | { readonly mark: 'released'; readonly hold: Hold; readonly reason: Reason }
  /** The client learns that its lock is lost. It may go on. */
  | { readonly mark: 'lost'; readonly hold: Hold; readonly reason: Reason }
  /** The client has stopped its work before its release. */
  | { readonly mark: 'stopped'; readonly hold: Hold; readonly reason: Reason }
  | { readonly mark: 'finished'; readonly round: number; readonly ok: boolean | 'skipped' };

/** The `validFor` of a lock that does not expire. */
export const forever: Micros = -1;

/** Makes a declaration. Returns the number of the hold, a new one for `acquiring`. */
export type Mark = Ask<'mark', Declaration, Hold>;

/**
 * The interface through which user code, which is not a program, asks for effects. It works while its process lives.
 */
export interface GuestIO {
  /** Reads a clock, or draws a number. No other process runs meanwhile. */
  readonly read: (effect: Now | Mono | Random) => number;
  /**
   * A place in the middle of the user code where a fault may stop its process. Returns whether the code goes on. If
   * not, everything that it asked for in this entry is dropped, and a paused process is later entered in the same way
   * again.
   */
  readonly goesOn: () => boolean;
  /** Starts a program once the user code waits. Returns a function that ends the program where it is. */
  readonly start: (program: Program<unknown>) => () => void;
  /**
   * How often a process was restarted before its present life. Null: it has ended; a paused process lives. Undefined:
   * not known here.
   */
  readonly incarnationOf: (process: ProcessId) => number | null | undefined;
  /** Sets what starts when the process is asked to stop. Null: the request ends the process. */
  readonly onStopRequest: (stops: (() => Program) | null) => void;
  /** The number of events in the run so far. The recorder uses it; user code never sees it. */
  readonly events: () => number;
  /** Ends the process once the user code waits, as an uncaught exception does. */
  readonly exit: () => void;
}

/** One entry into user code. */
export interface GuestEntry<R = unknown> extends GuestIO {
  /** The task that entered goes on with this result once the user code waits. Only the first result counts. */
  readonly settle: (result: R) => void;
}

/**
 * Enters user code, at once or after a pause. The code runs uninterrupted until it waits; the effects that it asks for
 * begin afterwards. The task goes on when the code has called `settle`, then or much later.
 */
export type GuestCode<R> = Ask<'foreign', (door: GuestEntry<R>) => void, R>;

export type Effect =
  | GuestCode<never>
  | Now
  | Mono
  | Random
  | Sleep
  | Single
  | All
  | Quorum
  | Fork<unknown>
  | Join<unknown>
  | Cancel
  | Open
  | Listen
  | Take
  | Step
  | Mark;

export const guestCode = <R>(enter: (door: GuestEntry<R>) => void): GuestCode<R> => new Ask('foreign', enter);
export const now = (): Now => new Ask('now', null);
export const mono = (): Mono => new Ask('mono', null);
export const random = (name: string, below: number): Random => new Ask('random', { name, below });
export const sleep = (micros: Micros): Sleep => new Ask('sleep', micros);
export const call = (process: ProcessId, request: Request, options?: CallOptions): Single =>
  new Ask('call', to(process, request, options));
export const all = (calls: readonly Call[]): All => new Ask('all', calls);
export const quorum = (
  calls: readonly Call[],
  need: number,
  grants: (reply: Reply) => boolean = isGrant,
  until: QuorumEnd = 'decided',
): Quorum => new Ask('quorum', { calls, need, grants, until });
export const fork = <R>(program: Program<R>, { tied = false }: { readonly tied?: boolean } = {}): Fork<R> =>
  new Ask('fork', { program, tied });
export const join = <R>(task: Task<R>): Join<R> => new Ask('join', task);
export const cancel = (task: Task): Cancel => new Ask('cancel', task);
export const open = (
  process: ProcessId,
  topic: string,
  { timeout = null, lossCloses = false }: Pick<CallOptions, 'timeout' | 'lossCloses'> = {},
): Open => new Ask('open', { to: process, topic, timeout, lossCloses });
export const listen = (process: ProcessId, topic: string): Listen => new Ask('listen', { to: process, topic });
export const take = (inbox: Inbox, timeout: Micros | null = null): Take => new Ask('take', { inbox, timeout });
export const step = (label: string): Step => new Ask('step', label);
export const mark = (declaration: Declaration): Mark => new Ask('mark', declaration);
