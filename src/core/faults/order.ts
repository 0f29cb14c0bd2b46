/**
 * The orders that a fault's program gives to the world, as data. A program is a generator that yields orders. It does
 * not know whether the simulator or real processes behind a proxy carry them out. Times are in microseconds.
 */
import type { Message } from '../model/scenario/fault';
import type { ProcessId } from '../model/scenario/processId';
import type { Text } from '../model/values/text';
import type { Micros } from '../model/values/time';

/**
 * What a fault does from the moment when it takes effect. The program of a message fault runs from the beginning of the
 * run.
 */
export type Injection<R = void> = Generator<Order, R, unknown>;

/** The life of a process. A process that was started again has a new life. */
export type Incarnation = number;

/** Undoes a change of the links. */
export type Undo = () => void;

/** All links from one side to another. A process has no link to itself. */
export interface LinkEnds {
  readonly from: readonly ProcessId[];
  readonly to: readonly ProcessId[];
  readonly bothWays: boolean;
}

/** The server that currently answers for a node, and its followers in their order. */
export interface MasterWithReplicas {
  readonly master: ProcessId;
  readonly followers: readonly { readonly id: ProcessId; readonly isUp: boolean }[];
}

interface To {
  readonly process: ProcessId;
}

/** The clocks of a machine that stop with its process: only the monotonic one, or also the wall clock. */
export type StoppedClocks = 'none' | 'mono' | 'both';

export type Order =
  /** The fault has taken effect, and counts from now on. */
  | { readonly kind: 'struck'; readonly process: ProcessId | undefined }
  | { readonly kind: 'ended'; readonly process: ProcessId | undefined }
  /** The fault's moment came, but it found no target. */
  | { readonly kind: 'miss'; readonly reason: Text }
  /** Waits. With `isRest`, a run does not wait for it if nothing else is left. */
  | { readonly kind: 'wait'; readonly for: Micros; readonly isRest: boolean }
  /** Stops the process, and these clocks of its machine. Pauses may overlap. */
  | ({ readonly kind: 'pause'; readonly stoppedClocks: StoppedClocks } & To)
  /**
   * Ends this fault's pause, unless a crash has ended it, and reports that. The process runs again when no other
   * pause is left.
   */
  | ({ readonly kind: 'resume' } & To)
  /**
   * Ends the process. With `power` it also ends the machine, even if its process has already ended. With `incarnation`, only
   * if the process is still that one.
   */
  | ({ readonly kind: 'crash'; readonly power: boolean; readonly incarnation?: Incarnation } & To)
  /** Asks the process to stop, by SIGTERM. */
  | ({ readonly kind: 'ask-to-stop' } & To)
  /** Starts a process that is down. With `incarnation`, only if it has not been started since. */
  | ({ readonly kind: 'start'; readonly incarnation: Incarnation | null } & To)
  | ({ readonly kind: 'end-thread' } & To)
  | ({ readonly kind: 'start-thread'; readonly incarnation: Incarnation } & To)
  | ({ readonly kind: 'jump'; readonly by: Micros } & To)
  /** Makes the wall clock run faster than before, by parts per million. */
  | ({ readonly kind: 'drift'; readonly ppm: number } & To)
  /** Corrects the clocks at this rate from now on. It replaces an earlier correction. */
  | ({ readonly kind: 'slew'; readonly ppm: number } & To)
  | ({ readonly kind: 'end-slew' } & To)
  | { readonly kind: 'cut'; readonly ends: LinkEnds }
  | { readonly kind: 'slow'; readonly ends: LinkEnds; readonly by: Micros }
  | { readonly kind: 'undo'; readonly undo: Undo }
  /** Loses the message (null) or delays it. The program goes on once the message has been sent. */
  | { readonly kind: 'rule'; readonly message: Message; readonly delay: Micros | null }
  /** The servers of a lock service have no leader from now on, until this fault gives them one again. */
  | ({ readonly kind: 'lose-leader' } & To)
  | ({ readonly kind: 'find-leader' } & To)
  | ({ readonly kind: 'ask-leader' } & To)
  | ({ readonly kind: 'ask-followers' } & To)
  /** Asks about a client's session, at the servers that keep one for it. */
  | ({ readonly kind: 'ask-session' } & To)
  | ({ readonly kind: 'end-session' } & To)
  /** Null: any key. */
  | ({ readonly kind: 'ask-key'; readonly key: string | null } & To)
  /** Removes a key; null: all keys. With `evicts` the server does so by itself, for lack of memory. */
  | ({ readonly kind: 'remove-key'; readonly key: string | null; readonly evicts: boolean } & To)
  /** From now on no data from the master reaches the replica. */
  | { readonly kind: 'part'; readonly master: ProcessId; readonly newMaster: ProcessId }
  | { readonly kind: 'promote'; readonly master: ProcessId; readonly newMaster: ProcessId; readonly lost: number }
  /** From now on these clients reach the promoted replica when they ask for the master. */
  | {
      readonly kind: 'send-on';
      readonly clients: readonly ProcessId[];
      readonly master: ProcessId;
      readonly newMaster: ProcessId;
    };

export type OrderKind = Order['kind'];
export type OrderOf<K extends OrderKind> = Extract<Order, { readonly kind: K }>;

