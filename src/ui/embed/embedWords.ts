/** Where the words of an embed are, by language. They are loaded when the language is chosen. */
import type { LoadWords } from '../words/i18n';

export const embedWords: LoadWords = {
  en: async () => {
    const [{ shared, timeline }, { firstInEnglish }] = await Promise.all([
      import('../../texts/en/shared'),
      import('../../narrate/en/first'),
    ]);
    return { shared, page: null, timeline, speech: firstInEnglish };
  },
  zh: async () => {
    const [{ shared, timeline }, { firstInChinese }] = await Promise.all([
      import('../../texts/zh/shared'),
      import('../../narrate/zh/first'),
    ]);
    return { shared, page: null, timeline, speech: firstInChinese };
  },
};
