/**
 * The result of a run: two facts, about the lock and about the data, the chain of causes, the lesser facts, the
 * metrics. It is only data; `narrate` turns it into sentences.
 */

import type { ProcessId } from '../scenario/processId';
import type { Micros } from '../values/time';
import type { Cause } from './cause';
import type { Fact, FactKind } from './fact';
import type { DataFact, LockFact } from './outcome';
import type { Severity } from './severity';

export const measures = [
  'acquired',
  'refused',
  'rounds',
  'requestsPerAcquisition',
  'wokenPerRelease',
  'freeAfterCrash',
  'thrownAway',
  'overlapTime',
  'waitMax',
] as const;
export type Metric = (typeof measures)[number];

export interface Verdict {
  /** The harm for which a search found the run, if it does it; otherwise the worst that happened. */
  readonly outcome: Severity;
  readonly lock: LockFact;
  readonly data: DataFact;
  /** `going`: the run goes on, and nothing that has happened so far decides it. */
  readonly unknownBecause?: 'short' | 'bound' | 'stopped' | 'failed' | 'uncertainty' | 'late' | 'going';
  /** If the run is too short: how much longer it must last to be judged, in microseconds. */
  readonly moreTime?: Micros;
  readonly chain: readonly Cause[];
  readonly facts: readonly Fact[];
  /** Times in microseconds. Null if there was nothing to measure. */
  readonly measures: Readonly<Record<Metric, number | null>>;
}

/** A predicate with three values, as data: an exercise's goal, a story's expectation, a search's target. */
export type Goal =
  | { readonly all: readonly Goal[] }
  | { readonly any: readonly Goal[] }
  | { readonly not: Goal }
  | { readonly outcome: readonly Severity[] }
  | { readonly lock: readonly LockFact[] }
  | { readonly data: readonly DataFact[] }
  | { readonly fact: FactKind; readonly who?: ProcessId }
  | { readonly measure: Metric; readonly min?: number; readonly max?: number };
