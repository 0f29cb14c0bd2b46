/** A run to break, on paper: its budget and its goals. */

import type { BreakExercise } from '../../../core/model/exercise';
import { withColon } from '../../../core/model/joinedTexts';
import { applyPatch } from '../../../core/model/patch';
import { addedFaults } from '../../../course/kinds/kind';
import { faultLine } from '../../edit/faultText';
import { textsOf } from '../../edit/kinds';
import { goalsOf, type Sheet } from './sheet';

export const breakSheet: Sheet<BreakExercise> = {
  height: 380,
  lists(exercise, saying) {
    const { words, shared } = saying;
    const { faults, lengthMax, kinds, processes } = exercise.budget;
    const bounds = [words.budgetFaults(faults), ...(lengthMax === undefined ? [] : [words.budgetLength(lengthMax)])];
    const where = processes === undefined ? [] : [processes.map(shared.onTimeline.process).join(words.plan.and)];
    const names = kinds.map((kind) => textsOf(shared, kind).name);
    return [
      { title: withColon(words.budget, [...bounds, ...where].join(' · ')), items: names },
      goalsOf(exercise, saying),
    ];
  },
  solution: ({ scenario, solution }, { shared }) =>
    Object.values(addedFaults(scenario, applyPatch(scenario, solution))).map((fault) => faultLine(shared, fault)),
};
