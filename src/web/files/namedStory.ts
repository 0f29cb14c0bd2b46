/**
 * Reads the name in an address, as people write it. Reports an address that names a story or variant that does not
 * exist.
 */

import type { Named } from '../../content/address/pageAddress';
import { storyNamed, variantNamed } from '../../core/model/scenario/storyName';
import type { Text } from '../../core/model/values/text';
import { fetchStory } from '../state/story';
import { loadStories } from '../state/storyList';
import { noStory, notLoaded, noVariant } from './problems';

interface Asked {
  /** Null: not one of our stories. */
  readonly storyId: string | null;
  /** Null: the story's own run. */
  readonly variantId: string | null;
  /** Null if nothing is wrong. The part that is right is opened in any case. */
  readonly problem: Text | null;
}

/** `?story=20&variant=b`, or `?story=20b`. The caller handles a story that cannot be loaded. */
export async function askedStory(request: Named | null): Promise<Asked> {
  if (request === null) return { storyId: null, variantId: null, problem: null };
  const words = request.story;
  const stories = await loadStories().catch(() => null);
  if (stories === null) return { storyId: null, variantId: null, problem: notLoaded(words) };
  const named = storyNamed(words, stories);
  if (named === null) return { storyId: null, variantId: null, problem: noStory(words) };
  const storyId = named.entry.id;
  const story = await fetchStory(storyId);
  const letter = request.variant ?? named.variant;
  const variantId = story === null ? null : variantNamed(story, letter);
  if (story === null || letter === undefined || variantId !== null)
    return { storyId, variantId: variantId ?? null, problem: null };
  const variants = story.variants.map(({ id }) => id);
  return { storyId, variantId: null, problem: noVariant(words, letter, variants) };
}
