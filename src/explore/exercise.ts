/**
 * Judges what somebody has made of an exercise: plays it, tries every attack on it, and says of each goal whether it is met.
 * Knows goals, budgets and rules; no page, no points.
 */
import { type Met, metBy } from '../judge/goal';
import { anchorsOf, lengthOf } from '../model/edit';
import type { Aim, Attack, BreakExercise, Budget, ChooseExercise, Exercise, FixExercise } from '../model/exercise';
import type { Fault } from '../model/fault';
import { processesOf } from '../model/fault';
import { applyPatch, patchBetween, sameJson } from '../model/patch';
import type { Run } from '../model/run';
import { clientId, type ProcessId, type Scenario } from '../model/scenario';
import type { Text } from '../model/text';

type Play = (scenario: Scenario) => Run;

export interface JudgedAim {
  readonly aim: Aim;
  readonly met: Met;
  /** The first attack under which it does not hold. */
  readonly against: Attack | null;
}

export interface Judged {
  /** In the order of the exercise's goals. */
  readonly aims: readonly JudgedAim[];
  /** What is not allowed, each in a sentence. Nothing is solved while there is one. */
  readonly breaches: readonly Text[];
  readonly solved: boolean;
  /** Of a `break`: how many faults it took. Of the others: requests per acquisition in the calm run. Less is better. */
  readonly spent: number | null;
  /** In so many runs it was tried. */
  readonly runs: number;
}

/** Which of the predictions are right for the run: true ones, by their ids. */
export const rightPredictions = (
  exercise: Extract<Exercise, { kind: 'predict' }>,
  { verdict }: Run,
): readonly string[] => exercise.options.filter(({ goal }) => metBy(goal, verdict) === 'true').map(({ id }) => id);

/** Cost: one run, and one for each attack. */
export function judgeAttempt(
  exercise: BreakExercise | FixExercise | ChooseExercise,
  scenario: Scenario,
  play: Play,
): Judged {
  const calm = play(scenario);
  const attacks = exercise.kind === 'break' ? [] : attacksOn(exercise, scenario, calm);
  const attacked = attacks.map((attack) => ({ attack, run: play(applyPatch(scenario, attack.patch)) }));
  const aims = exercise.aims.map((aim) => judgeAim(aim, calm, attacked));
  const breaches = breachesOf(exercise, scenario);
  const added = Object.keys(addedFaults(exercise.scenario, scenario)).length;
  return {
    aims,
    breaches,
    solved: breaches.length === 0 && aims.every(({ met }) => met === 'true'),
    spent: exercise.kind === 'break' ? added : calm.verdict.measures.requestsPerAcquisition,
    runs: 1 + attacks.length,
  };
}

/** Everything that is tried on a choice: the attacks of the exercise, and a pause before each step of each client. */
function attacksOn(
  { attacks, pausesEverywhere }: FixExercise | ChooseExercise,
  scenario: Scenario,
  calm: Run,
): readonly Attack[] {
  if (pausesEverywhere === undefined) return attacks;
  const clients = Array.from({ length: scenario.settings.clients }, (_, i) => clientId(i + 1));
  const pauses = anchorsOf(calm.trace, clients).flatMap(({ when, step }): readonly Attack[] => {
    if (step === null || when.kind !== 'step') return [];
    const { process, nth } = when;
    const number = process.slice('client'.length);
    const pause: Fault = { kind: 'pause', process, when, for: pausesEverywhere.for };
    const title = {
      en: `Client ${number} is paused for ${pausesEverywhere.for} ms before “${step}”${nth > 1 ? ` (${nth})` : ''}`,
      zh: `客户端 ${number} 在“${step}”${nth > 1 ? `（第 ${nth} 次）` : ''}之前停顿 ${pausesEverywhere.for} ms`,
    };
    return [{ title, patch: { faults: { attack: pause } } }];
  });
  return [...attacks, ...pauses];
}

function judgeAim(aim: Aim, calm: Run, attacked: readonly { readonly attack: Attack; readonly run: Run }[]): JudgedAim {
  if (aim.in === 'calm') return { aim, met: metBy(aim.goal, calm.verdict), against: null };
  let undecided: JudgedAim | null = null;
  for (const { attack, run } of attacked) {
    const met = metBy(aim.goal, run.verdict);
    if (met === 'false') return { aim, met, against: attack };
    if (met === 'not yet') undecided ??= { aim, met, against: attack };
  }
  return undecided ?? { aim, met: 'true', against: null };
}

