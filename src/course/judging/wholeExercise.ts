/**
 * Judges an attempt at an exercise as a whole: by its own run and the attacks, and if it passes these, under other
 * seeds and at every place of the exercise's space.
 */

import { patchBetween } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import { runnerWith } from '../../core/run/runScenario';
import type { Parts } from '../../core/sim/parts';
import type { Attemptable } from '../kinds/kind';
import { otherRandomness } from '../kinds/problems';
import { isTriedFurther, type Judged, type JudgingProgress, judgeStepwise, type WiderTrial } from './exercise';
import { type Miss, seedsFrom, solvedFor } from './solvedFor';

/**
 * Yields after each run. Cost: as `judgeStepwise`; for an attempt that it calls solved, one more run for each place
 * and seed.
 */
export function* judgeWhole(
  exercise: Attemptable,
  scenario: Scenario,
  parts: Parts,
): Generator<JudgingProgress, Judged, void> {
  const judged = yield* judgeStepwise(exercise, scenario, runnerWith(parts));
  if (!isTriedFurther(exercise, judged)) return judged;
  const trying = solvedFor(exercise, { answer: scenario, seeds: seedsFrom(scenario.seed, exercise.seeds ?? 1) }, parts);
  for (;;) {
    const step = trying.next();
    if (!step.done) {
      yield { runs: judged.runs + step.value.runs, all: judged.runs + step.value.runsExpected };
      continue;
    }
    const { miss, runs, injectionPoints } = step.value;
    return {
      ...judged,
      runs: judged.runs + runs,
      solved: miss === null,
      further: { seeds: exercise.seeds ?? 1, injectionPoints, miss: miss && missed(miss, scenario) },
    };
  }
}

function missed({ aim, measured, attack, fault, scenario }: Miss, answer: Scenario): WiderTrial['miss'] {
  const against = {
    title: attack?.title ?? otherRandomness,
    patch: patchBetween(answer, scenario),
    ...(fault === null ? {} : { fault }),
    ...(scenario.seed === answer.seed ? {} : { seed: scenario.seed }),
  };
  return { aim, against, measured };
}
