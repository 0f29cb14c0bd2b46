/** The title of the run on screen: that of its story, or its lock's name. */
import { registry } from '../../run/onDemand';
import { shownScenario, useScenario } from '../state/scenario';
import { useStory } from '../state/story';
import { useText } from '../words/i18n';

export function useRunTitle(): string {
  const text = useText();
  const story = useStory();
  const lockId = useScenario((state) => shownScenario(state).lock.id);
  if (story !== null) return text(story.title);
  const lock = registry.locks.get(lockId);
  return lock === undefined ? lockId : text(lock.title);
}
