/** Where the words of the page are, by language. They are loaded when the language is chosen. */
import type { LoadWords } from './i18n';

export const pageWords: LoadWords = {
  en: async () => {
    const [{ page, timeline }, { english }] = await Promise.all([
      import('../../texts/en/page'),
      import('../../narrate/en/words'),
    ]);
    return { shared: page, page, timeline, speech: english };
  },
  zh: async () => {
    const [{ page, timeline }, { chinese }] = await Promise.all([
      import('../../texts/zh/page'),
      import('../../narrate/zh/words'),
    ]);
    return { shared: page, page, timeline, speech: chinese };
  },
};
