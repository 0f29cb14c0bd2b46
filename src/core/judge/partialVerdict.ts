/** The verdict on a run that is not over: only facts that later events cannot change. */
import type { FactKind } from '../model/fact';
import type { DataFact } from '../model/outcome';
import { rankOf } from '../model/severity';
import type { Verdict } from '../model/verdict';

/** Whether a fact lasts, whatever happens later. What is missing now may still come, and what stands may still go. */
const lasts: Readonly<Record<FactKind, boolean>> = {
  overlap: true,
  'lost-update': true,
  'torn-write': true,
  'half-read': false,
  diverged: false,
  'stuck-entry': false,
  starved: false,
  'deleted-another': true,
  'changed-another': true,
  rejected: true,
  'rightful-rejected': true,
  'token-repeated': true,
  'token-fell': true,
  'entry-left': false,
  'late-write': true,
  'after-end': true,
  'false-alarm': false,
  'done-twice': true,
  'fault-missed': false,
};

/** Harm that has happened. Data that is whole now may still be harmed. */
const isHarmed = (data: DataFact): boolean => data === 'torn' || data === 'twice' || data === 'lost';

/** @param verdict the verdict on the events so far, as if the run had ended with them */
export function partialVerdict({ outcome, lock, data, chain, facts, measures }: Verdict): Verdict {
  const isProven = isHarmed(data) || (outcome !== 'stuck' && rankOf(outcome) <= rankOf('changed-another'));
  return {
    outcome: isProven ? outcome : 'unknown',
    lock: lock === 'overlap' ? lock : 'unknown',
    data: isHarmed(data) ? data : 'unknown',
    ...(lock === 'overlap' ? {} : { unknownBecause: 'going' }),
    chain: isProven ? chain : [],
    facts: facts.filter(({ kind }) => lasts[kind]),
    measures,
  };
}
