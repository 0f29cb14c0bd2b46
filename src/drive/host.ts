/**
 * What the promise driver needs of the world: the second interpreter of effects asks this of whoever hosts a program, on a
 * real network with real clocks. Knows no Redis client, no lock and no trace.
 */
import type { Call, Declaration, Hold } from '../model/effect';
import type { Reply } from '../model/request';
import type { ProcessId } from '../model/scenario';
import type { LocalInstant, Micros } from '../model/time';

/** A subscription that is open. `next` answers what came, in order; a timeout; or that the connection was closed. */
export interface Subscription {
  readonly next: (timeout: Micros | null, signal: AbortSignal) => Promise<Reply>;
  readonly close: () => void;
}

/** The calls that one effect made together. */
export interface Asked {
  /** The program has its answer: what still comes is late, and a timeout is no news. */
  readonly decided: boolean;
}

/** The same, for a host that hands its replies in by itself. */
export interface Asking extends Asked {
  /** Once for each call, by its place among them. */
  readonly take: (place: number, reply: Reply) => void;
}

/** Where a program runs. No method rejects: failures are replies. */
export interface Host {
  readonly now: () => LocalInstant;
  readonly mono: () => LocalInstant;
  /** A whole number in 0 … below − 1. */
  readonly random: (name: string, below: number) => number;
  /** Resolves after the time, or as soon as the signal says so. */
  readonly sleep: (micros: Micros, signal: AbortSignal) => Promise<void>;
  /** Sends at once, before it returns; resolves with the reply, `timedOut` or `connectionClosed`. */
  readonly call: (call: Call, asked: Asked) => Promise<Reply>;
  /** Instead of `call`, where each promise counts: sends all calls of an effect at once, and hands their replies to `asking` later. */
  readonly sendAll?: (calls: readonly Call[], asking: Asking) => void;
  /** Hears what the driver made of a reply, right after it came: counted as a yes or a no, or late. For tracing. */
  readonly heard?: (call: Call, reply: Reply, as: 'granted' | 'refused' | 'late') => void;
  readonly open: (to: ProcessId, topic: string, timeout: Micros | null) => Promise<Subscription>;
  readonly listen: (to: ProcessId, topic: string) => Subscription;
  /** A program that was started has ended: it returned, threw, or was cancelled and has cleaned up. Not one that was killed. */
  readonly ended?: () => void;
  /**
   * An effect is about to be performed. A host may stop its own process in it, or kill the program. Absent: nobody counts, and most
   * effects are answered before anybody sees them.
   */
  readonly beforeEffect?: () => void;
  /** Where in the code the program is. It goes on when this returns: a host may stop its own process in it. */
  readonly step: (label: string, task: number) => void;
  /** Answers the number of the hold: a new one for `acquiring`. */
  readonly mark: (declaration: Declaration) => Hold;
}
