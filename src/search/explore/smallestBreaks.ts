/**
 * The smallest breaks that an exercise allows: the fewest faults of its budget that meet its goals, each as weak as
 * possible. It knows no page and no clock: the caller says after how many runs it ends.
 */

import { strengthOf } from '../../core/faults/strength';
import type { BreakExercise } from '../../core/model/scenario/exercise';
import type { Fault } from '../../core/model/scenario/fault';
import { groupedBy } from '../../core/model/values/grouped';
import type { Parts } from '../../core/sim/parts';
import { simulate } from '../../core/sim/simulate';
import { type Placements, withMore } from './branch';
import { isBreak } from './harm';
import type { Limit } from './limits';
import { runJob, Search } from './search';
import { faultsMost, lengthsIn, type TargetSpace } from './space';
import { atStep, Weakest, weakened } from './weakest';

export interface SmallestBreaks {
  readonly runs: number;
  /** Every place was tried with up to this many faults at once. */
  readonly levels: number;
  /** Whether the search is complete. If false, it used up its runs. */
  readonly isWhole: boolean;
  /** All breaks with the fewest faults, one for each combination of kinds, the weakest first. Empty: none was found. */
  readonly breaks: readonly (readonly Fault[])[];
}

interface Bounds {
  readonly limits: readonly Limit[];
  readonly runsMax: number;
  /**
   * The faults of a person who has solved it, so that the result is never greater. If they are several, every place
   * is tried with fewer faults; with that many faults only these are weakened: three crashes of five nodes would be
   * 20,000 runs.
   */
  readonly solutionFaults?: readonly Fault[];
}

/** Yields the number of runs, after each run of the search. */
export function* smallestBreaks(
  exercise: BreakExercise,
  parts: Parts,
  { limits, runsMax, solutionFaults }: Bounds,
): Generator<number, SmallestBreaks, void> {
  const faultsMax = solutionFaults === undefined || solutionFaults.length < 2 ? faultsMost : solutionFaults.length - 1;
  const space = { ...spaceFor(exercise, faultsMax, parts), limits };
  const searching = new Search(space);
  let runs = 0;
  let isOver = false;
  for (let job = searching.next(); job !== null && !isOver; job = searching.next()) {
    const steps = runJob(job, space, parts);
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      yield ++runs;
      if (runs < runsMax) continue;
      searching.note(step.value);
      isOver = true;
      break;
    }
    if (step.done) searching.take(job, step.value);
    // If a level found breaks, more faults are of no interest.
    if (searching.collectResults().breaks.length > 0 && hasEndedLevel(searching)) break;
  }
  const results = searching.collectResults();
  const breaks = smallestOf(results.breaks, solutionFaults, space, parts);
  return { runs: results.runs, levels: results.levels, isWhole: !isOver, breaks };
}

/** Whether all breaks of the last whole level are known. */
const hasEndedLevel = (searching: Search<TargetSpace>): boolean => {
  const { breaks, levels } = searching.collectResults();
  return breaks.every(({ length }) => length <= levels);
};

function spaceFor(exercise: BreakExercise, faultsMax: number, parts: Parts): TargetSpace {
  const { scenario, budget, aims } = exercise;
  return {
    scenario,
    kinds: budget.kinds,
    faultsMax: Math.min(faultsMax, budget.faults),
    harm: aims.map(({ goal }) => goal),
    lengths: lengthsIn(simulate(scenario, parts), parts),
  };
}

/**
 * Returns the breaks with the fewest faults, as weak as possible: one for each combination of kinds, the weakest
 * first.
 */
export function smallestOf(
  breaks: readonly Placements[],
  knownBreak: readonly Fault[] | undefined,
  space: TargetSpace,
  parts: Parts,
): SmallestBreaks['breaks'] {
  const all = breaks.map((placements) => placements.map(({ fault }) => fault));
  if (knownBreak !== undefined) all.push([...knownBreak]);
  const fewest = Math.min(...all.map(({ length }) => length));
  // Only breaks with equal kinds can be compared.
  const groups = groupedBy(
    all.filter(({ length }) => length === fewest),
    kindsOf,
  );
  const runWith = (faults: readonly Fault[]) => simulate(withMore(space.scenario, faults), parts);
  const does = (faults: readonly Fault[]): boolean => isBreak(runWith(faults), space.harm, parts);
  const narrated = (faults: readonly Fault[]): readonly Fault[] =>
    faults.map((fault, index) =>
      atStep(fault, runWith(faults.toSpliced(index, 1)), (one) => does(faults.with(index, one))),
    );
  return [...groups.values()]
    .map((group) => narrated(weakestOf(group, does)))
    .sort((one, other) => sumOf(one) - sumOf(other));
}

/** A key for the kinds of a break. */
export const kindsOf = (faults: readonly Fault[]): string =>
  faults
    .map(({ kind }) => kind)
    .sort()
    .join(' ');

/**
 * Of single faults, the weakest of all. Of several faults at once, the break with the least sum, then each of its
 * faults weakened.
 */
export function weakestOf(
  group: readonly (readonly Fault[])[],
  does: (faults: readonly Fault[]) => boolean,
): readonly Fault[] {
  const [first = [], ...others] = [...group].sort((one, other) => sumOf(one) - sumOf(other));
  if (first.length === 1) {
    const weakest = new Weakest((fault) => does([fault]));
    for (const [fault] of [first, ...others]) if (fault !== undefined) weakest.offer(fault);
    return weakest.fault === null ? first : [weakest.fault];
  }
  return first.reduce<readonly Fault[]>(
    (faults, fault, index) =>
      faults.with(
        index,
        weakened(fault, (one) => does(faults.with(index, one))),
      ),
    first,
  );
}

const sumOf = (faults: readonly Fault[]): number => faults.reduce((sum, fault) => sum + strengthOf(fault), 0);
