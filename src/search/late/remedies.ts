/**
 * Both answers for one run: since when it was too late, and which changes would have saved it. It goes on until its
 * budget is used up, and says what it left out.
 */
import type { Run } from '../../core/model/trace/run';
import { harmsData } from '../../core/model/trace/severity';
import { fromMs } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { faultHitsIn } from './endedFaults';
import { ChangeSearch, groupChanges, type LeastChange, rankChanges, shownGroupsMax, stepCountOf } from './leastChange';
import type { Parameter } from './parameters';
import { harmOf, isAtLeastAsSevere, isFixed, type RemediableHarm, simulateOutcome, withoutFaults } from './runOutcome';
import { type TooLate, tooLate } from './tooLate';

export interface PointOfNoReturn {
  readonly asked: RemediableHarm;
  /** The storage kept the data: the harm is the lock's. */
  readonly isRefused: boolean;
  /** The run without faults does the same harm. */
  readonly isFromStart: boolean;
  /** Null: it was too late from the start. */
  readonly late: TooLate | null;
  /** After harm to the data: the same, asked for two holders at once. Null: there were not two, or as above. */
  readonly apart: TooLate | null;
  /** The fault that is the mark, by its name. Null: something that could have been healed decides. */
  readonly momentary: string | null;
}

export interface Changes {
  /** In the order in which they are shown. Null: the harm counts as usual, so none was looked for. */
  readonly changes: readonly LeastChange[] | null;
  /** Every parameter was tried. */
  readonly isWhole: boolean;
  /** No other seed was tried. */
  readonly isOwnSeedAlone: boolean;
}

export type Remedies = PointOfNoReturn & Changes;

export interface RemedyBudget {
  /** Besides the run's own. */
  readonly seeds: readonly number[];
  /** About how many events are simulated. A parameter that has begun is finished. */
  readonly eventsMax: number;
  readonly isTried?: (parameter: Parameter) => boolean;
}

/** To parse, judge and compare a run takes as long as this many of its events. */
const runOverhead = 300;

/** At least this many instants are tried, however long a run is. */
const instantsLeast = 20;

/** The seeds that the page tries. */
const pageSeeds: readonly number[] = Array.from({ length: 100 }, (_, seed) => seed);

/** Takes about two seconds for a story. */
export const defaultBudget: RemedyBudget = { seeds: pageSeeds, eventsMax: 2_000_000 };

/** Somebody's own code makes 150 to 300 runs a second, and its settings are its own. */
export const budgetForCode: RemedyBudget = {
  seeds: [],
  eventsMax: 60_000,
  isTried: ({ of }) => of === 'length' || of === 'storage' || of === 'absence',
};

/** Yields now and then. Null: the run does no harm, or is not decided. */
export function* findRemedies(run: Run, parts: Parts, budget: RemedyBudget): Generator<void, Remedies | null, void> {
  const since = yield* findPointOfNoReturn(run, parts, budget);
  return since && { ...since, ...(yield* changesOf(run, since, parts, budget)) };
}

const runsMaxOf = ({ trace }: Run, { eventsMax }: RemedyBudget): number => eventsMax / (trace.count + runOverhead);

/** Since when it was too late. Null: as for both. */
export function* findPointOfNoReturn(
  run: Run,
  parts: Parts,
  budget: RemedyBudget,
): Generator<void, PointOfNoReturn | null, void> {
  const { scenario, verdict } = run;
  const harm = harmOf(verdict);
  if (harm === null) return null;
  const instantsMax = Math.max(instantsLeast, runsMaxOf(run, budget) / 4);
  const isFromStart = isAtLeastAsSevere(simulateOutcome(withoutFaults(scenario), parts), harm);
  const isTwoHolders = harmsData(harm) && verdict.lock === 'overlap';
  const late = isFromStart ? null : yield* tooLate(run, harm, parts, instantsMax);
  const apart = late === null || !isTwoHolders ? null : yield* tooLate(run, 'overlap', parts, instantsMax);
  const isRefused = harm === 'overlap' && verdict.data === 'refused';
  const momentary = late?.isMomentary === true ? decidingFaultOf(run, late) : null;
  return { asked: harm, isRefused, isFromStart, late, apart, momentary };
}

/** Which changes would have saved a run that did this harm. What no program chose is tried last, then all are confirmed. */
export function* changesOf(
  run: Run,
  { asked }: Pick<PointOfNoReturn, 'asked'>,
  parts: Parts,
  budget: RemedyBudget,
): Generator<void, Changes, void> {
  const { scenario } = run;
  const { seeds, isTried = () => true } = budget;
  const isOwnSeedAlone = seeds.every((seed) => seed === scenario.seed);
  // A harm that is also done without faults may count as saved. Then there is no change to find.
  const isUsual = isFixed(simulateOutcome(scenario, parts), asked, simulateOutcome(withoutFaults(scenario), parts));
  if (isUsual) return { changes: null, isWhole: true, isOwnSeedAlone };
  const changeSearch = new ChangeSearch(scenario, asked, parts, seeds);
  const runsMax = runsMaxOf(run, budget);
  const leastChanges: LeastChange[] = [];
  let isWhole = true;
  for (const parameter of changeSearch.parameters.filter(isTried).sort((one, other) => costOf(one) - costOf(other))) {
    if (changeSearch.runCount < runsMax) leastChanges.push(...(yield* changeSearch.changesOf(parameter)));
    else isWhole = false;
  }
  return {
    changes: yield* confirmChanges(leastChanges, changeSearch, runsMax * confirmFactor),
    isWhole,
    isOwnSeedAlone,
  };
}

/** First those that are shown, then all others. */
function* confirmChanges(
  changes: readonly LeastChange[],
  changeSearch: ChangeSearch,
  runsMax: number,
): Generator<void, readonly LeastChange[], void> {
  const firstChanges = new Set(groupChanges(rankChanges(changes)).slice(0, shownGroupsMax).flat());
  const confirmedChanges: LeastChange[] = [];
  for (const change of [...firstChanges, ...changes.filter((one) => !firstChanges.has(one))]) {
    const isShort = changeSearch.runCount + runsForStep * stepCountOf(change) < runsMax;
    confirmedChanges.push(isShort ? yield* changeSearch.confirm(change) : change);
  }
  return rankChanges(confirmedChanges);
}

/** Of the budget: the parameters take what they need of the whole, and this much more may be spent on the least of each. */
const confirmFactor = 1.5;

/** A smaller change fails under the seed that failed last, on both sides of the own value. */
const runsForStep = 2;

const costOf = ({ values, isLuck }: Parameter): number => (values.kind === 'options' ? 0 : 1) + (isLuck ? 2 : 0);

/** The fault that hit in the millisecond before it was too late. */
function decidingFaultOf({ trace }: Run, { since }: TooLate): string | null {
  if (since === null) return null;
  return faultHitsIn(trace).find(({ at }) => at >= fromMs(since - 1) && at < fromMs(since))?.name ?? null;
}
