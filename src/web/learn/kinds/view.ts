/** What the page asks of a kind of exercise. No other file of the workshop distinguishes the kinds. */
import type { ReactNode } from 'react';
import type { Exercise } from '../../../core/model/exercise';
import type { FaultRules } from '../../edit/faultRules';
import type { ExerciseState } from '../exerciseState';

interface Of<E extends Exercise> {
  readonly exercise: E;
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
  /** It is written in an editor, which has its own undo. Its goals are long. */
  readonly isWritten?: boolean;
}
