/**
 * The smallest breaks that an exercise allows: the fewest faults of its budget that meet its goals, and these as weak as they can
 * be. It knows no page and no clock: whoever calls it says after how many runs it ends.
 */

import { strengthOf } from '../../core/faults/strength';
import type { BreakExercise } from '../../core/model/exercise';
import type { Fault } from '../../core/model/fault';
import type { Parts } from '../../core/sim/parts';
import { simulate } from '../../core/sim/simulate';
import { type Placements, withMore } from './branch';
import { isHarmed } from './harm';
import type { Limit } from './limits';
import { done, Search } from './search';
import { faultsMost, type Hunt, lengthsIn } from './space';
import { atStep, Weakest, weakened } from './weakest';

export interface SmallestBreaks {
  readonly runs: number;
  /** With up to so many faults at once every place was tried. */
  readonly levels: number;
  /** Whether nothing more is to be tried. Else the runs were used up. */
  readonly isWhole: boolean;
  /** All of as few faults, one for each choice of kinds, the weakest first. Empty: none was found. */
  readonly breaks: readonly (readonly Fault[])[];
}

interface Bounds {
  /** Those of the exercise. */
  readonly limits: readonly Limit[];
  readonly runsMax: number;
  /**
   * The faults of somebody who has solved it, so that what is found is never greater. If they are several, every place is tried with
   * fewer, and as many are only those, weakened: three crashes of five nodes would be 20,000 runs.
   */
  readonly known?: readonly Fault[];
}

/** Yields the number of runs, after each run of the search. */
export function* smallestBreaks(
  exercise: BreakExercise,
  parts: Parts,
  { limits, runsMax, known }: Bounds,
): Generator<number, SmallestBreaks, void> {
  const faultsMax = known === undefined || known.length < 2 ? faultsMost : known.length - 1;
  const hunt = { ...huntOf(exercise, faultsMax, parts), limits };
  const searching = new Search(hunt);
  let runs = 0;
  let isOver = false;
  for (let job = searching.next(); job !== null && !isOver; job = searching.next()) {
    const steps = done(job, hunt, parts);
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      yield ++runs;
      if (runs < runsMax) continue;
      searching.stop(step.value);
      isOver = true;
      break;
    }
    if (step.done) searching.take(job, step.value);
    // More faults are of no interest where fewer are enough.
    if (searching.found().breaks.length > 0 && hasEndedLevel(searching)) break;
  }
  const found = searching.found();
  const breaks = smallestOf(found.breaks, known, hunt, parts);
  return { runs: found.runs, levels: found.levels, isWhole: !isOver, breaks };
}

/** Whether all breaks of the last whole level are known. */
const hasEndedLevel = (searching: Search<Hunt>): boolean => {
  const { breaks, levels } = searching.found();
  return breaks.every(({ length }) => length <= levels);
};

function huntOf(exercise: BreakExercise, faultsMax: number, parts: Parts): Hunt {
  const { scenario, budget, aims } = exercise;
  return {
    scenario,
    kinds: budget.kinds,
    faultsMax: Math.min(faultsMax, budget.faults),
    harm: aims.map(({ goal }) => goal),
    lengths: lengthsIn(simulate(scenario, parts), parts),
  };
}

/** Of what was found, the fewest faults, as weak as they can be: one for each choice of kinds, the weakest first. */
export function smallestOf(
  found: readonly Placements[],
  known: readonly Fault[] | undefined,
  hunt: Hunt,
  parts: Parts,
): SmallestBreaks['breaks'] {
  const all = found.map((placements) => placements.map(({ fault }) => fault));
  if (known !== undefined) all.push([...known]);
  const fewest = Math.min(...all.map(({ length }) => length));
  const groups = grouped(all, fewest);
  const runWith = (faults: readonly Fault[]) => simulate(withMore(hunt.scenario, faults), parts);
  const does = (faults: readonly Fault[]): boolean => {
    const trace = runWith(faults);
    return Object.keys(trace.header.missed).length === 0 && isHarmed(trace, hunt.harm, parts);
  };
  const told = (faults: readonly Fault[]): readonly Fault[] =>
    faults.map((fault, index) =>
      atStep(fault, runWith(faults.toSpliced(index, 1)), (one) => does(faults.with(index, one))),
    );
  return [...groups.values()]
    .map((group) => told(weakestOf(group, does)))
    .sort((one, other) => sumOf(one) - sumOf(other));
}

/** Those with so many faults, by their kinds. */
function grouped(
  all: readonly (readonly Fault[])[],
  fewest: number,
): ReadonlyMap<string, readonly (readonly Fault[])[]> {
  const groups = new Map<string, (readonly Fault[])[]>();
  for (const faults of all) {
    if (faults.length !== fewest) continue;
    const kinds = kindsOf(faults);
    groups.set(kinds, [...(groups.get(kinds) ?? []), faults]);
  }
  return groups;
}

/** Breaks of the same kinds of faults can be compared. */
export const kindsOf = (faults: readonly Fault[]): string =>
  faults
    .map(({ kind }) => kind)
    .sort()
    .join(' ');

/** Of single faults the weakest of all. Of several at once, those that are weakest as they were tried, and each of them weakened. */
function weakestOf(
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
