/**
 * What a run came to: the outcome, the chain of causes, the lesser facts, the measures. It is data only; `narrate`
 * makes sentences of it.
 */
import type { Cause } from './cause';
import type { Fact, FactKind } from './fact';
import type { ProcessId } from './scenario';

/** From the worst to the best. */
export const outcomes = ['lost-update', 'overlap', 'stuck', 'unavailable', 'held', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];

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
export type Measure = (typeof measures)[number];

export interface Verdict {
  readonly outcome: Outcome;
  readonly unknownBecause?: 'bound' | 'stopped' | 'failed' | 'uncertainty' | 'late';
  readonly chain: readonly Cause[];
  readonly facts: readonly Fact[];
  /** Times in microseconds. Null when there was nothing to measure. */
  readonly measures: Readonly<Record<Measure, number | null>>;
}

/** A predicate with three values, as data: an exercise's goal, a story's expectation, a search's target. */
export type Goal =
  | { readonly all: readonly Goal[] }
  | { readonly any: readonly Goal[] }
  | { readonly not: Goal }
  | { readonly outcome: readonly Outcome[] }
  | { readonly fact: FactKind; readonly who?: ProcessId }
  | { readonly measure: Measure; readonly min?: number; readonly max?: number };
