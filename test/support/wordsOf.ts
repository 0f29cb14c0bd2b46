// The page's words in both languages, as it has them once they are loaded.
import type { Both } from '../../src/model/text';
import { speechOf } from '../../src/narrate/speechOf';
import { page as english } from '../../src/texts/en/page';
import { page as chinese } from '../../src/texts/zh/page';
import type { Words } from '../../src/ui/i18n';
import { timelineWordsOf } from '../../src/ui/timeline/everyLanguage';

export const wordsOf: Both<Words> = {
  en: { ...english, speech: speechOf.en, onTimeline: timelineWordsOf.en },
  zh: { ...chinese, speech: speechOf.zh, onTimeline: timelineWordsOf.zh },
};
