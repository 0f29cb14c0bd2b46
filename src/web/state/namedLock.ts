/** What the page knows of a scenario's lock, whether it is a lock as specified or as a library implements it. */
import type { Lock } from '../../core/model/lock';
import { namedLock, nameOf } from '../../core/model/namedLock';
import type { Profile } from '../../core/model/profile';
import type { LockChoice } from '../../core/model/scenario';
import type { Text } from '../../core/model/text';
import { currentParts } from './parts';

/** The profile of a scenario's lock; null if it has no profile. */
export const profileOf = ({ profile }: LockChoice): Profile | null =>
  currentParts().profiles.get(profile ?? '') ?? null;

/** The name of the library or lock. An unknown id is its own name. */
export function titleOf(choice: LockChoice): Text {
  const title = profileOf(choice)?.title ?? currentParts().locks.get(choice.id)?.title;
  return title ?? { en: choice.id, zh: choice.id };
}

interface AsNamed {
  readonly lock: Lock;
  /** The settings that differ from the defaults of this lock. */
  readonly choice: LockChoice;
}

/** The lock of a scenario under its own name, with the library's values as defaults. Undefined for an unknown lock. */
export function lockAsNamed(choice: LockChoice): AsNamed | undefined {
  const named = namedLock(nameOf(choice), currentParts()) ?? namedLock(choice.id, currentParts());
  return named === undefined ? undefined : { lock: named.lock, choice: named.inward(choice) };
}
