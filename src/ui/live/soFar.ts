/**
 * What can be said of a run that has not ended. Judges the rows so far and keeps only what later rows cannot change.
 * Knows no page.
 */
import { judgeLive } from '../../judge/judgeLive';
import type { FactKind } from '../../model/fact';
import type { Trace } from '../../model/trace';
import type { Outcome, Verdict } from '../../model/verdict';

/** Proven by events that have happened, whatever is still to come. */
const provenOutcomes: readonly Outcome[] = ['lost-update', 'overlap'];

/** Facts about missing things, such as a key that never goes, cannot be stated yet. */
const openFacts: readonly FactKind[] = [
  'stuck-entry',
  'starved',
  'entry-left',
  'fault-missed',
  'diverged',
  'half-read',
];

/** @param trace of a run that goes on, with a header as if it had been stopped */
export function verdictSoFar(trace: Trace): Verdict {
  const { outcome, chain, facts, measures } = judgeLive(trace);
  const isProven = provenOutcomes.includes(outcome);
  const lasting = facts.filter(({ kind }) => !openFacts.includes(kind));
  return isProven
    ? { outcome, chain, facts: lasting, measures }
    : { outcome: 'unknown', unknownBecause: 'stopped', chain: [], facts: lasting, measures };
}
