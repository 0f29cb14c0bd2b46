/** The verdict on a run that is not over: only facts that later events cannot change. */
import type { FactKind } from '../model/trace/fact';
import { harmsData, rankOf } from '../model/trace/severity';
import type { Verdict } from '../model/trace/verdict';

/** Whether a fact lasts, whatever happens later. What is missing may still come, and what is there may still go. */
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

/** @param verdict the verdict on the events so far, as if the run had ended with them */
export function partialVerdict({ outcome, lock, data, chain, facts, measures }: Verdict): Verdict {
  // Data that is whole now may still be harmed.
  const isProven = harmsData(data) || (outcome !== 'stuck' && rankOf(outcome) <= rankOf('changed-another'));
  return {
    outcome: isProven ? outcome : 'unknown',
    lock: lock === 'overlap' ? lock : 'unknown',
    data: harmsData(data) ? data : 'unknown',
    ...(lock === 'overlap' ? {} : { unknownBecause: 'going' }),
    chain: isProven ? chain : [],
    facts: facts.filter(({ kind }) => lasts[kind]),
    measures,
  };
}
