/** The kinds of exercises that a change of the scenario solves. A missing kind is a compile error. */

import type { Exercise } from '../../core/model/scenario/exercise';
import type { Limit } from '../../search/explore/limits';
import { breakRules } from './break';
import { buildRules } from './build';
import type { Attemptable, Rules } from './kind';

const rules: { readonly [K in Attemptable['kind']]: Rules<Extract<Attemptable, { readonly kind: K }>> } = {
  break: breakRules,
  fix: buildRules,
  choose: buildRules,
};

export const rulesOf = ({ kind }: Attemptable): Rules<Attemptable> => rules[kind];

export const isAttemptable = (exercise: Exercise): exercise is Attemptable => Object.hasOwn(rules, exercise.kind);

/** Empty where the learner adds no fault: a run is predicted, its marks are named, or code is written. */
export const limitsOf = (exercise: Exercise): readonly Limit[] =>
  isAttemptable(exercise) ? rulesOf(exercise).limits(exercise) : [];
