/** The facts of a run besides the two that its verdict shows in a line each. */
import type { FactKind } from '../model/trace/fact';
import type { Verdict } from '../model/trace/verdict';
import { type Explanation, factsInWords } from './explain';
import type { DataPhrase, LockPhrase } from './verdictWords';

const factKinds: Partial<Readonly<Record<LockPhrase | DataPhrase, FactKind>>> = {
  overlap: 'overlap',
  beside: 'overlap',
  stuck: 'starved',
  unavailable: 'starved',
  rightful: 'rightful-rejected',
  expired: 'after-end',
  lost: 'lost-update',
  torn: 'torn-write',
  twice: 'done-twice',
  refused: 'rejected',
  outdated: 'rejected',
  reader: 'rejected',
};

/** A line shows one fact of its kind: a second lost update is among the rest. */
export function elseFound(verdict: Verdict, facts: Explanation['facts']): Explanation['facts'] {
  const { lock, data } = factsInWords(verdict);
  const kinds = new Set([factKinds[lock], factKinds[data]]);
  return facts.filter(({ kind }) => !kinds.delete(kind));
}
