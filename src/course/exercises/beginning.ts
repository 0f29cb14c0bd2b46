/** The scenario with which an exercise is opened. */
import type { Exercise } from '../../core/model/scenario/exercise';
import { applyPatch } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';

/** The scenario of the exercise, with the change that is tried first. */
export const beginningOf = (exercise: Exercise): Scenario =>
  'begins' in exercise && exercise.begins !== undefined
    ? applyPatch(exercise.scenario, exercise.begins)
    : exercise.scenario;
