/** Whether the scenario on screen still equals that of the story or variant from which it was opened. */
import { sameJson } from '../../core/model/scenario/patch';
import type { Story } from '../../core/model/scenario/story';
import { useEdition } from './edition';
import { publishedById, useStory } from './story';
import { useStories } from './storyList';

export function useIsAsPublished(): boolean {
  const story = useStory();
  return useEdition((state) => story === null || equals(state, story));
}

/** The same outside of a view. For a scenario without a story it is true only until something is changed. */
export function isAsPublished(): boolean {
  const state = useEdition.getState();
  const { storyId, past } = state;
  const story = storyId === null ? undefined : useStories.getState().loaded.get(storyId);
  return story === undefined ? past.length === 0 : equals(state, story);
}

function equals({ variantId, committed }: ReturnType<typeof useEdition.getState>, story: Story): boolean {
  const published = publishedById(story, variantId);
  return published === committed || sameJson(published, committed);
}
