/** All stories as a list, which the page fetches once everything that it shows first has loaded. */
import { useEffect } from 'react';
import { create } from 'zustand';
import { opening } from '../../content/stories/opening';
import type { Story, StoryEntry } from '../../core/model/story';
import { useIsAtRest } from './live';

export type ListedStory = Omit<StoryEntry, 'load'>;

const useLoaded = create<{ readonly list: readonly ListedStory[] }>()(() => ({ list: [] }));

/** If it cannot be fetched, the list stays empty and the next call tries again. */
export const fetchStoryList = (): Promise<void> =>
  loadStories().then(
    (list) => useLoaded.setState({ list }),
    () => undefined,
  );

/** Empty until it is loaded. */
export function useStoryList(): readonly ListedStory[] {
  const isAtRest = useIsAtRest();
  useEffect(() => {
    if (isAtRest) void fetchStoryList();
  }, [isAtRest]);
  return useLoaded((state) => state.list);
}

/**
 * The story that follows by thought, else the next one in the list. Undefined: this story is the last, or not in the
 * list.
 */
export function storyAfter(
  { id, next }: Pick<Story, 'id' | 'next'>,
  list: readonly ListedStory[],
): ListedStory | undefined {
  const named = list.find((story) => story.id === next);
  const place = list.findIndex((story) => story.id === id);
  return named ?? (place < 0 ? undefined : list[place + 1]);
}

/** The same from the whole list, which may still have to be fetched. */
export async function fetchStoryAfter(story: Pick<Story, 'id' | 'next'>): Promise<ListedStory | undefined> {
  await fetchStoryList();
  return storyAfter(story, useLoaded.getState().list);
}

/** Rejects if the list cannot be loaded. */
export const loadStories = async (): Promise<readonly StoryEntry[]> => (await import('../../content/stories')).stories;

/** Undefined when there is no such story. Rejects if the list cannot be loaded. */
export const entryOf = async (id: string): Promise<StoryEntry | undefined> =>
  id === opening.id ? opening : (await loadStories()).find((story) => story.id === id);
