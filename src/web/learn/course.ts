/** The steps of a visit for each kind of exercise. A missing kind does not compile. */

import type { Exercise } from '../../core/model/scenario/exercise';
import { applyPatch } from '../../core/model/scenario/patch';
import type { Attemptable } from '../../course/kinds/kind';
import { useEdition } from '../state/edition';
import { writeCode } from './kinds/codeTries';
import { changeDecided } from './kinds/orderTries';
import { checkNames, namesIn } from './names';
import { solvePrediction } from './prediction';
import { useProgress } from './progress';

interface Course<E extends Exercise = Exercise> {
  /** Shows the solution. */
  solve(exercise: E): void;
  /** Resets what is not part of the scenario. */
  renew?(exercise: E): void;
  /** The answer that was given before, if it is still an option. */
  answered?(exercise: E, answer: string | undefined): string | undefined;
  /** Its run stays hidden until the result is shown. */
  readonly isHidden?: boolean;
}

type Courses = { readonly [K in Exercise['kind']]: Course<Extract<Exercise, { readonly kind: K }>> };

const edited: Course<Attemptable> = {
  solve({ id, scenario, solution }) {
    useProgress.getState().show(id);
    useEdition.getState().commit(applyPatch(scenario, solution));
  },
};

const courses: Courses = {
  predict: {
    solve: solvePrediction,
    answered: ({ options }, answer) => options.find(({ id }) => id === answer)?.id,
    isHidden: true,
  },
  name: {
    solve(exercise) {
      useProgress.getState().show(exercise.id);
      checkNames(exercise, namesIn(exercise));
    },
  },
  code: {
    solve(exercise) {
      useProgress.getState().show(exercise.id);
      writeCode(exercise, exercise.solution);
    },
    renew: (exercise) => writeCode(exercise, exercise.code),
  },
  order: {
    solve(exercise) {
      useProgress.getState().show(exercise.id);
      changeDecided(exercise, () => exercise.solution.map((decision) => ({ decision, isShown: true })));
    },
    renew: (exercise) => changeDecided(exercise, () => []),
  },
  break: edited,
  fix: edited,
  choose: edited,
};

export const courseOf = ({ kind }: Exercise): Course => courses[kind];
