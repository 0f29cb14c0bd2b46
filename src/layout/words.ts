/** The words that stand on the timeline, handed in by the page in its language. Layout knows where they stand, not what they say. */

import type { Reason } from '../model/effect';
import type { ProcessId } from '../model/scenario';
import type { GoneCause, LossCause } from '../model/trace';

export interface Words {
  /** What a kind of fault is called. */
  readonly fault: (kind: string) => string;
  /** Client 1, Redis A, Storage. */
  readonly process: (id: ProcessId) => string;
  /** C1, A, S: where there is no room. */
  readonly processShort: (id: ProcessId) => string;
  readonly holds: (until: string) => string;
  readonly validUntil: (until: string) => string;
  readonly holdsForEver: string;
  /** Inside where no lock keeps anybody out. */
  readonly withoutLock: string;
  /** Of one who holds the lock together with others. */
  readonly shares: (who: string) => string;
  readonly holdsWithSession: string;
  readonly heldPastSession: string;
  readonly outOfTurn: string;
  readonly heldPast: (until: string) => string;
  readonly heldPastShort: string;
  readonly refused: (by: number, of: number) => string;
  readonly refusedShort: string;
  /** Why a client did not get the lock, where nobody refused it; null where somebody did. */
  readonly notGot: (reason: Reason) => string | null;
  readonly noQuorum: string;
  readonly paused: (length: string) => string;
  readonly asleep: (length: string) => string;
  readonly crashed: string;
  readonly powerLost: string;
  readonly restartedEmpty: string;
  readonly restartedKept: (entries: number) => string;
  readonly restarted: string;
  /** Down and up again in the same instant, with so many keys; −1: not a server of keys. */
  readonly restartedAtOnce: (entries: number) => string;
  readonly expires: string;
  readonly gone: (cause: GoneCause) => string;
  readonly deletedBy: (who: string) => string;
  readonly lost: (cause: LossCause) => string;
  readonly late: string;
  readonly cut: (link: string) => string;
  readonly slow: (link: string, by: string) => string;
  readonly holders: (count: number, length: string) => string;
  readonly quorum: (need: number, of: number) => string;
  /** Over the counts of clients that have different lists of nodes. */
  readonly votes: string;
  readonly read: (value: number) => string;
  readonly wrote: (value: number) => string;
  readonly overwrote: (value: number) => string;
  /** A read replica has this version now. */
  readonly adopted: (version: number) => string;
  /** Whose mark stands on the resource. */
  readonly markStands: (who: string) => string;
  /** Of an object with so many parts of an unfinished write. */
  readonly readHalf: (value: number, parts: number) => string;
  /** Asked whether a thing without versions is done. */
  readonly looked: (isDone: boolean) => string;
  readonly part: (part: number) => string;
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
  readonly writesLost: (count: number) => string;
  readonly clockBy: (by: string) => string;
  readonly clockRate: (ppm: string) => string;
  readonly clockSlews: (by: string) => string;
  readonly delayed: (by: string) => string;
  readonly differs: string;
  readonly density: (messages: number) => string;
}
