/** Replaces a lock or profile by another one, which is named as in lists. */

import { type KnownLocks, namedLock, nameOf } from './namedLock';
import { afterLeaving, likeBefore } from './otherLock';
import { noPastLocks, type PastLocks } from './pastLocks';
import type { LockChoice } from './scenario';

export interface ReplacedLock {
  readonly choice: LockChoice;
  readonly before?: PastLocks;
}

/** The lock or profile with this name in place of the old one. Settings with the same meaning are carried over. */
export function replaceLock(
  name: string,
  { choice, before = noPastLocks }: ReplacedLock,
  known: KnownLocks,
): LockChoice {
  const next = namedLock(name, known);
  return next === undefined ? { id: name } : next.outward(likeBefore(pastLocksAfter(choice, before, known), next.lock));
}

/** The past locks, including this one. */
export function pastLocksAfter(choice: LockChoice, before: PastLocks, known: KnownLocks): PastLocks {
  const last = namedLock(nameOf(choice), known);
  return last === undefined ? before : afterLeaving(before, last.lock, last.inward(choice));
}
