/**
 * The words of the page in the person's language, which are loaded when it is chosen. `useText` picks from things
 * that carry both languages: a text of a story, or the words of a view that is loaded later.
 */

import { useCallback } from 'react';
import { create } from 'zustand';
import type { page as pageInEnglish } from '../../content/texts/en/page';
import type { shared as sharedInEnglish } from '../../content/texts/en/shared';
import type { timeline as timelineInEnglish } from '../../content/texts/en/timeline';
import type { Both, Language } from '../../core/model/values/text';
import type { Speech } from '../../core/narrate/speech';
import { type TimelineWords, timelineWords } from '../../picture/words/timelineWords';
import { reportLostPart } from '../state/lostPart';
import { usePreferences } from '../state/preferences';

interface Spoken {
  readonly onTimeline: TimelineWords;
  /** The words for a run and for each kind of fault. */
  readonly speech: Speech;
  /** The same for a scene, whose times have few digits. */
  readonly sceneSpeech: Speech;
}

type Shared = typeof sharedInEnglish;
type Page = typeof pageInEnglish;

/** The words that an embed has as well. */
export interface SharedWords extends Shared, Spoken {}

/** All words of a page. */
export interface Words extends Page, Spoken {}

interface DictionaryState {
  /** The language whose words are loaded. It follows the preference a moment later. */
  readonly language: Language;
  /** Null until words are loaded. */
  readonly shared: SharedWords | null;
  /** The same words together with the rest of a page's words; null in an embed. */
  readonly page: Words | null;
}

export const useDictionary = create<DictionaryState>()(() => ({ language: 'en', shared: null, page: null }));

interface Loaded {
  readonly shared: Shared;
  /** Null for an embed. */
  readonly page: Page | null;
  readonly timeline: typeof timelineInEnglish;
  readonly speech: Speech;
  readonly sceneSpeech: Speech;
}

/**
 * All words of one language: those of the page or the part that an embed needs, those of the timeline, and those of
 * the narration.
 */
export type LoadWords = Both<() => Promise<Loaded>>;

/**
 * Loads the preferred language and follows the preference from then on. The document's language and title follow too.
 * @param loadWords an embed loads fewer words
 */
export async function startWords(loadWords: LoadWords): Promise<void> {
  await speak(loadWords, usePreferences.getState().language);
  usePreferences.subscribe(({ language }, before) => {
    if (language !== before.language) speak(loadWords, language).catch(reportLostPart);
  });
}

async function speak(loadWords: LoadWords, language: Language): Promise<void> {
  const { shared, page, timeline, speech, sceneSpeech } = await loadWords[language]();
  const onTimeline = timelineWords({ timeline, names: shared.process, faults: speech.faults });
  const spoken: Spoken = { speech, sceneSpeech, onTimeline };
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  // This happens before the words change: a page that shows something of its own puts its name there.
  document.title = shared.name;
  useDictionary.setState({
    language,
    shared: { ...shared, ...spoken },
    page: page === null ? null : { ...page, ...spoken },
  });
}

/** The words of the page. Parts that an embed shows too use `useSharedWords`. */
export const useWords = (): Words => loaded(useDictionary((state) => state.page));

/** The words that a page and an embed have. */
export const useSharedWords = (): SharedWords => loaded(useDictionary((state) => state.shared));

/** The present words, for code outside of React. */
export const sharedWords = (): SharedWords => loaded(useDictionary.getState().shared);

function loaded<W>(words: W | null): W {
  if (words === null) throw new Error('These words are not loaded.');
  return words;
}

export const useLanguage = (): Language => useDictionary((state) => state.language);

/** The same outside of a view. */
export const languageNow = (): Language => useDictionary.getState().language;

/** Picks one language from things that carry both: a text of a story, or the words that came with a view. */
export function useText(): <T>(both: Both<T>) => T {
  const language = useLanguage();
  return useCallback(<T>(both: Both<T>): T => both[language], [language]);
}
