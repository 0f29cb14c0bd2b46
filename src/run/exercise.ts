/**
 * Judges an attempt at an exercise: plays it, tries every attack on it, and says for each goal whether it is met. Knows
 * goals, budgets and rules, but no page and no points.
 */
import { faultPrograms } from '../faults';
import type { Met } from '../judge/goal';
import { type Measured, measured, nearestMiss } from '../judge/measured';
import { anchorsOf } from '../model/edit';
import type { Aim, Attack, BreakExercise, Budget, ChooseExercise, FixExercise } from '../model/exercise';
import { type Fault, type FaultKind, struckProcesses } from '../model/fault';
import { kindOf, lengthOf, shiftOf } from '../model/faultKind';
import { applyPatch, patchBetween, sameJson } from '../model/patch';
import type { Run } from '../model/run';
import { clientId, type Scenario } from '../model/scenario';
import type { Text } from '../model/text';
import type { Verdict } from '../model/verdict';
import * as problems from './problems';

type Play = (scenario: Scenario) => Run;

/** A violation of the rules. One by a kind of fault has the kinds, since only the page knows their names in its language. */
export interface Breach extends Text {
  readonly unfit?: { readonly kind: FaultKind; readonly kinds: readonly FaultKind[] };
}

/** An attack that breaks a goal. `fault`: a fault at some place, told by the page. `seed`: set for another seed than the run's. */
export interface Against extends Attack {
  readonly fault?: Fault;
  readonly seed?: number;
}

export interface JudgedAim {
  readonly aim: Aim;
  readonly met: Met;
  /** The first attack that breaks it. */
  readonly against: Against | null;
  /** What it came to, where that was worst. Null if it has not been tried. */
  readonly measured: Measured | null;
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
   * The number of runs that it would take, if that is more than `runsMax`; none of the attacks was tried then. Else
   * null.
   */
  readonly tooMany: number | null;
  /** What came of trying it at every place and under other seeds. Null: that was not tried. */
  readonly further: Further | null;
}

/** An answer that meets all goals so far, tried under other seeds and with a fault at every place of the exercise's space. */
export interface Further {
  readonly seeds: number;
  /** How many faults struck, one at a time. */
  readonly places: number;
  /** The smallest run in which a goal is missed. Null: it holds. */
  readonly miss: { readonly aim: Aim; readonly against: Against; readonly measured: Measured } | null;
}

/**
 * An attempt that would take more runs than this is not judged. A pause before each step of a long run takes tens of
 * thousands.
 */
export const runsMax = 1000;

/** How far the judging has come, in runs. */
export interface Judging {
  readonly runs: number;
  readonly all: number;
}

export type Attemptable = BreakExercise | FixExercise | ChooseExercise;

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
): Generator<Judging, Judged, void> {
  const calm = play(scenario);
  const attacks = exercise.kind === 'break' ? [] : attacksOn(exercise, scenario, calm);
  const all = 1 + attacks.length;
  const tooMany = all > runsMax ? all : null;
  const attacked: Attacked[] = [];
  for (const attack of tooMany === null ? attacks : []) {
    yield { runs: 1 + attacked.length, all };
    attacked.push({ attack, verdict: play(applyPatch(scenario, attack.patch)).verdict });
  }
  const aims = exercise.aims.map((aim) =>
    tooMany === null || aim.in === 'calm' ? judgeAim(aim, calm, attacked) : notJudged(aim),
  );
  const breaches = breachesOf(exercise, scenario);
  return {
    aims,
    breaches,
    solved: breaches.length === 0 && aims.every(({ met }) => met === 'true'),
    spent: spentOn(exercise, calm),
    runs: 1 + attacked.length,
    tooMany,
    further: null,
  };
}

/** Whether an attempt that meets all goals so far has to be tried at every place, too. */
export const isTriedFurther = (exercise: Attemptable, { solved }: Judged): boolean =>
  solved && exercise.kind !== 'break' && exercise.seeds !== undefined;

/**
 * What an attempt costs: faults that were added, else requests per acquisition.
 * @param calm its run
 */
export const spentOn = (exercise: Attemptable, { scenario, verdict }: Run): number | null =>
  exercise.kind === 'break'
    ? Object.keys(addedFaults(exercise.scenario, scenario)).length
    : verdict.measures.requestsPerAcquisition;

