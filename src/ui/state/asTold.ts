/** Whether the scenario on screen still equals that of the story or variant from which it was opened. */
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

/** The same outside of a view. For a scenario of no story, it is true only until something is changed. */
export function isAsTold(): boolean {
  const { storyId, variantId, committed, past } = useScenario.getState();
  const story = storyId === null ? undefined : useStories.getState().loaded[storyId];
  if (story === undefined) return past.length === 0;
  return sameJson(toldScenario(story, story.variants.find(({ id }) => id === variantId) ?? null), committed);
}
