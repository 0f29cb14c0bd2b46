/** The words of the workshop in both languages, picked like the texts of a story. */

import { learn as english } from '../../content/texts/en/learn';
import { learn as chinese } from '../../content/texts/zh/learn';
import type { Exercise } from '../../core/model/scenario/exercise';
import type { Both } from '../../core/model/values/text';
import { type SharedWords, useSharedWords, useText } from '../words/i18n';

export const learnWords: Both<typeof english> = { en: english, zh: chinese };

/** In one language: the words of the workshop, those that it shares with other pages, and the texts of exercises. */
export interface LearnWords {
  readonly words: typeof english;
  readonly shared: SharedWords;
  readonly text: <T>(both: Both<T>) => T;
}

export function useLearnWords(): LearnWords {
  const text = useText();
  return { words: text(learnWords), shared: useSharedWords(), text };
}

/** The name of an exercise's kind. Of those that ask for a break, some ask for the last moment before it. */
export const kindName = (exercise: Exercise): keyof typeof english.kind =>
  'later' in exercise && exercise.later !== undefined ? 'limit' : exercise.kind;
