// The page's words in both languages, as it has them once they are loaded.
import type { Both } from '../../src/model/text';
import { speechOf } from '../../src/narrate/speechOf';
import { page as english } from '../../src/texts/en/page';
import { page as chinese } from '../../src/texts/zh/page';
import { timelineWordsOf } from '../../src/ui/words/everyLanguage';
import type { Words } from '../../src/ui/words/i18n';

export const wordsOf: Both<Words> = {
  en: { ...english, speech: speechOf.en, onTimeline: timelineWordsOf.en },
  zh: { ...chinese, speech: speechOf.zh, onTimeline: timelineWordsOf.zh },
};
