/** A lock or profile, by the name of a list, in the place of another one. */
import { type Before, nothingBefore } from './before';
import { type KnownLocks, namedLock, nameOf } from './namedLock';
import { afterLeaving, likeBefore } from './otherLock';
import type { LockChoice } from './scenario';

export interface InPlaceOf {
  readonly choice: LockChoice;
  readonly before?: Before;
}

/** The lock or profile with this name in the place of another one, with what means the same carried over. */
export function lockInPlace(
  name: string,
  { choice, before = nothingBefore }: InPlaceOf,
  known: KnownLocks,
): LockChoice {
  const next = namedLock(name, known);
  return next === undefined ? { id: name } : next.outward(likeBefore(beforeNext(choice, before, known), next.lock));
}

/** What stays known when this lock is left. */
export function beforeNext(choice: LockChoice, before: Before, known: KnownLocks): Before {
  const last = namedLock(nameOf(choice), known);
  return last === undefined ? before : afterLeaving(before, last.lock, last.inward(choice));
}
