/**
 * Whether an exercise that somebody makes can be solved, and by what. Built-in exercises are held to the same by a test;
 * here the run says it while the exercise is being made. Knows goals and runs, no page.
 */
import type { ChooseExercise, Exercise, FixExercise, PredictExercise } from '../model/exercise';
import { applyPatch, sameJson } from '../model/patch';
import type { Run } from '../model/run';
import type { Scenario } from '../model/scenario';
import type { Text } from '../model/text';
import { type Attemptable, type Judged, rightPredictions, runsMax } from './exercise';

/** How the runs are made: at once, or by somebody who takes a while. */
export interface Trial {
  /** A run of at most so many events. */
  readonly play: (scenario: Scenario, eventsMax: number) => Run;
  readonly judge: (exercise: Attemptable, scenario: Scenario) => Judged | Promise<Judged>;
}

/** Whoever predicts has the run before him as soon as he has said what he thinks. */
const predictedEventsMax = 10_000;

/** Why nobody can solve it, or need not, each in a sentence. Of a `choose` or `fix` without a solution only the latter. */
export async function flawsOf(exercise: Exercise, { play, judge }: Trial): Promise<readonly Text[]> {
  if (exercise.kind === 'predict') return predictFlaws(exercise, play);
  const before = await judge(exercise, exercise.scenario);
  if (before.tooMany !== null) return [tooManyRuns(before.tooMany)];
  const flaws = before.solved ? [solvedBefore] : [];
  if (Object.keys(exercise.solution).length === 0) return flaws;
  return [...flaws, ...solutionFlaws(await judge(exercise, applyPatch(exercise.scenario, exercise.solution)))];
}

export function predictFlaws(exercise: PredictExercise, play: Trial['play']): readonly Text[] {
  const run = play(exercise.scenario, predictedEventsMax);
  if (run.trace.count >= predictedEventsMax) return [tooLong];
  const right = rightPredictions(exercise, run);
  if (right.length === 0) return [noneRight];
  return right.length === exercise.options.length ? [noneWrong] : [];
}

function solutionFlaws({ aims, breaches, tooMany }: Judged): readonly Text[] {
  if (tooMany !== null) return [tooManyRuns(tooMany)];
  const missed = aims
    .filter(({ met }) => met !== 'true')
    .map(
      ({ aim }): Text => ({
        en: `The solution does not reach the goal “${aim.text.en}”.`,
        zh: `答案达不到目标“${aim.text.zh}”。`,
      }),
    );
  return [...breaches, ...missed];
}

const solvedBefore: Text = {
  en: 'All goals are met before anything is done.',
  zh: '什么都没做，目标就已全部达到。',
};
const tooLong: Text = {
  en: `The run has more than ${predictedEventsMax} events, too many to be predicted. A shorter duration or fewer rounds make fewer.`,
  zh: `这次运行超过 ${predictedEventsMax} 个事件，太长了，没法预测。把时长缩短或轮数减少，事件就会变少。`,
};
/** Why an attempt is not judged. @param runs so many it would take. */
export const tooManyRuns = (runs: number): Text => ({
  en: `To judge this takes ${runs} runs, and ${runsMax} is the most. Fewer clients or rounds, or a shorter run, take fewer.`,
  zh: `判断它需要 ${runs} 次运行，最多是 ${runsMax} 次。客户端或轮数少一些，或者运行短一些，需要的次数就会变少。`,
});
const noneRight: Text = {
  en: 'None of the answers is what the run does.',
  zh: '没有一个选项是运行真正的结果。',
};
const noneWrong: Text = { en: 'Every answer is right: add a wrong one.', zh: '每个选项都对：再加一个错的。' };

/** There is no way to solve a `choose` besides those that were tried. */
export const noneSolves: Text = {
  en: 'None of the choices meets all goals: offer another lock or check, or ask for less.',
  zh: '没有一种选择能达到全部目标：再给一把锁或一种检查，或者要求低一些。',
};

/**
 * What may be tried to solve it, in order: each lock with each check of a `choose`, each check of a `fix` that may change it.
 *
 * @param fits whether check and lock go together.
 */
export function attemptsAt(
  exercise: FixExercise | ChooseExercise,
  { checks, fits }: { readonly checks: readonly string[]; readonly fits: (scenario: Scenario) => boolean },
): readonly Scenario[] {
  const { scenario } = exercise;
  const attempts =
    exercise.kind === 'choose'
      ? exercise.locks.flatMap((lock) => exercise.storages.map((storage) => ({ ...scenario, lock, storage })))
      : exercise.may.includes('storage')
        ? checks.map((id) => ({ ...scenario, storage: { id } }))
        : [];
  return attempts.filter((attempt) => fits(attempt) && !sameJson(attempt, scenario));
}
