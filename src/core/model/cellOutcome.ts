/** The outcome of a run in one word: the worse of its two facts. */

import type { DataFact, LockFact } from './outcome';
import type { Verdict } from './verdict';

/** From the worst to the best. */
export const cellOutcomes = [
  'lost',
  'torn',
  'twice',
  'stuck',
  'overlap',
  'late-refused',
  'unavailable',
  'unknown',
  'held',
] as const;
export type CellOutcome = (typeof cellOutcomes)[number];

/** The worse of the data's and the lock's outcomes. */
export function cellOutcomeOf({ lock, data }: Pick<Verdict, 'lock' | 'data'>): CellOutcome {
  return worse(fromData[data], fromLock[lock]);
}

/** 0 is the worst. */
export const rankOf = (outcome: CellOutcome): number => cellOutcomes.indexOf(outcome);

const worse = (one: CellOutcome, other: CellOutcome): CellOutcome => (rankOf(one) < rankOf(other) ? one : other);

/** "By luck" means that a write came while another client could have been inside, and nothing prevented harm. */
const fromData: Readonly<Record<DataFact, CellOutcome>> = {
  torn: 'torn',
  twice: 'twice',
  lost: 'lost',
  refused: 'late-refused',
  lucky: 'overlap',
  safe: 'held',
  unknown: 'unknown',
};

const fromLock: Readonly<Record<LockFact, CellOutcome>> = {
  overlap: 'overlap',
  stuck: 'stuck',
  unavailable: 'unavailable',
  held: 'held',
  unknown: 'unknown',
};
