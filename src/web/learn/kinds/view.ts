/** What the page and its paper ask of a kind of exercise. No other file of the workshop distinguishes the kinds. */
import type { ReactNode } from 'react';
import type { AttackId } from '../../../core/model/links/attackId';
import type { Exercise } from '../../../core/model/scenario/exercise';
import type { Attemptable } from '../../../course/kinds/kind';
import type { SvgOptions } from '../../../picture/svg/svgPicture';
import type { FaultRules } from '../../edit/faultRules';
import type { Shortcut } from '../../help/commandFor';
import type { ExerciseState } from '../exerciseState';
import type { LearnWords } from '../words';

interface Of<E extends Exercise> {
  readonly exercise: E;
}

interface List {
  readonly title: string;
  readonly items: readonly string[];
}

/** A kind of exercise on paper, and its solution for teachers. */
interface Paper<E extends Exercise> {
  /**
   * The height of its run's picture, in CSS pixels. Less if there is much to choose from, so that everything fits on
   * one sheet.
   */
  readonly height?: number;
  /** What replaces the given faults, the run and the expectation. */
  instead?(exercise: E, how: Pick<SvgOptions, 'width' | 'words' | 'inks'>): HTMLElement;
  /** What is ticked. */
  lists(exercise: E, words: LearnWords & { readonly attacks: Readonly<Record<AttackId, string>> }): readonly List[];
  /**
   * The parts of the solution, one line each: an answer, a fault, a lock, a check, a setting. Hints may stop short of
   * it.
   */
  solution(exercise: E, words: LearnWords): readonly string[];
}

export interface ExerciseView<E extends Exercise = Exercise> {
  Goals?(props: Of<E>): ReactNode;
  Tools?(props: Of<E>): ReactNode;
  /** What replaces the run in the middle. Null, or absent: the run is shown. */
  instead?(exercise: E, visit: Pick<ExerciseState, 'stage' | 'checked'>): ReactNode;
  /**
   * The faults that the page offers. Absent: no faults. `chosen`: the prediction that was made, if its run is shown.
   */
  rules?(exercise: E, chosen: string | null): FaultRules;
  /** Whether the page can solve it: its author need not have solved it. Absent: it always can. */
  hasSolution?(exercise: E): boolean;
  /** It is written in an editor. Its goals are long. */
  readonly isWritten?: boolean;
  /** What stands in the middle has its own undo. */
  readonly hasOwnUndo?: boolean;
  /** What stands in the middle has keys, which come before those of the page. */
  readonly keys?: readonly Shortcut[];
  readonly paper: Paper<E>;
}

export const goalsOf = ({ aims }: Attemptable, { words, text }: LearnWords): List => ({
  title: words.goals,
  items: aims.map((aim) => text(aim.text)),
});
