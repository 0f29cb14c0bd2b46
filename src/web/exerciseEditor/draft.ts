/** What a person has filled in to make an exercise from a run. */

import { goalResult } from '../../core/judge/goal';
import type { MadeExercise } from '../../core/model/scenario/exercise';
import type { FaultKind } from '../../core/model/scenario/fault';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Verdict } from '../../core/model/trace/verdict';
import { pickedAnswers } from '../../course/exercises/pickedAnswers';
import { pickedGoals } from '../../course/exercises/pickedGoals';
import { checksToPick, locksToPick } from './choicesToPick';

export const changeableParts = ['storage', 'lock.settings', 'settings'] as const;
export type ChangeablePart = (typeof changeableParts)[number];

export type Kind = MadeExercise['kind'];

/** Values of other kinds are kept but not used. */
export interface ExerciseDraft {
  readonly kind: Kind;
  /** Empty, like the task: the page writes it. */
  readonly title: string;
  readonly task: string;
  readonly hint: string;
  /** By id, like everything that is picked. */
  readonly answers: ReadonlySet<string>;
  /** Why an answer is right or wrong, by the answer's id. Empty: no reason is given. */
  readonly whys: Readonly<Record<string, string>>;
  readonly goals: ReadonlySet<string>;
  readonly faults: number;
  readonly faultKinds: ReadonlySet<FaultKind>;
  /** As typed; empty: no limit. */
  readonly lengthMax: string;
  readonly may: ReadonlySet<ChangeablePart>;
  readonly locks: ReadonlySet<string>;
  readonly checks: ReadonlySet<string>;
  /** Names of faults, each an attack of its own, and `together`. */
  readonly attacks: ReadonlySet<string>;
  readonly pauses: string;
}

/** All faults of the run as one attack. No fault has this name, since the names of faults begin with a colon here. */
export const allFaults = 'together';
export const attackOf = (faultName: string): string => `:${faultName}`;

/** What the run suggests: its outcome, to predict or to reach; its own faults, to find or to withstand. */
export function presetOf({ scenario, verdict }: Judged): ExerciseDraft {
  const names = Object.keys(scenario.faults);
  const injected = new Set(Object.values(scenario.faults).map(({ kind }) => kind));
  return {
    kind: 'break',
    title: '',
    task: '',
    hint: '',
    answers: new Set(suggestedAnswers(verdict)),
    whys: {},
    goals: new Set(suggestedGoals(verdict)),
    faults: Math.max(1, names.length),
    faultKinds: injected.size > 0 ? injected : new Set(['pause']),
    lengthMax: '',
    may: new Set(['storage']),
    locks: suggested(locksToPick(scenario), scenario.lock, ['single-node', 'redlock']),
    checks: suggested(checksToPick(scenario), scenario.storage, ['no-check', 'fencing', 'version']),
    attacks: new Set(names.length > 1 ? [allFaults] : names.map(attackOf)),
    pauses: '',
  };
}

interface Judged {
  readonly scenario: Scenario;
  readonly verdict: Verdict;
}

const answersSuggested = 4;

/** The outcome of the run, and other outcomes. */
function suggestedAnswers(verdict: Verdict): readonly string[] {
  const outcomes = pickedAnswers.filter(({ goal }) => 'outcome' in goal);
  const isRight = ({ goal }: (typeof pickedAnswers)[number]): boolean => goalResult(goal, verdict) === 'true';
  return [...outcomes.filter(isRight), ...outcomes.filter((one) => !isRight(one))]
    .slice(0, answersSuggested)
    .map(({ id }) => id);
}

/** To break: the worst that happens in the run. To fix: what the run fails at. To choose: also that work gets done. */
function suggestedGoals(verdict: Verdict): readonly string[] {
  const worst = pickedGoals.find(
    ({ kinds: fit, goal }) => fit.includes('break') && goalResult(goal, verdict) === 'true',
  );
  const unmet = pickedGoals.filter(
    ({ kinds: fit, goal }) => fit.includes('fix') && goalResult(goal, verdict) === 'false',
  );
  const fixGoal = ['none-lost', 'data-kept', 'no-overlap'].find((wanted) => unmet.some(({ id }) => id === wanted));
  return [worst?.id ?? 'lost', fixGoal ?? 'none-lost', 'quiet-rounds'];
}

/** The run's own choice, also with its token, and a few common ones. */
function suggested(
  offered: readonly { readonly id: string; readonly choice: Scenario['lock'] }[],
  own: Scenario['lock'],
  usual: readonly string[],
): ReadonlySet<string> {
  const isWanted = ({ choice }: (typeof offered)[number]): boolean =>
    choice.id === own.id || (usual.includes(choice.id) && choice.settings?.['token'] === undefined);
  return new Set(offered.filter(isWanted).map(({ id }) => id));
}
