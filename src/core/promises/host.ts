/**
 * What the promise driver needs from the world: the host that runs a program, on a real network with real clocks. It
 * knows no Redis client, no lock and no trace.
 */
import type { Call, Declaration, Hold } from '../model/effects/effect';
import type { Reply } from '../model/effects/request';
import type { ProcessId } from '../model/scenario/processId';
import type { LocalInstant, Micros } from '../model/values/time';

/**
 * An open subscription. `next` resolves with the next message in order, with a timeout, or with the notice that the
 * connection was closed.
 */
export interface Subscription {
  readonly next: (timeout: Micros | null, signal: AbortSignal) => Promise<Reply>;
  readonly close: () => void;
}

/** The calls that one effect made together. */
export interface CallState {
  /** True once the program has its answer. Later replies are late, and a timeout has no effect any more. */
  readonly decided: boolean;
}

/** The same for a host that delivers its replies by itself. */
export interface ReplyReceiver extends CallState {
  /** Called once for each call, with its index among them. */
  readonly take: (index: number, reply: Reply) => void;
}

/** Where a program runs, except for how it sends. No method rejects: failures are replies. */
export interface World {
  readonly now: () => LocalInstant;
  readonly mono: () => LocalInstant;
  /** A whole number from 0 to below − 1. */
  readonly random: (name: string, below: number) => number;
  /** Resolves after the time, or as soon as the signal aborts. */
  readonly sleep: (micros: Micros, signal: AbortSignal) => Promise<void>;
  /** Called right after a reply came, with what it counted as. For tracing only. */
  readonly traceReply?: (call: Call, reply: Reply, as: 'granted' | 'refused' | 'late') => void;
  /** Resolves with null if the server does not confirm the subscription. */
  readonly open: (to: ProcessId, topic: string, timeout: Micros | null) => Promise<Subscription | null>;
  /** Leave it out if no program listens without having opened. */
  readonly listen?: (to: ProcessId, topic: string) => Subscription;
  /**
   * Called when a started program has ended: it returned, threw, or was cancelled and has cleaned up. A killed
   * program is not reported.
   */
  readonly ended?: () => void;
  /**
   * Called before an effect is performed. A host may stop its own process in it, or kill the program. Leave it out if
   * effects need not be counted: most effects are then answered without climbing through the generators.
   */
  readonly beforeEffect?: () => void;
  /**
   * Called with the program's place in its code. The program goes on when this returns, so a host may stop its own
   * process in it.
   */
  readonly step: (label: string, task: number) => void;
  /** Returns the number of the hold, a new one for `acquiring`. */
  readonly mark: (declaration: Declaration) => Hold;
}

/** Where a program runs. */
export interface Host extends World {
  /** Sends before it returns. Resolves with the reply, `timedOut` or `connectionClosed`. */
  readonly call: (call: Call, state: CallState) => Promise<Reply>;
  readonly listen: (to: ProcessId, topic: string) => Subscription;
}

/** The same for a host where each promise would be costly. */
export interface SendingHost extends World {
  /** Sends all calls of an effect at once and delivers their replies to `asking` later. */
  readonly sendAll: (calls: readonly Call[], asking: ReplyReceiver) => void;
}
