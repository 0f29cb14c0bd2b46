/**
 * The words on the timeline. The page passes them in its own language. Layout knows where they are, but not what they
 * mean.
 */

import type { Reason } from '../../core/model/effects/effect';
import type { Fault, OnProcess } from '../../core/model/scenario/fault';
import type { ProcessId } from '../../core/model/scenario/processId';
import type { GoneCause, LossCause } from '../../core/model/trace/trace';

export interface Words {
  /** The name of a kind of fault. */
  readonly fault: (kind: string) => string;
  /** The effect of a fault on its process, in a few words. */
  readonly faultDoes: (fault: Fault & OnProcess) => string;
  /** For example `Client 1`, `Redis A`, `Storage`. */
  readonly process: (id: ProcessId) => string;
  /** For example `C1`, `A`, `S`, if there is little room. */
  readonly processShort: (id: ProcessId) => string;
  readonly holds: (until: string) => string;
  readonly validUntil: (until: string) => string;
  readonly holdsWithoutExpiry: string;
  /** The client works, but no lock keeps others out. */
  readonly withoutLock: string;
  /** The client holds the lock together with others. */
  readonly shares: (who: string) => string;
  readonly holdsWithSession: string;
  readonly heldPastSession: string;
  readonly outOfTurn: string;
  readonly heldPast: (until: string) => string;
  readonly heldPastShort: string;
  readonly refused: (by: number, of: number) => string;
  readonly refusedShort: string;
  /** Why a client did not get the lock although no server refused it; null if one did. */
  readonly notGot: (reason: Reason) => string | null;
  readonly noQuorum: string;
  /** The length of something that has not ended yet. */
  readonly untilNow: (length: string) => string;
  readonly paused: (length: string) => string;
  readonly asleep: (length: string) => string;
  /** The whole machine was stopped, including all its clocks. */
  readonly stopped: (length: string) => string;
  readonly crashed: string;
  readonly powerLost: string;
  readonly restartedEmpty: string;
  readonly restartedKept: (entries: number) => string;
  readonly restarted: string;
  /** The process was down and up again at the same instant, with this many keys; −1 if it is not a server of keys. */
  readonly restartedAtOnce: (entries: number) => string;
  readonly expires: string;
  readonly gone: (cause: GoneCause) => string;
  readonly deletedBy: (who: string) => string;
  readonly lost: (cause: LossCause) => string;
  readonly late: string;
  /** A client library sent a command again, for the nth time. */
  readonly resentByLibrary: (nth: number) => string;
  readonly cut: (link: string) => string;
  readonly slow: (link: string, by: string) => string;
  /** A round of requests that is drawn as one: the answers in time, and how many came late. */
  readonly bundle: (requests: number, yes: number, late: number) => string;
  readonly holder: { readonly none: string };
  readonly holders: (count: number, length: string) => string;
  readonly quorum: (need: number, of: number) => string;
  /** The label over the counts of clients with different lists of nodes. */
  readonly votes: string;
  readonly read: (value: number) => string;
  readonly wrote: (value: number) => string;
  readonly overwrote: (value: number) => string;
  /** A read replica received this version. */
  readonly adopted: (version: number) => string;
  /** This client's mark is on the resource. */
  readonly markStands: (who: string) => string;
  /** The object that was read has this many parts of an unfinished write. */
  readonly readHalf: (value: number, parts: number) => string;
  /** The answer to the question whether an action without versions was done. */
  readonly looked: (isDone: boolean) => string;
  readonly part: (part: number) => string;
  /** Several chunks of one write, side by side. */
  readonly parts: (first: number, last: number) => string;
  readonly marked: string;
  readonly rejected: string;
  readonly versionPassed: (basedOn: number, now: number) => string;
  readonly notMarked: string;
  readonly notHolder: string;
  readonly anothersToken: (token: number) => string;
  readonly done: string;
  readonly doneAgain: (times: number) => string;
  readonly mixedWith: (who: string) => string;
  readonly threadDied: string;
  readonly token: (token: number) => string;
  readonly tokenMax: (token: number) => string;
  readonly promoted: (who: string) => string;
  /** On the bar of the member that leads. */
  readonly leads: string;
  readonly writesLost: (count: number) => string;
  readonly clockBy: (by: string) => string;
  readonly clockRate: (ppm: string) => string;
  readonly clockSlews: (by: string) => string;
  readonly delayed: (by: string) => string;
  readonly differs: string;
  /** What is drawn in grey. */
  readonly before: string;
  readonly density: (messages: number) => string;
  readonly scene: SceneWords;
}

/** The words that only a scene has. They are for people who see a lock for the first time. */
export interface SceneWords {
  readonly lock: string;
  /** A name on the bar of the lock. */
  readonly holder: (name: string) => string;
  readonly free: string;
  /** Some keys are set, but no majority. */
  readonly partly: string;
  /** The same where no nodes are drawn. */
  readonly nobody: string;
  readonly expired: string;
  readonly has: string;
  readonly stillThinks: string;
  readonly stillThinksShort: string;
  readonly asks: string;
  readonly asksShort: string;
  readonly waits: string;
  readonly holdersAtOnce: (count: number) => string;
  /** The same where one of them works without the lock. */
  readonly workersAtOnce: (count: number) => string;
  readonly paused: (length: string) => string;
  readonly asleep: (length: string) => string;
  readonly stopped: (length: string) => string;
  readonly reads: (value: number) => string;
  readonly lost: (value: number) => string;
  readonly refused: (value: number) => string;
  /** Why: the version that the write is based on, and the current one. */
  readonly basedOn: (version: number, now: number) => string;
  readonly basedOnShort: (version: number, now: number) => string;
  /** How often an action without a value was done. */
  readonly times: (count: number) => string;
  readonly drag: string;
  /** The same with the length of what is dragged. */
  readonly dragLength: (length: string) => string;
}
