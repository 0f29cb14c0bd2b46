/** Loads the words of the page, by language, when the language is chosen. */
import type { LoadWords } from './i18n';

export const pageWords: LoadWords = {
  en: async () => (await import('./inEnglish')).inEnglish,
  zh: async () => (await import('./inChinese')).inChinese,
};
