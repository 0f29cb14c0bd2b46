/**
 * The page's words in the person's language, by typed keys; a language is loaded when it is chosen. Texts of stories, locks
 * and fields, which carry both languages, are picked by `useText`.
 */

import { useCallback } from 'react';
import rosetta from 'rosetta';
import { create } from 'zustand';
import type { FaultSpeech } from '../../faults/texts';
import type { Language, Text } from '../../model/text';
import { type Words as Narration, teach } from '../../narrate/language';
import type { page as pageInEnglish } from '../../texts/en/page';
import type { timeline as timelineInChinese } from '../../texts/zh/timeline';
import { usePreferences } from '../state/preferences';
import { teachTimeline } from './timelineWords';

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];

/** `bar.asTold`, `when.for`. */
export type WordKey = Leaves<typeof pageInEnglish>;

type WordsOf = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string;

/** The page's words; and what is said of each kind of fault. */
export type Words = WordsOf & { readonly faults: FaultSpeech };

interface DictionaryState {
  /** The language whose words are loaded: a moment behind the preference. */
  readonly language: Language;
  readonly words: Words;
}

const useDictionary = create<DictionaryState>()(() => ({
  language: 'en',
  words: Object.assign((key: WordKey) => key, { faults: new Map() }),
}));

interface Loaded {
  readonly page: object;
  readonly timeline: typeof timelineInChinese;
  readonly narration: Narration;
}

/** All words of one language: the page's, or those that an embed needs of them; the timeline's; narration's. */
export type LoadWords = Readonly<Record<Language, () => Promise<Loaded>>>;

/**
 * Loads the preferred language, and follows the preference from then on, the document's language and title with it.
 *
 * @param loadWords those of an embed are fewer
 */
export async function startWords(loadWords: LoadWords): Promise<void> {
  await speak(loadWords, usePreferences.getState().language);
  usePreferences.subscribe(({ language }, before) => {
    if (language !== before.language) void speak(loadWords, language);
  });
}

async function speak(loadWords: LoadWords, language: Language): Promise<void> {
  const { page, timeline, narration } = await loadWords[language]();
  const { faults } = narration;
  teach(language, narration);
  teachTimeline(language, timeline, faults);
  const dictionary = rosetta({ [language]: page });
  dictionary.locale(language);
  const words: Words = Object.assign<WordsOf, { faults: FaultSpeech }>((key, values) => dictionary.t(key, values), {
    faults,
  });
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
