/**
 * Turns a trace into a verdict: asks every monitor, and says what became of the lock and of the data. It sees the trace
 * alone.
 */

import type { Cause } from '../model/cause';
import type { Fact } from '../model/fact';
import type { Trace } from '../model/trace';
import { type Outcome, outcomeOf, type Verdict } from '../model/verdict';
import { chainOf, type Found } from './chain/chain';
import { dataFactOf } from './dataFact';
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
import { lateWriteFacts, rejectionFacts, turnsHolderAway } from './writes';

/** What leaves the outcome of a run open. Null when it stands. */
export type Doubting = (evidence: Evidence, outcome: Outcome, found: Found) => readonly Cause[] | null;

/**
 * Pure: the same trace gives the same verdict. Cost: linear in the trace.
 *
 * @param doubting asked about a run in which the machine was late. Such a run is one for `judgeLive`, and without this
 * argument it throws an Error.
 */
export function judge(trace: Trace, doubting?: Doubting): Verdict {
  const evidence = evidenceOf(trace);
  const pairs = overlappingPairs(evidence);
  const losses = lostUpdates(evidence);
  const torn = tornWrites(evidence);
  const stuck = stuckLock(evidence);
  const mark = stuckMark(evidence);
  const waits = standstills(evidence);
  const found = { pairs, losses, torn, stuck, mark, waits };
  const lock = lockFactOf(evidence, found);
  const data = dataFactOf(evidence, found);
  const outcome = outcomeOf(lock.lock, data);
  const doubts = isLate(trace) ? asked(doubting)(evidence, outcome, found) : null;
  const decided = doubts === null ? { ...lock, data, outcome } : leftOpen;
  return {
    ...decided,
    chain: doubts ?? chainOf(evidence, outcome, found),
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

const isLate = ({ header: { late } }: Trace): boolean => late !== undefined && late.length > 0;

function asked(doubting: Doubting | undefined): Doubting {
  if (doubting === undefined) throw new Error('A run with a late machine is judged by judgeLive.');
  return doubting;
}

const leftOpen = { lock: 'unknown', data: 'unknown', outcome: 'unknown', unknownBecause: 'late' } as const;

/**
 * When a run was cut off, what is proven stays proven; what was merely not seen does not count. When a process ended
 * without being told to, nothing is proven: what its end did to the others may be seen before the end itself.
 */
function lockFactOf(evidence: Evidence, found: Found): Pick<Verdict, 'lock' | 'unknownBecause'> {
  const { pairs, stuck, mark, waits } = found;
  const { ended } = evidence.trace.header;
  if (ended === 'failed') return { lock: 'unknown', unknownBecause: ended };
  if (pairs.some(({ isCertain }) => isCertain)) return { lock: 'overlap' };
  if (pairs.length > 0) return { lock: 'unknown', unknownBecause: 'uncertainty' };
  if (stuck !== null || mark !== null) return { lock: 'stuck' };
  if (ended === 'bound' || ended === 'stopped') return { lock: 'unknown', unknownBecause: ended };
  return { lock: waits.length > 0 || turnsHolderAway(evidence) ? 'unavailable' : 'held' };
}

function starvedFacts(evidence: Evidence, { stuck, mark, waits }: Found): readonly Fact[] {
  if (stuck !== null) return stuckFacts(evidence, stuck);
  return mark === null ? standstillFacts(evidence, waits) : stuckMarkFacts(evidence, mark);
}
