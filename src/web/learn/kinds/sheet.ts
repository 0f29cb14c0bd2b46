/** What is printed of a kind of exercise: its sheet of paper, and its solution for teachers. */
import type { Exercise } from '../../../core/model/exercise';
import type { Both, Text } from '../../../core/model/text';
import type { SharedWords } from '../../words/i18n';
import type { learnWords } from '../words';

export interface Saying {
  readonly words: (typeof learnWords)['en'];
  readonly shared: SharedWords;
  readonly text: <T>(both: Both<T>) => T;
}

interface List {
  readonly title: string;
  readonly items: readonly string[];
}

export interface Sheet<E extends Exercise = Exercise> {
  /**
   * The height of its run's picture, in CSS pixels. Less if there is much to choose from, so that everything fits on
   * one sheet.
   */
  readonly height?: number;
  /** Its run is not on paper before it is predicted. */
  readonly isCovered?: boolean;
  /** What replaces the given faults, the run and the expectation. */
  instead?(exercise: E): HTMLElement;
  lists(exercise: E, saying: Saying): readonly List[];
  /**
   * The parts of the solution, one line each: an answer, a fault, a lock, a check, a setting. Hints may stop short of
   * it.
   */
  solution(exercise: E, saying: Saying): readonly string[];
  readonly isCode?: boolean;
}

export const goalsOf = (
  { aims }: { readonly aims: readonly { readonly text: Text }[] },
  { words, text }: Saying,
): List => ({
  title: words.goals,
  items: aims.map((aim) => text(aim.text)),
});
