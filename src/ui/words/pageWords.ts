/** Where the words of the page are, by language. They are loaded when the language is chosen. */
import type { LoadWords } from './i18n';

export const pageWords: LoadWords = {
  en: async () => {
    const [{ page, timeline }, { firstInEnglish }] = await Promise.all([
      import('../../texts/en/page'),
      import('../../narrate/en/first'),
    ]);
    return { shared: page, page, timeline, speech: firstInEnglish };
  },
  zh: async () => {
    const [{ page, timeline }, { firstInChinese }] = await Promise.all([
      import('../../texts/zh/page'),
      import('../../narrate/zh/first'),
    ]);
    return { shared: page, page, timeline, speech: firstInChinese };
  },
};
