/**
 * The part of an address behind `#`: made from the committed scenario, and read. It is loaded with the first link
 * that is made or read.
 */

import { type Decoded, decodeLink, encodeLink } from '../../core/model/links/link';
import type { SharedOutcome } from '../../core/model/links/sharedOutcome';
import type { Scenario } from '../../core/model/scenario/scenario';
import { publishedScenario } from '../../core/model/scenario/story';
import { digest } from '../../core/model/values/digest';
import type { useEdition } from '../state/edition';
import { isTruncatedHere } from '../state/longRun';
import { currentParts, fetchPartsFor } from '../state/parts';
import { runs } from '../state/run';
import { currentLive } from '../state/shownLive';
import { fetchStory } from '../state/story';
import { useStories } from '../state/storyList';

export async function readLink(hash: string): Promise<Decoded> {
  // A link may name any lock and check, and is refused only if one does not exist.
  await fetchPartsFor('all');
  return decodeLink(hash, { parts: currentParts(), resolveStory });
}

async function resolveStory(storyId: string, variantId: string | undefined) {
  const story = await fetchStory(storyId);
  if (story === null) return undefined;
  if (variantId === undefined) return story.scenario;
  const variant = story.variants.find(({ id }) => id === variantId);
  return variant === undefined ? undefined : publishedScenario(story, variant);
}

type Edited = Pick<ReturnType<typeof useEdition.getState>, 'committed' | 'storyId' | 'variantId'>;

/** @param event the number of an event of the run, for a link to it */
export async function makeLink({ committed, storyId, variantId }: Edited, event?: number): Promise<string> {
  const story = storyId === null ? undefined : useStories.getState().loaded.get(storyId);
  const variant = story?.variants.find(({ id }) => id === variantId);
  const base =
    story === undefined
      ? undefined
      : { id: story.id, variant: variant?.id, scenario: publishedScenario(story, variant ?? null) };
  const outcome = await seenOutcome(committed);
  const run = await runs.getComplete(committed);
  // A page that does not play the run to its end has no digest of the whole.
  const mark = isTruncatedHere(run) ? undefined : digest(run.trace);
  return encodeLink(committed, { parts: currentParts(), base, event, outcome, digest: mark });
}

/**
 * How the run on screen ends. Undefined for a run on real Redis: a link opens in the simulation, which may end
 * differently even though nothing has changed. Also undefined if this page does not play the run to its end.
 */
export async function seenOutcome(committed: Scenario): Promise<SharedOutcome | undefined> {
  if (currentLive() !== null) return undefined;
  const run = await runs.getComplete(committed);
  return isTruncatedHere(run) ? undefined : run.verdict;
}
