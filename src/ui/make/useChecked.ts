/**
 * Checks an exercise that is being made: that it is not solved as it is given, and that it can be solved. The faults of a `break`
 * are looked for at every place of its budget; the changes of a `fix`, single ones and then pairs, and the choices of a `choose` are tried,
 * and what solves it is attacked at every place and under other seeds. An edit stops it.
 */
import { withMore } from '../../explore/branch';
import { spaceOfExercise } from '../../explore/exerciseSpace';
import type { SmallestBreaks } from '../../explore/smallestBreaks';
import type { BreakExercise, ChooseExercise, FixExercise, MadeExercise } from '../../model/exercise';
import { patchBetween } from '../../model/patch';
import type { Patch, Scenario } from '../../model/scenario';
import type { Breach } from '../../run/exercise';
import { attemptsAt, flawsOf, pairsAt, type Trial } from '../../run/ownExercise';
import { noBreak, noChangeSolves, noneSolves } from '../../run/problems';
import { playsWith } from '../../run/runScenario';
import { judge } from '../state/judge';
import { lacksService, lacksToken } from '../state/missingToken';
import { currentParts } from '../state/parts';
import { smallestBeside } from '../state/smallest';
import { useJob } from '../state/useJob';
import { notPlayed } from './problems';

export interface Solvable {
  readonly kind: 'solvable';
  /** What goes into the file besides what was filled in. */
  readonly besides: { readonly solution?: Patch; readonly seeds?: number };
  /** Of a `break`. */
  readonly smallest?: SmallestBreaks;
  /** Of a `fix` or `choose`: how many attempts were tried, how many solve it, and whether its faults were tried elsewhere. */
  readonly attempts?: { readonly all: number; readonly solved: number; readonly isAttacked: boolean };
}

export type Checked =
  | { readonly kind: 'checking'; readonly tried: number; readonly all: number }
  | { readonly kind: 'refused'; readonly flaws: readonly Breach[] }
  | Solvable;

/** So many answers that solve it are attacked further, until one holds. */
const furtherMax = 3;

/** An answer that is to hold holds under so many seeds. */
const seeds = 20;

const fits = (scenario: Scenario): boolean => !lacksToken(scenario) && !lacksService(scenario);

type Tell = (checked: Checked) => void;

/** Null: there is nothing to check. */
export function useChecked(exercise: MadeExercise | null): Checked | null {
  const { told, value, error } = useJob<Checked | null, Checked>(
    exercise === null ? null : [exercise],
    async (signal, tell) => exercise && checkedOf(exercise, signal, tell),
    // While somebody types there is nothing to check yet.
    { afterMs: quietMs },
  );
  if (exercise === null) return null;
  if (error !== null) return { kind: 'refused', flaws: [notPlayed(error.message)] };
  return value ?? told ?? { kind: 'checking', tried: 0, all: 0 };
}

const quietMs = 250;

async function checkedOf(exercise: MadeExercise, signal: AbortSignal, tell: Tell): Promise<Checked> {
  const trial: Trial = {
    play: playsWith(currentParts()),
    judge: (judged, scenario) => judge(judged, scenario, { signal }),
  };
  // Its solution is looked for further down.
  const flaws = await flawsOf(exercise.kind === 'break' ? { ...exercise, solution: {} } : exercise, trial);
  if (flaws.length > 0) return { kind: 'refused', flaws };
  switch (exercise.kind) {
    case 'predict':
      return { kind: 'solvable', besides: {} };
    case 'break':
      return breakChecked(exercise, signal);
    default:
      return buildChecked(exercise, signal, tell);
  }
}

async function breakChecked(exercise: BreakExercise, signal: AbortSignal): Promise<Checked> {
  const { scenario, solution } = exercise;
  const given = Object.values(solution.faults ?? {}).flatMap((fault) => (fault == null ? [] : [fault as never]));
  const isKnown = given.length > 0 && (await judge(exercise, withMore(scenario, given), { signal })).solved;
  const smallest = await smallestBeside({ exercise, ...(isKnown ? { known: given } : {}) }, { signal });
  const [faults] = smallest.breaks;
  if (faults === undefined) return { kind: 'refused', flaws: [noBreak(smallest.runs, smallest.isWhole)] };
  const found = patchBetween(scenario, withMore(scenario, faults));
  return { kind: 'solvable', besides: { solution: isKnown ? solution : found }, smallest };
}

async function buildChecked(exercise: FixExercise | ChooseExercise, signal: AbortSignal, tell: Tell): Promise<Checked> {
  const { scenario } = exercise;
  const fields = currentParts().locks.get(scenario.lock.id)?.fields ?? {};
  const single = attemptsAt(exercise, { checks: [...currentParts().resources.keys()], fields, fits });
  const first = await solvingAmong(single, { exercise, signal, tell });
  const pairs = first.length > 0 || exercise.kind === 'choose' ? [] : pairsAt(exercise, single).filter(fits);
  const found = first.length > 0 ? first : await solvingAmong(pairs, { exercise, signal, tell });
  const [solving] = found;
  if (solving === undefined)
    return {
      kind: 'refused',
      flaws: [exercise.kind === 'choose' ? noneSolves : noChangeSolves(single.length, pairs.length)],
    };
  const holding = await firstThatHolds({ ...exercise, seeds }, found, signal);
  const solution = patchBetween(scenario, holding ?? solving);
  return {
    kind: 'solvable',
    besides: { solution, ...(holding === null ? {} : { seeds }) },
    attempts: {
      all: single.length + pairs.length,
      solved: found.length,
      isAttacked: spaceOfExercise(exercise).limits.length > 0,
    },
  };
}

interface Checking {
  readonly exercise: FixExercise | ChooseExercise;
  readonly signal: AbortSignal;
  readonly tell: Tell;
}

async function solvingAmong(attempts: readonly Scenario[], { exercise, signal, tell }: Checking) {
  const found: Scenario[] = [];
  for (const [tried, attempt] of attempts.entries()) {
    tell({ kind: 'checking', tried, all: attempts.length });
    await new Promise((go) => setTimeout(go));
    signal.throwIfAborted();
    if ((await judge(exercise, attempt, { signal })).solved) found.push(attempt);
  }
  return found;
}

/** Null: those that were attacked fail somewhere. */
async function firstThatHolds(
  exercise: FixExercise | ChooseExercise,
  found: readonly Scenario[],
  signal: AbortSignal,
): Promise<Scenario | null> {
  for (const attempt of found.slice(0, furtherMax))
    if ((await judge(exercise, attempt, { signal })).solved) return attempt;
  return null;
}
