/** The processes have the names that the open story declares. Loaded where a story may declare some. */

import { sameJson } from '../../core/model/scenario/patch';
import type { ProcessNames } from '../../core/model/scenario/story';
import type { Both } from '../../core/model/values/text';
import { renamedWords, named as withNamesOf } from '../../core/narrate/renamedWords';
import { useEdition } from '../state/edition';
import { currentStory, useStory } from '../state/story';
import { useStories } from '../state/storyList';
import { type SharedWords, useDictionary, useLanguage } from './i18n';

type Dictionary = ReturnType<typeof useDictionary.getState>;

/** The words as they were loaded, and as they are on screen with the names. */
let plain = useDictionary.getState();
let named: { readonly words: Dictionary; readonly names: ProcessNames | null } = { words: plain, names: null };

export function startNames(): void {
  useEdition.subscribe(follow);
  useStories.subscribe(follow);
  useDictionary.subscribe(follow);
  follow();
}

function follow(): void {
  const words = useDictionary.getState();
  const names = namesNow();
  const isLoadedAnew = words.shared !== named.words.shared;
  if (isLoadedAnew) plain = words;
  if (!isLoadedAnew && sameJson(names, named.names)) return;
  named = { words: names === null ? plain : withNames(plain, names), names };
  useDictionary.setState(named.words);
}

function withNames({ language, shared, page }: Dictionary, names: ProcessNames): Dictionary {
  if (shared === null) return { language, shared, page };
  const { onTimeline, speech, sceneSpeech } = shared;
  const { ...spoken } = renamedWords({ onTimeline, speech, sceneSpeech }, names, language);
  const called = ({ process, when }: SharedWords) => ({
    ...renamedWords({ process, when }, names, language),
    ...spoken,
  });
  return { language, shared: { ...shared, ...called(shared) }, page: page && { ...page, ...called(page) } };
}

/** Null: their usual names. */
function namesNow(): ProcessNames | null {
  const story = currentStory();
  if (story?.names === undefined) return null;
  const { lock, ...names } = story.names;
  // With another lock, the story's name of the lock says something else.
  const isItsLock = useEdition.getState().committed.lock.id === story.scenario.lock.id;
  return lock !== undefined && isItsLock ? { ...names, lock } : names;
}

/** Like `useText`, for words that come with a view and name processes. */
export function useNamedText(): <W>(words: Both<W>) => W {
  const language = useLanguage();
  const names = useStory()?.names;
  return (words) => withNamesOf(words, names, language)[language];
}
