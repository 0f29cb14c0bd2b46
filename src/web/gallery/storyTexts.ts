/** The texts of the stories, for the search. Their files are loaded with the first search. */
import { loadStory, type Story } from '../../core/model/scenario/story';
import type { Text } from '../../core/model/values/text';
import { loadStories } from '../state/storyList';

export interface StoryTexts {
  /** What a person argued with it. */
  readonly argument: readonly Text[];
  readonly lead: readonly Text[];
  readonly beats: readonly Text[];
  /** Its variants, and what is and is not modelled. */
  readonly more: readonly Text[];
}

export interface ReadTexts {
  readonly byId: ReadonlyMap<string, StoryTexts>;
  /** The number of the stories whose files could not be loaded. */
  readonly missing: number;
}

let reading: Promise<ReadTexts> | null = null;

/**
 * All stories are read once. If some could not be loaded, the next search tries again. Rejects if the list cannot be
 * loaded.
 */
export function readStories(): Promise<ReadTexts> {
  const forget = (): void => {
    reading = null;
  };
  reading ??= loadTexts();
  reading.then(({ missing }) => missing > 0 && forget(), forget);
  return reading;
}

async function loadTexts(): Promise<ReadTexts> {
  const entries = await loadStories();
  const loaded = await Promise.allSettled(entries.map(loadStory));
  const stories = loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return {
    byId: new Map(stories.map((story) => [story.id, textsOfStory(story)])),
    missing: entries.length - stories.length,
  };
}

export function textsOfStory({ lead, argument, beats, modelled, notModelled, variants }: Story): StoryTexts {
  return {
    argument: argument === undefined ? [] : [argument],
    lead: [lead],
    beats: beats.map(({ text }) => text),
    more: [
      ...variants.flatMap(({ title, text, beats = [] }) => [title, text, ...beats.map((beat) => beat.text)]),
      modelled,
      notModelled,
    ],
  };
}
