/** The scene of the run on screen, for code outside of views. */
import { type Scene, sceneOf } from '../../picture/scene/sceneOf';
import { isAsPublished } from '../state/asPublished';
import { useEdition } from '../state/edition';
import { currentRun, runs } from '../state/run';
import { currentStory, publishedById } from '../state/story';
import { languageNow, sharedWords } from '../words/i18n';

export function sceneNow(): Scene {
  const { variantId } = useEdition.getState();
  const story = currentStory();
  const original = story === null || isAsPublished() ? null : runs.getInBackground(publishedById(story, variantId));
  const { sceneSpeech: speech } = sharedWords();
  return sceneOf({ run: currentRun(), story, variantId, original, speech, language: languageNow() });
}
