/**
 * All stories as a list, which the page fetches once everything that it shows first has loaded, and those whose files
 * are loaded.
 */
import { useEffect } from 'react';
import { create } from 'zustand';
import { opening } from '../../content/stories/opening';
import type { Story, StoryEntry } from '../../core/model/scenario/story';
import { useIsAtRest } from './live';

export type ListedStory = Omit<StoryEntry, 'load'>;

interface StoriesState {
  /** Empty until it is loaded. */
  readonly list: readonly ListedStory[];
  /** By id, which an address may name: an object would have a "constructor" as well. */
  readonly loaded: ReadonlyMap<string, Story>;
  /** Why a story could not be loaded, by its id. */
  readonly failed: ReadonlyMap<string, string>;
}

export const useStories = create<StoriesState>()(() => ({ list: [], loaded: new Map(), failed: new Map() }));

/** If it cannot be fetched, the list stays empty and the next call tries again. */
export const fetchStoryList = (): Promise<void> =>
  loadStories().then(
    (list) => useStories.setState({ list }),
    () => undefined,
  );

/** Empty until it is loaded. */
export function useStoryList(): readonly ListedStory[] {
  const isAtRest = useIsAtRest();
  useEffect(() => {
    if (isAtRest) void fetchStoryList();
  }, [isAtRest]);
  return useStories((state) => state.list);
}

/**
 * The story that continues the thought, else the next one in the list. Undefined: this story is the last, or not in the
 * list.
 */
export function storyAfter(
  { id, next }: Pick<Story, 'id' | 'next'>,
  list: readonly ListedStory[],
): ListedStory | undefined {
  const named = list.find((story) => story.id === next);
  const index = list.findIndex((story) => story.id === id);
  return named ?? (index < 0 ? undefined : list[index + 1]);
}

/** The same from the whole list, which may still have to be fetched. */
export async function fetchStoryAfter(story: Pick<Story, 'id' | 'next'>): Promise<ListedStory | undefined> {
  await fetchStoryList();
  return storyAfter(story, useStories.getState().list);
}

/** Rejects if the list cannot be loaded. */
export const loadStories = async (): Promise<readonly StoryEntry[]> => (await import('../../content/stories')).stories;

/** Undefined when there is no such story. Rejects if the list cannot be loaded. */
export const entryOf = async (id: string): Promise<StoryEntry | undefined> =>
  id === opening.id ? opening : (await loadStories()).find((story) => story.id === id);
