/** The title of the run on screen: its story's, or its lock's name. */
import type { Language } from '../../core/model/values/text';
import { shownScenario, useEdition } from '../state/edition';
import { titleOf } from '../state/namedLock';
import { useStory } from '../state/story';
import { useLanguage } from '../words/i18n';

/** @param language the language to use; absent: the page's */
export function useRunTitle(language?: Language): string {
  const here = useLanguage();
  const story = useStory();
  const lock = useEdition((state) => shownScenario(state).lock);
  return (story === null ? titleOf(lock) : story.title)[language ?? here];
}
