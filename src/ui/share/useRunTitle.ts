/** The title of the run on screen: that of its story, or its lock's name. */
import { titleOf } from '../state/namedLock';
import { shownScenario, useScenario } from '../state/scenario';
import { useStory } from '../state/story';
import { useText } from '../words/i18n';

export function useRunTitle(): string {
  const text = useText();
  const story = useStory();
  const lock = useScenario((state) => shownScenario(state).lock);
  return text(story === null ? titleOf(lock) : story.title);
}
