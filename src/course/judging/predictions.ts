/** Which predictions are right. Only the run shows it. */
import { goalResult } from '../../core/judge/goal';
import type { PredictExercise } from '../../core/model/scenario/exercise';
import type { Run } from '../../core/model/trace/run';

/** The ids of the predictions that are true for the run. */
export const rightPredictions = (exercise: PredictExercise, { verdict }: Run): readonly string[] =>
  exercise.options.filter(({ goal }) => goalResult(goal, verdict) === 'true').map(({ id }) => id);
