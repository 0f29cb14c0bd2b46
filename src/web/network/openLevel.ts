/** Finds the level that an address names, and loads what its run needs. */

import { networkWords } from '../../content/texts/network';
import { loadStory, publishedScenario } from '../../core/model/scenario/story';
import type { Text } from '../../core/model/values/text';
import type { Level } from '../../course/levels/level';
import { levelOf } from '../../course/levels/levelOf';
import { levels } from '../../course/levels/levels';
import { fetchPartsFor } from '../state/parts';
import { entryOf } from '../state/storyList';
import { storyIn } from './address';

export type Opened =
  | { readonly level: Level; readonly problem: null }
  | { readonly level: null; readonly problem: Text };

/** Rejects if something cannot be loaded. */
export async function openLevel(words: string): Promise<Opened> {
  const story = storyIn(words);
  const level = story === null ? levels.find(({ id }) => id === words) : await levelOfStory(story);
  if (level === undefined) return { level: null, problem: problemOf(words, story) };
  await fetchPartsFor([level.scenario]);
  return { level, problem: null };
}

async function levelOfStory(id: string): Promise<Level | undefined> {
  const entry = await entryOf(id);
  if (entry === undefined) return undefined;
  const story = await loadStory(entry);
  return levelOf(publishedScenario(story, null), id, story.title);
}

function problemOf(words: string, story: string | null): Text {
  if (story !== null) return { en: networkWords.en.noStory(story), zh: networkWords.zh.noStory(story) };
  const all = levels.map(({ id }) => id);
  return {
    en: networkWords.en.noLevel({ id: words, all: all.join(', ') }),
    zh: networkWords.zh.noLevel({ id: words, all: all.join('、') }),
  };
}

/** The level after this one. Undefined: it is the last, or a story. */
export const levelAfter = ({ id }: Level): Level | undefined => {
  const index = levels.findIndex((level) => level.id === id);
  return index < 0 ? undefined : levels[index + 1];
};
