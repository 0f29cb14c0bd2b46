// The page's words in both languages, as it has them once they are loaded.

import { page as english } from '../../src/content/texts/en/page';
import { page as chinese } from '../../src/content/texts/zh/page';
import type { Both } from '../../src/core/model/values/text';
import { sceneSpeechOf, speechOf } from '../../src/core/narrate/speechOf';
import { timelineWordsOf } from '../../src/picture/words/timelineWordsOf';
import type { Words } from '../../src/web/words/i18n';

export const wordsOf: Both<Words> = {
  en: { ...english, speech: speechOf.en, sceneSpeech: sceneSpeechOf.en, onTimeline: timelineWordsOf.en },
  zh: { ...chinese, speech: speechOf.zh, sceneSpeech: sceneSpeechOf.zh, onTimeline: timelineWordsOf.zh },
};
