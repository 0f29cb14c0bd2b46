/** The words of an embed, by language. They are loaded when the language is chosen. */
import type { LoadWords } from '../words/i18n';

export const embedWords: LoadWords = {
  en: async () => {
    const [{ shared, timeline }, { english, englishInScene }] = await Promise.all([
      import('../../content/texts/en/shared'),
      import('../../core/narrate/en/words'),
    ]);
    return { shared, page: null, timeline, speech: english, sceneSpeech: englishInScene };
  },
  zh: async () => {
    const [{ shared, timeline }, { chinese, chineseInScene }] = await Promise.all([
      import('../../content/texts/zh/shared'),
      import('../../core/narrate/zh/words'),
    ]);
    return { shared, page: null, timeline, speech: chinese, sceneSpeech: chineseInScene };
  },
};
