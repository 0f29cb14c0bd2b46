/**
 * Whether an exercise that somebody makes can be solved, and by what. Built-in exercises are held to the same by a test;
 * here the run says it while the exercise is being made. Knows goals and runs, no page.
 */
import type { BreakExercise, ChooseExercise, Exercise, FixExercise, PredictExercise } from '../model/exercise';
import { applyPatch, sameJson } from '../model/patch';
import type { Run } from '../model/run';
import type { Scenario } from '../model/scenario';
import type { Text } from '../model/text';
import { judgeAttempt, rightPredictions } from './exercise';

type Play = (scenario: Scenario) => Run;

/** Why nobody can solve it, or need not, each in a sentence. Of a `choose` or `fix` without a solution only the latter. */
export function flawsOf(exercise: Exercise, play: Play): readonly Text[] {
  if (exercise.kind === 'predict') return predictFlaws(exercise, play);
  const flaws: Text[] = [];
  if (judgeAttempt(exercise, exercise.scenario, play).solved) flaws.push(solvedBefore);
  if (Object.keys(exercise.solution).length > 0) flaws.push(...solutionFlaws(exercise, play));
  return flaws;
}

function predictFlaws(exercise: PredictExercise, play: Play): readonly Text[] {
  const right = rightPredictions(exercise, play(exercise.scenario));
  if (right.length === 0) return [noneRight];
  return right.length === exercise.options.length ? [noneWrong] : [];
}

function solutionFlaws(exercise: BreakExercise | FixExercise | ChooseExercise, play: Play): readonly Text[] {
  const { aims, breaches } = judgeAttempt(exercise, applyPatch(exercise.scenario, exercise.solution), play);
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
