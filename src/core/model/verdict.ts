/**
 * The result of a run: two facts, about the lock and about the data, the chain of causes, the lesser facts, the
 * measures. It is only data; `narrate` turns it into sentences.
 */
import type { Cause } from './cause';
import type { Fact, FactKind } from './fact';
import type { ProcessId } from './scenario';
import type { Micros } from './time';

/**
 * The fact about the lock. overlap: two clients were inside at once. stuck: no client will ever get in again.
 * unavailable: no client finished a round for longer than the patience. held: never two inside, and every client that
 * wanted the lock got it. unknown: the run is too short to judge, or proves nothing.
 */
export const lockFacts = ['overlap', 'stuck', 'unavailable', 'held', 'unknown'] as const;
export type LockFact = (typeof lockFacts)[number];

/**
 * The fact about the data. The first that applies: a half write stays; a deed was done twice; an accepted write was
 * destroyed; a late write came and was refused; two were inside or a late write was accepted, and nothing was lost
 * although nothing prevented it; none of these; it cannot be judged.
 */
export const dataFacts = ['torn', 'twice', 'lost', 'refused', 'lucky', 'safe', 'unknown'] as const;
export type DataFact = (typeof dataFacts)[number];

/** Both facts in one word, from the worst to the best, for the command line, stories and links. */
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
  /** The result of `outcomeOf` for the two facts. */
  readonly outcome: Outcome;
  readonly lock: LockFact;
  readonly data: DataFact;
  /** `going`: the run goes on, and nothing that has happened so far decides it. */
  readonly unknownBecause?: 'short' | 'bound' | 'stopped' | 'failed' | 'uncertainty' | 'late' | 'going';
  /** When the run is too short: how much longer it must last until it can be judged, in microseconds. */
  readonly moreTime?: Micros;
  readonly chain: readonly Cause[];
  readonly facts: readonly Fact[];
  /** Times in microseconds. Null when there was nothing to measure. */
  readonly measures: Readonly<Record<Measure, number | null>>;
}

/** A deed that was done twice keeps the outcome of its lock. */
export const outcomeOf = (lock: LockFact, data: DataFact): Outcome =>
  data === 'torn' || data === 'lost' ? 'lost-update' : lock;

/** A predicate with three values, as data: an exercise's goal, a story's expectation, a search's target. */
export type Goal =
  | { readonly all: readonly Goal[] }
  | { readonly any: readonly Goal[] }
  | { readonly not: Goal }
  | { readonly outcome: readonly Outcome[] }
  | { readonly lock: readonly LockFact[] }
  | { readonly data: readonly DataFact[] }
  | { readonly fact: FactKind; readonly who?: ProcessId }
  | { readonly measure: Measure; readonly min?: number; readonly max?: number };
