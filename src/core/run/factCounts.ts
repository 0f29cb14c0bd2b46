/** How often each fact occurs among several runs. It knows neither a view nor where the runs come from. */

import { type DataFact, dataFacts, type LockFact, lockFacts } from '../model/trace/outcome';
import type { Verdict } from '../model/trace/verdict';

/** A lock that held and safe data are the normal case, so these are not counted. */
const isNews = (fact: LockFact | DataFact): boolean => fact !== 'held' && fact !== 'safe' && fact !== 'unknown';

export interface FactCount {
  readonly fact: LockFact | DataFact;
  readonly count: number;
}

/** The facts that occur, first the lock's, then the data's. A run with an unknown fact counts once. */
export function factCounts(runs: readonly Pick<Verdict, 'lock' | 'data'>[]): readonly FactCount[] {
  const facts = [...lockFacts, ...dataFacts].filter(isNews);
  return [...facts, 'unknown' as const]
    .map((fact) => ({ fact, count: runs.filter(({ lock, data }) => lock === fact || data === fact).length }))
    .filter(({ count }) => count > 0);
}
