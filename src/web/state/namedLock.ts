/** What the page knows of a scenario's lock, whether it is a lock as specified or as a library implements it. */
import { lockFacts } from '../../core/locks/facts';
import type { Lock } from '../../core/model/scenario/lock';
import { namedLock, nameOf } from '../../core/model/scenario/namedLock';
import type { Profile } from '../../core/model/scenario/profile';
import type { LockChoice } from '../../core/model/scenario/scenario';
import type { Text } from '../../core/model/values/text';
import { shownScenario, useEdition } from './edition';
import { currentParts } from './parts';
import { publishedById, useStory } from './story';

/** The profile of a scenario's lock; null if it has no profile. */
export const profileOf = ({ profile }: LockChoice): Profile | null =>
  currentParts().profiles.get(profile ?? '') ?? null;

/** The name of the library or lock. An unknown id is its own name. */
export function titleOf(choice: LockChoice): Text {
  const title = profileOf(choice)?.title ?? (currentParts().locks.get(choice.id) ?? lockFacts.get(choice.id))?.title;
  return title ?? { en: choice.id, zh: choice.id };
}

/** The name of the lock on screen, if it is not the lock of the story. A run without a story is compared with its opening. */
export function useOtherLock(): Text | null {
  const story = useStory();
  const { lock } = useEdition(shownScenario);
  const variantId = useEdition((state) => state.variantId);
  const { lock: opened } = useEdition(({ initialScenario }) => initialScenario);
  const before = story === null ? opened : publishedById(story, variantId).lock;
  return nameOf(before) === nameOf(lock) ? null : titleOf(lock);
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
