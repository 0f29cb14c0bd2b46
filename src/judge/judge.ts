/** From a trace to a verdict: asks every monitor and names the worst that any of them found. Sees the trace alone. */
import type { Trace } from '../model/trace';
import type { Outcome, Verdict } from '../model/verdict';
import { chainOf, type Found } from './chain/chain';
import { deletedAnotherFacts } from './deletedAnother';
import { entryLeftFacts } from './entryLeft';
import { evidenceOf } from './evidence';
import { faultMissedFacts } from './faultMissed';
import { lostUpdateFacts, lostUpdates } from './lostUpdate';
import { measure } from './measures';
import { overlapFacts, overlappingPairs } from './overlap';
import { stuckFacts, stuckLock } from './stuck';
import { tokenFacts } from './tokens';
import { standstillFacts, standstills } from './unavailable';
import { lateWriteFacts, rejectionFacts } from './writes';

/** Pure; the same trace gives the same verdict. Cost: linear in the trace. */
export function judge(trace: Trace): Verdict {
  const evidence = evidenceOf(trace);
  const pairs = overlappingPairs(evidence);
  const losses = lostUpdates(evidence);
  const stuck = stuckLock(evidence);
  const waits = standstills(evidence);
  const found = { pairs, losses, stuck, waits };
  const decided = outcomeOf(trace, found);
  return {
    ...decided,
    chain: chainOf(evidence, decided.outcome, found),
    facts: [
      ...lostUpdateFacts(evidence, losses),
      ...overlapFacts(evidence, pairs),
      ...(stuck === null ? standstillFacts(evidence, waits) : stuckFacts(evidence, stuck)),
      ...deletedAnotherFacts(evidence),
      ...rejectionFacts(evidence),
      ...lateWriteFacts(evidence),
      ...tokenFacts(evidence),
      ...entryLeftFacts(evidence),
      ...faultMissedFacts(evidence),
    ],
    measures: measure(evidence, pairs),
  };
}

/** What is proven stays proven when a run was cut off; what was merely not seen does not. */
function outcomeOf(trace: Trace, { pairs, losses, stuck, waits }: Found): Pick<Verdict, 'outcome' | 'unknownBecause'> {
  if (losses.length > 0) return { outcome: 'lost-update' };
  if (pairs.some(({ isCertain }) => isCertain)) return { outcome: 'overlap' };
  if (pairs.length > 0) return { outcome: 'unknown', unknownBecause: 'uncertainty' };
  if (stuck !== null) return { outcome: 'stuck' };
  const { ended } = trace.header;
  if (ended === 'bound' || ended === 'stopped') return { outcome: 'unknown', unknownBecause: ended };
  const outcome: Outcome = waits.length > 0 ? 'unavailable' : 'held';
  return { outcome };
}