/** What of the scenario is not as the exercise allows, each in a sentence. */
export function breachesOf(
  exercise: BreakExercise | FixExercise | ChooseExercise,
  scenario: Scenario,
): readonly Text[] {
  if (exercise.kind === 'break') {
    const { faults: _, ...rest } = scenario;
    const { faults: __, ...given } = exercise.scenario;
    const changed = changedPaths(patchBetween({ ...given, faults: {} }, { ...rest, faults: {} }));
    return [...changed.map(notToBeChanged), ...budgetBreaches(exercise, scenario)];
  }
  const isAllowed = (path: string): boolean =>
    exercise.may.some((allowed) => path === allowed || path.startsWith(`${allowed}.`));
  return changedPaths(patchBetween(exercise.scenario, scenario))
    .filter((path) => !isAllowed(path))
    .map(notToBeChanged);
}

const notToBeChanged = (path: string): Text => ({
  en: `“${path}” is not to be changed here.`,
  zh: `这里不能改“${path}”。`,
});

/** The paths of all leaves of a patch. */
function changedPaths(patch: unknown, before = ''): readonly string[] {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return [before];
  return Object.entries(patch).flatMap(([key, value]) => changedPaths(value, before === '' ? key : `${before}.${key}`));
}

function addedFaults(given: Scenario, scenario: Scenario): Readonly<Record<string, Fault>> {
  const isAdded = ([name, fault]: readonly [string, Fault]): boolean => !sameJson(given.faults[name], fault);
  return Object.fromEntries(Object.entries(scenario.faults).filter(isAdded));
}

function budgetBreaches({ budget, scenario: given }: BreakExercise, scenario: Scenario): readonly Text[] {
  const added = Object.values(addedFaults(given, scenario));
  const breaches: Text[] = added.flatMap((fault) => faultBreaches(budget, fault));
  const isKept = ([name, fault]: readonly [string, Fault]): boolean => sameJson(fault, scenario.faults[name]);
  if (!Object.entries(given.faults).every(isKept))
    breaches.push({ en: 'The faults that were there must stay as they are.', zh: '原有的故障必须保持原样。' });
  if (added.length > budget.faults)
    breaches.push({
      en: `${added.length} faults were added; the budget is ${budget.faults}.`,
      zh: `加了 ${added.length} 个故障；预算是 ${budget.faults} 个。`,
    });
  return breaches;
}

function faultBreaches({ kinds, processes, lengthMax }: Budget, fault: Fault): readonly Text[] {
  const breaches: Text[] = [];
  if (!kinds.includes(fault.kind))
    breaches.push({
      en: `A fault of the kind “${fault.kind}” is not in the budget; these are: ${kinds.join(', ')}.`,
      zh: `预算里没有“${fault.kind}”这种故障；可用的有：${kinds.join('、')}。`,
    });
  const strange = processes && struckBy(fault).find((id) => !processes.includes(id));
  if (strange !== undefined)
    breaches.push({
      en: `${strange} is not to be touched; faults may strike: ${processes?.join(', ')}.`,
      zh: `不能动 ${strange}；故障可以落在：${processes?.join('、')}。`,
    });
  const length = extentOf(fault);
  if (lengthMax !== undefined && length !== null && length > lengthMax)
    breaches.push({
      en: `A fault may last for, or move a clock by, ${lengthMax} ms at most, not ${length}.`,
      zh: `一个故障的时长（或拨动的时间）最多 ${lengthMax} ms，不能是 ${length}。`,
    });
  return breaches;
}

/** Whom a fault strikes; who it waits for is none of it. */
const struckBy = (fault: Fault): readonly ProcessId[] =>
  'process' in fault ? [fault.process] : processesOf({ ...fault, when: { kind: 'time', at: 0 } } as Fault);

const extentOf = (fault: Fault): number | null =>
  fault.kind === 'clock-jump' ? Math.abs(fault.by) : 'by' in fault ? fault.by : lengthOf(fault);
