/**
 * The words of the page in the person's language, which is loaded when it is chosen. What carries both languages (a text of
 * a story, the words of a view that is loaded later) is picked by `useText`.
 */

import { useCallback } from 'react';
import { create } from 'zustand';
import type { Both, Language } from '../../model/text';
import type { Speech } from '../../narrate/speech';
import type { page as pageInEnglish } from '../../texts/en/page';
import type { shared as sharedInEnglish } from '../../texts/en/shared';
import type { timeline as timelineInEnglish } from '../../texts/en/timeline';
import { usePreferences } from '../state/preferences';
import { type TimelineWords, timelineWords } from './timelineWords';

interface Spoken {
  readonly onTimeline: TimelineWords;
  /** What is said of a run, and of each kind of fault. */
  readonly speech: Speech;
}

type Shared = typeof sharedInEnglish;
type Page = typeof pageInEnglish;

/** The words that an embed has as well. */
export interface SharedWords extends Shared, Spoken {}

/** The words of a whole page. */
export interface Words extends Page, Spoken {}

interface DictionaryState {
  /** The language whose words are loaded: a moment behind the preference. */
  readonly language: Language;
  /** Null before anything is loaded. */
  readonly shared: SharedWords | null;
  /** The same words and the others of a page; null in an embed. */
  readonly page: Words | null;
}

const useDictionary = create<DictionaryState>()(() => ({ language: 'en', shared: null, page: null }));

interface Loaded {
  readonly shared: Shared;
  /** Null for an embed. */
  readonly page: Page | null;
  readonly timeline: typeof timelineInEnglish;
  readonly speech: Speech;
}

/** All words of one language: the page's, or those that an embed needs of them; the timeline's; narration's. */
export type LoadWords = Both<() => Promise<Loaded>>;

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
  const { shared, page, timeline, speech } = await loadWords[language]();
  const onTimeline = timelineWords({ timeline, names: shared.process, faults: speech.faults });
  const spoken: Spoken = { speech, onTimeline };
  useDictionary.setState({
    language,
    shared: { ...shared, ...spoken },
    page: page === null ? null : { ...page, ...spoken },
  });
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  document.title = shared.name;
}

/** The words of the page. What an embed shows too asks for those that it has: `useSharedWords`. */
export const useWords = (): Words => loaded(useDictionary((state) => state.page));

/** The words that a page and an embed have. */
export const useSharedWords = (): SharedWords => loaded(useDictionary((state) => state.shared));

/** The same where nothing is drawn by React: as they are now. */
export const sharedWords = (): SharedWords => loaded(useDictionary.getState().shared);

function loaded<W>(words: W | null): W {
  if (words === null) throw new Error('These words are not loaded.');
  return words;
}

export const useLanguage = (): Language => useDictionary((state) => state.language);

/** Picks from what carries both languages: a text of a story, or the words that came with a view. */
export function useText(): <T>(both: Both<T>) => T {
  const language = useLanguage();
  return useCallback(<T>(both: Both<T>): T => both[language], [language]);
}