/** The answer to each order, if it has one. */
export interface Answers {
  /** Whether there was a process to stop. */
  readonly pause: boolean;
  /** How far the wall clock is behind because it was stopped. */
  readonly resume: Micros;
  /** Null: the order had no effect. */
  readonly crash: Incarnation | null;
  /** Null: the process handles no signal, so the signal ends it. */
  readonly 'ask-to-stop': Incarnation | null;
  /** Null: there was no thread. */
  readonly 'end-thread': Incarnation | null;
  /** Whether the correction was this fault's. */
  readonly 'end-slew': boolean;
  readonly cut: Undo;
  readonly slow: Undo;
  /** Whether the process represents several servers, one of which leads. */
  readonly 'ask-leader': boolean;
  /** Whether the client has a session whose server runs, so that it could end the session. */
  readonly 'ask-session': boolean;
  /** Whether the key exists on a server that could remove it: one that runs, and neither follows nor lacks a leader. */
  readonly 'ask-key': boolean;
  readonly 'ask-followers': MasterWithReplicas;
  /** The number of the master's writes that the promoted replica does not have. */
  readonly part: number;
}

export type AnswerTo<K extends OrderKind> = K extends keyof Answers ? Answers[K] : undefined;

/** Yields an order. Its interpreter answers it as `Answers` says. */
function* perform<K extends OrderKind>(order: OrderOf<K>): Injection<AnswerTo<K>> {
  return (yield order) as AnswerTo<K>;
}

export const reportInjected = (process: ProcessId | undefined) => perform<'struck'>({ kind: 'struck', process });
export const ended = (process: ProcessId | undefined) => perform<'ended'>({ kind: 'ended', process });
export const miss = (reason: Text) => perform<'miss'>({ kind: 'miss', reason });

/** Waits. The run does not come to rest before that. */
export const waitLasting = (micros: Micros) => perform<'wait'>({ kind: 'wait', for: micros, isRest: false });
/** Waits. If nothing else is left, the run ends earlier. */
export const waitOrEnd = (micros: Micros) => perform<'wait'>({ kind: 'wait', for: micros, isRest: true });

export const pause = (process: ProcessId, stoppedClocks: StoppedClocks = 'none') =>
  perform<'pause'>({ kind: 'pause', process, stoppedClocks });
export const resume = (process: ProcessId) => perform<'resume'>({ kind: 'resume', process });
export const crash = (process: ProcessId, how: { readonly power: boolean; readonly incarnation?: Incarnation }) =>
  perform<'crash'>({ kind: 'crash', process, ...how });
export const askToStop = (process: ProcessId) => perform<'ask-to-stop'>({ kind: 'ask-to-stop', process });
export const start = (process: ProcessId, incarnation: Incarnation | null) =>
  perform<'start'>({ kind: 'start', process, incarnation });
export const endThread = (process: ProcessId) => perform<'end-thread'>({ kind: 'end-thread', process });
export const startThread = (process: ProcessId, incarnation: Incarnation) =>
  perform<'start-thread'>({ kind: 'start-thread', process, incarnation });

export const jump = (process: ProcessId, by: Micros) => perform<'jump'>({ kind: 'jump', process, by });
export const drift = (process: ProcessId, ppm: number) => perform<'drift'>({ kind: 'drift', process, ppm });
export const slew = (process: ProcessId, ppm: number) => perform<'slew'>({ kind: 'slew', process, ppm });
export const endSlew = (process: ProcessId) => perform<'end-slew'>({ kind: 'end-slew', process });

export const cut = (ends: LinkEnds) => perform<'cut'>({ kind: 'cut', ends });
export const slow = (ends: LinkEnds, by: Micros) => perform<'slow'>({ kind: 'slow', ends, by });
export const undo = (change: Undo) => perform<'undo'>({ kind: 'undo', undo: change });
export const rule = (message: Message, delay: Micros | null) => perform<'rule'>({ kind: 'rule', message, delay });

export const askLeader = (process: ProcessId) => perform<'ask-leader'>({ kind: 'ask-leader', process });
export const loseLeader = (process: ProcessId) => perform<'lose-leader'>({ kind: 'lose-leader', process });
export const findLeader = (process: ProcessId) => perform<'find-leader'>({ kind: 'find-leader', process });

export const askSession = (process: ProcessId) => perform<'ask-session'>({ kind: 'ask-session', process });
export const endSession = (process: ProcessId) => perform<'end-session'>({ kind: 'end-session', process });

export const askKey = (process: ProcessId, key: string | null) => perform<'ask-key'>({ kind: 'ask-key', process, key });
export const removeKey = (process: ProcessId, key: string | null, how: { readonly evicts: boolean }) =>
  perform<'remove-key'>({ kind: 'remove-key', process, key, ...how });

export const askFollowers = (process: ProcessId) => perform<'ask-followers'>({ kind: 'ask-followers', process });
export const lostWritesOf = (master: ProcessId, newMaster: ProcessId) =>
  perform<'part'>({ kind: 'part', master, newMaster });
export const promote = (master: ProcessId, newMaster: ProcessId, lost: number) =>
  perform<'promote'>({ kind: 'promote', master, newMaster, lost });
export const redirectClients = (clients: readonly ProcessId[], master: ProcessId, newMaster: ProcessId) =>
  perform<'send-on'>({ kind: 'send-on', clients, master, newMaster });
