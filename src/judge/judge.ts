/** From a trace to a verdict: asks every monitor and names the worst that any of them found. Sees the trace alone. */
import type { Trace } from '../model/trace';
import type { Fact, Outcome, Verdict } from '../model/verdict';
import { chainOf, type Found } from './chain/chain';
import { deletedAnotherFacts } from './deletedAnother';
import { divergedFacts } from './diverged';
import { doneTwiceFacts } from './doneTwice';
import { entryLeftFacts } from './entryLeft';
import { type Evidence, evidenceOf } from './evidence';
import { faultMissedFacts } from './faultMissed';
import { halfReadFacts } from './halfRead';
import { lostUpdateFacts, lostUpdates } from './lostUpdate';
import { measure } from './measures';
import { overlapFacts, overlappingPairs } from './overlap';
import { stuckFacts, stuckLock } from './stuck';
import { stuckMark, stuckMarkFacts } from './stuckMark';
import { tokenFacts } from './tokens';
import { tornWriteFacts, tornWrites } from './tornWrite';
import { standstillFacts, standstills } from './unavailable';
import { lateWriteFacts, rejectionFacts } from './writes';

/** Pure; the same trace gives the same verdict. Cost: linear in the trace. */
export function judge(trace: Trace): Verdict {
  const evidence = evidenceOf(trace);
  const pairs = overlappingPairs(evidence);
  const losses = lostUpdates(evidence);
  const torn = tornWrites(evidence);
  const stuck = stuckLock(evidence);
  const mark = stuckMark(evidence);
  const waits = standstills(evidence);
  const found = { pairs, losses, torn, stuck, mark, waits };
  const decided = outcomeOf(trace, found);
  return {
    ...decided,
    chain: chainOf(evidence, decided.outcome, found),
    facts: [
      ...lostUpdateFacts(evidence, losses),
      ...overlapFacts(evidence, pairs),
      ...tornWriteFacts(evidence, torn),
      ...halfReadFacts(evidence),
      ...divergedFacts(evidence),
      ...doneTwiceFacts(evidence),
      ...starvedFacts(evidence, found),
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
function outcomeOf(trace: Trace, found: Found): Pick<Verdict, 'outcome' | 'unknownBecause'> {
  const { pairs, losses, torn, stuck, mark, waits } = found;
  if (losses.length > 0 || torn.length > 0) return { outcome: 'lost-update' };
  if (pairs.some(({ isCertain }) => isCertain)) return { outcome: 'overlap' };
  if (pairs.length > 0) return { outcome: 'unknown', unknownBecause: 'uncertainty' };
  if (stuck !== null || mark !== null) return { outcome: 'stuck' };
  const { ended } = trace.header;
  if (ended === 'bound' || ended === 'stopped') return { outcome: 'unknown', unknownBecause: ended };
  const outcome: Outcome = waits.length > 0 ? 'unavailable' : 'held';
  return { outcome };
}

function starvedFacts(evidence: Evidence, { stuck, mark, waits }: Found): readonly Fact[] {
  if (stuck !== null) return stuckFacts(evidence, stuck);
  return mark === null ? standstillFacts(evidence, waits) : stuckMarkFacts(evidence, mark);
}
