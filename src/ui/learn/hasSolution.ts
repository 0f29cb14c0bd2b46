/** Whether an exercise can be solved in the page. */
import type { Exercise } from '../../model/exercise';

/** Its author need not have solved it. The run itself solves a prediction, and its picture names the marks. */
export const hasSolution = (exercise: Exercise): boolean =>
  exercise.kind === 'predict' ||
  exercise.kind === 'name' ||
  exercise.kind === 'code' ||
  Object.keys(exercise.solution).length > 0;
