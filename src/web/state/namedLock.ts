/** What the page knows of the lock of a scenario, whether it is a lock as specified or as a library has it. */
import type { Lock } from '../../core/model/lock';
import { namedLock, nameOf } from '../../core/model/namedLock';
import type { Profile } from '../../core/model/profile';
import type { LockChoice } from '../../core/model/scenario';
import type { Text } from '../../core/model/text';
import { currentParts } from './parts';

/** The profile of a scenario's lock. Null when it has none. */
export const profileOf = ({ profile }: LockChoice): Profile | null =>
  currentParts().profiles.get(profile ?? '') ?? null;

/** The name of the library or lock. An id that nobody knows names itself. */
export function titleOf(choice: LockChoice): Text {
  const title = profileOf(choice)?.title ?? currentParts().locks.get(choice.id)?.title;
  return title ?? { en: choice.id, zh: choice.id };
}

interface AsNamed {
  readonly lock: Lock;
  /** The settings that differ from those of this lock. */
  readonly choice: LockChoice;
}

/** The lock of a scenario under the name that it goes by: with a library's values as defaults. Undefined for a lock that nobody knows. */
export function lockAsNamed(choice: LockChoice): AsNamed | undefined {
  const named = namedLock(nameOf(choice), currentParts()) ?? namedLock(choice.id, currentParts());
  return named === undefined ? undefined : { lock: named.lock, choice: named.inward(choice) };
}
