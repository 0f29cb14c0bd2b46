/** How often each fact occurs among several runs. Knows no view, and not where the runs come from. */
import { type DataFact, dataFacts, type LockFact, lockFacts, type Verdict } from '../model/verdict';

/** A lock that held and data that are safe are what everybody hopes for, so they are not counted. */
const isNews = (fact: LockFact | DataFact): boolean => fact !== 'held' && fact !== 'safe' && fact !== 'unknown';

export interface FactCount {
  readonly fact: LockFact | DataFact;
  readonly count: number;
}

/** The facts that occur, first those of the lock, then those of the data. A run of which a fact is unknown counts once. */
export function factCounts(runs: readonly Pick<Verdict, 'lock' | 'data'>[]): readonly FactCount[] {
  const facts = [...lockFacts, ...dataFacts].filter(isNews);
  return [...facts, 'unknown' as const]
    .map((fact) => ({ fact, count: runs.filter(({ lock, data }) => lock === fact || data === fact).length }))
    .filter(({ count }) => count > 0);
}
