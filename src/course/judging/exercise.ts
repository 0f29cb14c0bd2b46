/**
 * Judges an attempt at an exercise: plays it, tries every attack on it, and says for each goal whether it is met. It
 * knows goals, budgets and rules, but no page and no points.
 */
import type { GoalResult } from '../../core/judge/goal';
import { evaluateGoal, type GoalEvaluation, nearestMiss } from '../../core/judge/goalEvaluation';
import type { Aim, Attack, ChooseExercise, FixExercise } from '../../core/model/scenario/exercise';
import type { Fault } from '../../core/model/scenario/fault';
import { applyPatch } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import type { Verdict } from '../../core/model/trace/verdict';
import { rulesOf } from '../kinds';
import type { Attemptable, Breach } from '../kinds/kind';

type Play = (scenario: Scenario) => Run;

/**
 * An attack that breaks a goal. `fault`: a fault at some place, which the page describes. `seed`: set if the seed is
 * not the run's.
 */
export interface BreakingAttack extends Attack {
  readonly fault?: Fault;
  readonly seed?: number;
}

export interface JudgedAim {
  readonly aim: Aim;
  readonly met: GoalResult;
  /** The first attack that breaks it. */
  readonly against: BreakingAttack | null;
  /** The worst measured result. Null if it has not been tried. */
  readonly measured: GoalEvaluation | null;
}

export interface Judged {
  /** In the order of the exercise's goals. */
  readonly aims: readonly JudgedAim[];
  /** The violations of the rules, each in a sentence. With one of them the exercise is not solved. */
  readonly breaches: readonly Breach[];
  readonly solved: boolean;
  /** For a `break`: the number of faults. For the others: requests per acquisition in the calm run. Less is better. */
  readonly spent: number | null;
  /** The number of runs in which it was tried. */
  readonly runs: number;
  /**
   * The number of runs that judging would take, if that is more than `runsMax`; then no attack was tried. Otherwise
   * null.
   */
  readonly tooMany: number | null;
  /** The result of trying it at every place and under other seeds. Null: that was not tried. */
  readonly further: WiderTrial | null;
}

/** An answer that meets all goals so far, tried under other seeds and with a fault at every place of its space. */
export interface WiderTrial {
  readonly seeds: number;
  /** The number of faults tried, one at a time. */
  readonly injectionPoints: number;
  /** The smallest run in which a goal is missed. Null: it holds. */
  readonly miss: { readonly aim: Aim; readonly against: BreakingAttack; readonly measured: GoalEvaluation } | null;
}

/**
 * An attempt that would take more runs than this is not judged. A pause before each step of a long run takes tens of
 * thousands.
 */
export const runsMax = 1000;

/** How far the judging has come, in runs. */
export interface JudgingProgress {
  readonly runs: number;
  readonly all: number;
}

/** Cost: one run, and one more for each attack. */
export function judgeAttempt(exercise: Attemptable, scenario: Scenario, play: Play): Judged {
  const judging = judgeStepwise(exercise, scenario, play);
  for (;;) {
    const step = judging.next();
    if (step.done) return step.value;
  }
}

/** The same with a step for each run. */
export function* judgeStepwise(
  exercise: Attemptable,
  scenario: Scenario,
  play: Play,
): Generator<JudgingProgress, Judged, void> {
  const faultless = play(scenario);
  const rules = rulesOf(exercise);
  const attacks = rules.attacks(exercise, faultless);
  const all = 1 + attacks.length;
  const tooMany = all > runsMax ? all : null;
  const attacked: Attacked[] = [];
  for (const attack of tooMany === null ? attacks : []) {
    yield { runs: 1 + attacked.length, all };
    attacked.push({ attack, verdict: play(applyPatch(scenario, attack.patch)).verdict });
  }
  const aims = exercise.aims.map((aim) =>
    tooMany === null || aim.in === 'calm' ? judgeAim(aim, faultless, attacked) : notJudged(aim),
  );
  const breaches = rules.breaches(exercise, scenario);
  return {
    aims,
    breaches,
    solved: breaches.length === 0 && aims.every(({ met }) => met === 'true'),
    spent: rules.spent(exercise, faultless),
    runs: 1 + attacked.length,
    tooMany,
    further: null,
  };
}

/** Whether an attempt that meets all goals so far must also be tried at every place. */
export const isTriedFurther = (exercise: Attemptable, { solved }: Judged): exercise is FixExercise | ChooseExercise =>
  solved && 'seeds' in exercise;

interface Attacked {
  readonly attack: Attack;
  readonly verdict: Verdict;
}

const notJudged = (aim: Aim): JudgedAim => ({ aim, met: 'not yet', against: null, measured: null });

/** An attempt before it is judged: only its violations of the rules are known. */
export const beforeJudging = (exercise: Attemptable, scenario: Scenario): Judged => ({
  aims: exercise.aims.map(notJudged),
  breaches: rulesOf(exercise).breaches(exercise, scenario),
  solved: false,
  spent: null,
  runs: 0,
  tooMany: null,
  further: null,
});

function judgeAim(aim: Aim, faultless: Run, attacked: readonly Attacked[]): JudgedAim {
  if (aim.in === 'calm') {
    const measurement = evaluateGoal(aim.goal, faultless.verdict);
    return { aim, met: measurement.met, against: null, measured: measurement };
  }
  const all = attacked.map(({ attack, verdict }) => ({ against: attack, found: evaluateGoal(aim.goal, verdict) }));
  for (const worst of ['false', 'not yet'] as const) {
    const first = all.find(({ found }) => found.met === worst);
    if (first !== undefined) return { aim, met: worst, against: first.against, measured: first.found };
  }
  return { aim, met: 'true', against: null, measured: nearestMiss(all.map(({ found }) => found)) };
}
