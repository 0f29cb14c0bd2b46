/**
 * Whether an exercise that a person is making can be solved, and how. A test checks the built-in exercises by the same
 * rule. It knows goals and runs, but no page.
 */

import type { MadeExercise, PredictExercise, Prediction } from '../../core/model/scenario/exercise';
import { applyPatch } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import type { Text } from '../../core/model/values/text';
import { isAttemptable } from '../kinds';
import type { Attemptable, Breach } from '../kinds/kind';
import * as problems from '../kinds/problems';
import { judgeCounterfactual } from './counterfactual';
import { type Judged, runsMax } from './exercise';
import { rightPredictions } from './predictions';

/** How the runs are played: at once, or elsewhere with some delay. */
export interface Trial {
  /** Plays a run of at most this many events. */
  readonly play: (scenario: Scenario, eventsMax: number) => Run;
  readonly judge: (exercise: Attemptable, scenario: Scenario) => Judged | Promise<Judged>;
}

/** After a prediction the person sees the run at once, so the run must be short. */
const predictedEventsMax = 10_000;

/**
 * Why the exercise cannot be solved, or needs no solving, each in a sentence. For a `choose` or `fix` without a
 * solution, it checks only the latter.
 */
export async function breachesOf(exercise: MadeExercise, { play, judge }: Trial): Promise<readonly Breach[]> {
  if (!isAttemptable(exercise)) return predictFlaws(exercise, play);
  const before = await judge(exercise, exercise.scenario);
  if (before.tooMany !== null) return [problems.tooManyRuns(before.tooMany, runsMax)];
  const flaws = before.solved ? [problems.solvedBefore] : [];
  if (Object.keys(exercise.solution).length === 0) return flaws;
  return [...flaws, ...solutionFlaws(await judge(exercise, applyPatch(exercise.scenario, exercise.solution)))];
}

export function predictFlaws(exercise: PredictExercise, play: Trial['play']): readonly Text[] {
  const run = play(exercise.scenario, predictedEventsMax);
  if (run.trace.count >= predictedEventsMax) return [problems.tooManyEvents(predictedEventsMax)];
  const right = rightPredictions(exercise, run);
  if (right.length === 0) return [problems.noneRight];
  if (right.length === exercise.options.length) return [problems.noneWrong];
  return exercise.options
    .filter((option) => !isRightThen(exercise, option, play))
    .map(({ text }) => problems.notRightThen(text));
}

/** An answer without `rightWhen` has nothing to check. */
function isRightThen({ scenario }: PredictExercise, answer: Prediction, play: Trial['play']): boolean {
  if (answer.rightWhen === undefined) return true;
  return judgeCounterfactual(scenario, answer, play(applyPatch(scenario, answer.rightWhen), predictedEventsMax)).solved;
}

function solutionFlaws({ aims, breaches, tooMany }: Judged): readonly Breach[] {
  if (tooMany !== null) return [problems.tooManyRuns(tooMany, runsMax)];
  const missed = aims.filter(({ met }) => met !== 'true').map(({ aim }) => problems.goalMissed(aim.text));
  return [...breaches, ...missed];
}
