/**
 * The page's words in the person's language, by typed keys; a language is loaded when it is chosen. Texts of stories, locks
 * and fields, which carry both languages, are picked by `useText`.
 */

import { useCallback } from 'react';
import rosetta from 'rosetta';
import { create } from 'zustand';
import type { Language, Text } from '../model/text';
import { teach } from '../narrate/language';
import type { page as pageInEnglish } from '../texts/en/page';
import { usePreferences } from './state/preferences';
import { teachTimeline } from './timeline/words';

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];

/** `bar.story`, `fault.pause`. */
export type WordKey = Leaves<typeof pageInEnglish>;

export type Words = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

interface DictionaryState {
  /** The language whose words are loaded: a moment behind the preference. */
  readonly language: Language;
  readonly words: Words;
}

const useDictionary = create<DictionaryState>()(() => ({ language: 'en', words: (key) => key }));

/** The page's words, those of narration and those of the timeline. */
const load: Readonly<Record<Language, () => Promise<object>>> = {
  en: async () => {
    const [{ page, timeline }, { english }] = await Promise.all([
      import('../texts/en/page'),
      import('../narrate/en/words'),
    ]);
    teach('en', english);
    teachTimeline('en', timeline);
    return page;
  },
  zh: async () => {
    const [{ page, timeline }, { chinese }] = await Promise.all([
      import('../texts/zh/page'),
      import('../narrate/zh/words'),
    ]);
    teach('zh', chinese);
    teachTimeline('zh', timeline);
    return page;
  },
};

/** Loads the preferred language, and follows the preference from then on, the document's language and title with it. */
export async function startWords(): Promise<void> {
  await speak(usePreferences.getState().language);
  usePreferences.subscribe(({ language }, before) => {
    if (language !== before.language) void speak(language);
  });
}

async function speak(language: Language): Promise<void> {
  const page = await load[language]();
  const dictionary = rosetta({ [language]: page });
  dictionary.locale(language);
  const words: Words = (key, values) => dictionary.t(key, values);
  useDictionary.setState({ language, words });
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  document.title = words('name');
}

/** The page's words. */
export const useWords = (): Words => useDictionary((state) => state.words);

export const useLanguage = (): Language => useDictionary((state) => state.language);

/** Picks a text that carries both languages. */
export function useText(): (text: Text) => string {
  const language = useLanguage();
  return useCallback((text: Text) => text[language], [language]);
}