/** All attacks on a choice: those of the exercise, and a pause before each step of each client. */
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
    const pause: Fault = { kind: 'pause', process, when, for: pausesEverywhere.for };
    const title = problems.pausedBefore({ client: process, step, nth, ms: pausesEverywhere.for });
    return [{ title, patch: { faults: { attack: pause } } }];
  });
  return [...attacks, ...pauses];
}

interface Attacked {
  readonly attack: Attack;
  readonly verdict: Verdict;
}

const notJudged = (aim: Aim): JudgedAim => ({ aim, met: 'not yet', against: null, measured: null });

/** What is known about an attempt before it is judged: its violations of the rules. */
export const unjudged = (exercise: Attemptable, scenario: Scenario): Judged => ({
  aims: exercise.aims.map(notJudged),
  breaches: breachesOf(exercise, scenario),
  solved: false,
  spent: null,
  runs: 0,
  tooMany: null,
  further: null,
});

function judgeAim(aim: Aim, calm: Run, attacked: readonly Attacked[]): JudgedAim {
  if (aim.in === 'calm') {
    const found = measured(aim.goal, calm.verdict);
    return { aim, met: found.met, against: null, measured: found };
  }
  const all = attacked.map(({ attack, verdict }) => ({ against: attack, found: measured(aim.goal, verdict) }));
  for (const worst of ['false', 'not yet'] as const) {
    const first = all.find(({ found }) => found.met === worst);
    if (first !== undefined) return { aim, met: worst, against: first.against, measured: first.found };
  }
  return { aim, met: 'true', against: null, measured: nearestMiss(all.map(({ found }) => found)) };
}

/** The parts of the scenario that the exercise does not allow, each in a sentence. */
export function breachesOf(exercise: Attemptable, scenario: Scenario): readonly Breach[] {
  if (exercise.kind === 'break') {
    const { faults: _, ...rest } = scenario;
    const { faults: __, ...given } = exercise.scenario;
    const changed = changedPaths(patchBetween({ ...given, faults: {} }, { ...rest, faults: {} }));
    return [...changed.map(problems.notToBeChanged), ...budgetBreaches(exercise, scenario)];
  }
  const isAllowed = (path: string): boolean =>
    exercise.may.some((allowed) => path === allowed || path.startsWith(`${allowed}.`));
  return changedPaths(patchBetween(exercise.scenario, scenario))
    .filter((path) => !isAllowed(path))
    .map(problems.notToBeChanged);
}

/** The paths of all leaves of a patch. */
function changedPaths(patch: unknown, before = ''): readonly string[] {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return [before];
  return Object.entries(patch).flatMap(([key, value]) => changedPaths(value, before === '' ? key : `${before}.${key}`));
}

/** The faults that somebody has added or changed, by name. */
export function addedFaults(given: Scenario, scenario: Scenario): Readonly<Record<string, Fault>> {
  const isAdded = ([name, fault]: readonly [string, Fault]): boolean => !sameJson(given.faults[name], fault);
  return Object.fromEntries(Object.entries(scenario.faults).filter(isAdded));
}

function budgetBreaches({ budget, scenario: given }: BreakExercise, scenario: Scenario): readonly Breach[] {
  const added = Object.values(addedFaults(given, scenario));
  const breaches: Breach[] = added.flatMap((fault) => faultBreaches(budget, fault));
  const isKept = ([name, fault]: readonly [string, Fault]): boolean => sameJson(fault, scenario.faults[name]);
  if (!Object.entries(given.faults).every(isKept)) breaches.push(problems.givenFaultsStay);
  if (added.length > budget.faults) breaches.push(problems.tooManyFaults(added.length, budget.faults));
  return breaches;
}

function faultBreaches({ kinds, processes, lengthMax }: Budget, fault: Fault): readonly Breach[] {
  const breaches: Breach[] = [];
  if (!kinds.includes(fault.kind))
    breaches.push({ ...problems.kindNotInBudget(fault.kind, kinds), unfit: { kind: fault.kind, kinds } });
  const strange = struckProcesses(fault).find((id) => processes?.includes(id) === false);
  if (strange !== undefined) breaches.push(problems.notToBeTouched(strange, processes ?? []));
  const length = extentOf(fault);
  if (lengthMax !== undefined && length !== null && length > lengthMax)
    breaches.push(problems.faultTooLong(length, lengthMax));
  return breaches;
}

/** How far it moves a clock or delays a message, else how long it lasts. */
function extentOf(fault: Fault): number | null {
  const kind = kindOf(fault, faultPrograms);
  const shift = shiftOf(fault, kind);
  return shift === null ? lengthOf(fault, kind) : Math.abs(shift);
}
