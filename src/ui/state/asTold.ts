/** Whether the scenario on screen is still that of the story, or of the variant, that it was opened from. */
import { sameJson } from '../../model/patch';
import { useScenario } from './scenario';
import { toldScenario, useStories, useStory } from './story';

export function useIsAsTold(): boolean {
  const story = useStory();
  const variantId = useScenario((state) => state.variantId);
  const committed = useScenario((state) => state.committed);
  if (story === null) return true;
  const variant = story.variants.find(({ id }) => id === variantId) ?? null;
  const told = toldScenario(story, variant);
  return told === committed || sameJson(told, committed);
}

/** The same outside of a view; true for a scenario that belongs to no story only while it has not been changed. */
export function isAsTold(): boolean {
  const { storyId, variantId, committed, past } = useScenario.getState();
  const story = storyId === null ? undefined : useStories.getState().loaded[storyId];
  if (story === undefined) return past.length === 0;
  return sameJson(toldScenario(story, story.variants.find(({ id }) => id === variantId) ?? null), committed);
}
