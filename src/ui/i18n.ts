/** The page's words in the person's language, by typed keys. Texts of stories, locks and fields are picked by `useText`. */
import i18next, { type TFunction } from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language, Text } from '../model/text';
import { page as english } from '../texts/en/page';
import { page as chinese } from '../texts/zh/page';
import { usePreferences } from './state/preferences';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'page';
    resources: { page: typeof english };
  }
}

export type Words = TFunction<'page'>;

/** Starts the dictionaries, and follows the preference from then on: the page's words and the document's language. */
export function startWords(): void {
  void i18next.use(initReactI18next).init({
    lng: usePreferences.getState().language,
    fallbackLng: 'en',
    defaultNS: 'page',
    initAsync: false,
    resources: { en: { page: english }, zh: { page: chinese } },
    interpolation: { escapeValue: false },
  });
  const follow = ({ language }: { readonly language: Language }): void => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
    document.title = i18next.t('name');
    if (i18next.language !== language) void i18next.changeLanguage(language);
  };
  follow(usePreferences.getState());
  usePreferences.subscribe(follow);
}

/** The page's words. */
export const useWords = (): Words => useTranslation().t;

export const useLanguage = (): Language => usePreferences((state) => state.language);

/** Picks a text that carries both languages. */
export function useText(): (text: Text) => string {
  const language = useLanguage();
  return useCallback((text: Text) => text[language], [language]);
}
