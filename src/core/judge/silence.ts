/**
 * Finds clients that wait forever: no event is left in the run, and a running client still wants to finish a round.
 * The patience does not matter, because nothing will ever come.
 */
import type { Fact } from '../model/trace/fact';
import type { Evidence } from './evidence';
import { finalStarvations, type Starvation, starvationFacts } from './starvation';

/** Empty if something is still due, or no client waits. */
export function silentWaits(evidence: Evidence): readonly Starvation[] {
  const { ended, origin, due } = evidence.trace.header;
  if (ended !== 'quiet' || origin !== 'simulated' || due !== undefined) return [];
  return finalStarvations(evidence);
}

export const silenceFacts = (evidence: Evidence, waits: readonly Starvation[]): readonly Fact[] =>
  starvationFacts(evidence, waits, evidence.trace.header.ended === 'quiet');
