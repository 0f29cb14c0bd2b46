/** Finds the level that an address names, and loads what its run needs. */

import { loadStory, publishedScenario } from '../../core/model/scenario/story';
import { fewParts } from '../../core/run/fewParts';
import type { Parts } from '../../core/sim/parts';
import type { Level } from '../../course/levels/level';
import { levelOf } from '../../course/levels/levelOf';
import { levels } from '../../course/levels/levels';
import { areHandedIn, currentParts, fetchPartsFor, provideParts } from '../state/parts';
import { partsFor } from '../state/partsFor';
import { entryOf } from '../state/storyList';
import { storyIn } from './address';

export type Opened =
  | { readonly level: Level; readonly parts: Parts; readonly problem: null }
  | {
      readonly level: null;
      readonly problem: { readonly kind: 'level' | 'story'; readonly id: string };
    };

/** Rejects if something cannot be loaded. */
export async function openLevel(words: string): Promise<Opened> {
  const story = storyIn(words);
  const level = story === null ? levels.find(({ id }) => id === words) : await levelOfStory(story);
  if (level === undefined)
    return { level: null, problem: story === null ? { kind: 'level', id: words } : { kind: 'story', id: story } };
  if (!areHandedIn()) provideParts(fewParts, partsFor);
  await fetchPartsFor([level.scenario]);
  return { level, parts: currentParts(), problem: null };
}

async function levelOfStory(id: string): Promise<Level | undefined> {
  const entry = await entryOf(id);
  if (entry === undefined) return undefined;
  const story = await loadStory(entry);
  // A level of the list may have the same id.
  return { ...levelOf(publishedScenario(story, null), id, story.title), id: `story/${id}` };
}

/** Whether it is a story's, and none of the list. */
export const isStory = ({ id }: Level): boolean => !levels.some((level) => level.id === id);

/** The level after this one. Undefined: it is the last, or a story. */
export const levelAfter = ({ id }: Level): Level | undefined => {
  const index = levels.findIndex((level) => level.id === id);
  return index < 0 ? undefined : levels[index + 1];
};
