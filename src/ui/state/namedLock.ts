/** What the page knows of the lock of a scenario, whether it is a lock as specified or as a library has it. */
import type { KnownLocks } from '../../model/namedLock';
import type { Profile } from '../../model/profile';
import type { LockChoice } from '../../model/scenario';
import type { Text } from '../../model/text';
import { profiles, registry } from '../../run/onDemand';

/** It grows while the page loads. */
export const knownLocks: KnownLocks = { locks: registry.locks, profiles };

/** The profile of a scenario's lock. Null when it has none, or when it is not loaded yet. */
export const profileOf = ({ profile }: LockChoice): Profile | null => profiles.get(profile ?? '') ?? null;

/** The name of the library or lock, or its id while it is not loaded. */
export function titleOf(choice: LockChoice): Text {
  const title = profileOf(choice)?.title ?? registry.locks.get(choice.id)?.title;
  return title ?? { en: choice.id, zh: choice.id };
}
