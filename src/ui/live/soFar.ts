/**
 * What can be said of a run that has not ended. Judges the rows so far and keeps only what later rows cannot change.
 * Knows no page.
 */
import type { JudgeParts } from '../../judge/evidence';
import { judge } from '../../judge/judge';
import type { FactKind } from '../../model/fact';
import type { Trace } from '../../model/trace';
import type { Outcome, Verdict } from '../../model/verdict';

/** Proven by events that have happened, whatever is still to come. */
const provenOutcomes: readonly Outcome[] = ['lost-update', 'overlap'];

/** Whether a fact lasts, whatever is still to come. What is missing now may come yet, and what stays may go. */
const lasts: Readonly<Record<FactKind, boolean>> = {
  overlap: true,
  'lost-update': true,
  'torn-write': true,
  'half-read': false,
  diverged: false,
  'stuck-entry': false,
  starved: false,
  'deleted-another': true,
  rejected: true,
  'rightful-rejected': true,
  'token-repeated': true,
  'token-fell': true,
  'entry-left': false,
  'late-write': true,
  'done-twice': true,
  'fault-missed': false,
};

const openSoFar = { outcome: 'unknown', lock: 'unknown', data: 'unknown', unknownBecause: 'stopped' } as const;

/** @param trace of a run that goes on, with a header as if it had been stopped */
export function verdictSoFar(trace: Trace, parts: JudgeParts): Verdict {
  const { outcome, lock, data, chain, facts, measures } = judge(trace, parts);
  const isProven = provenOutcomes.includes(outcome);
  const lasting = facts.filter(({ kind }) => lasts[kind]);
  return isProven
    ? { outcome, lock, data, chain, facts: lasting, measures }
    : { ...openSoFar, chain: [], facts: lasting, measures };
}
