/** Whether the scenario on screen is still that of the story, or of the variant, that it was opened from. */
import { sameJson } from '../../model/patch';
import { useScenario } from '../state/scenario';
import { toldScenario, useStory } from '../state/story';

export function useIsAsTold(): boolean {
  const story = useStory();
  const variantId = useScenario((state) => state.variantId);
  const committed = useScenario((state) => state.committed);
  if (story === null) return true;
  const variant = story.variants.find(({ id }) => id === variantId) ?? null;
  const told = toldScenario(story, variant);
  return told === committed || sameJson(told, committed);
}
