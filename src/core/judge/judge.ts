/**
 * Turns a trace into a verdict: asks every monitor, and decides what happened to the lock and to the data. It reads
 * only the trace. If the machine of a live run was too late to decide, the verdict is open.
 */

import type { Cause } from '../model/trace/cause';
import type { Fact } from '../model/trace/fact';
import type { DataFact } from '../model/trace/outcome';
import { type Facts, type Severity, severityOf, severityOfHarm } from '../model/trace/severity';
import { isGoing, type Trace } from '../model/trace/trace';
import type { Verdict } from '../model/trace/verdict';
import { afterEndFacts, firstUncontendedWork, workAfterEnd } from './afterEnd';
import { chainOf } from './chain/chain';
import { whyDoubtful } from './chain/doubtful';
import type { Findings } from './chain/findings';
import { changedAnotherFacts } from './changedAnother';
import { dataFactOf } from './dataFact';
import { deletedAnotherFacts } from './deletedAnother';
import { divergedFacts } from './diverged';
import { doneTwiceFacts } from './doneTwice';
import { entryLeftFacts } from './entryLeft';
import { type Evidence, evidenceOf, type JudgeParts } from './evidence';
import { falseAlarmFacts } from './falseAlarm';
import { faultMissedFacts } from './faultMissed';
import { futileAttempts } from './futileAttempts';
import { halfReadFacts } from './halfRead';
import { findNarrowMargin, type JudgedOutcome } from './lateMachine';
import { lostUpdateFacts, lostUpdates } from './lostUpdate';
import { computeMetrics } from './metrics';
import { overlapFacts, overlappingPairs } from './overlap';
import { partialVerdict } from './partialVerdict';
import { silenceFacts, silentWaits } from './silence';
import { starvationFacts, starvations } from './starvation';
import { stuckFacts, stuckLock } from './stuck';
import { stuckMark, stuckMarkFacts } from './stuckMark';
import { systemStall } from './systemStall';
import { tokenFacts } from './tokens';
import { type TooShort, tooShort } from './tooShort';
import { tornWriteFacts, tornWrites } from './tornWrite';
import { lateWriteFacts, refusesHolder, rejectionFacts } from './writes';

/**
 * Pure: the same trace gives the same verdict. For a run that is not over, it returns only facts that last. Cost:
 * linear in the trace.
 */
export const judge = (trace: Trace, parts: JudgeParts): Verdict =>
  isGoing(trace) ? partialVerdict(judgeAsEnded(trace, parts)) : judgeAsEnded(trace, parts);

function judgeAsEnded(trace: Trace, parts: JudgeParts): Verdict {
  const evidence = evidenceOf(trace, parts);
  const decision = decide(evidence);
  const { lock, data, findings, twice, rejections, lateWrites } = decision;
  const keys = [...deletedAnotherFacts(evidence), ...changedAnotherFacts(evidence)];
  const outcome = outcomeOf(trace, {
    lock: lock.verdictPart.lock,
    data,
    facts: trace.header.ended === 'failed' ? [] : keys,
  });
  const doubts = doubtsOf(evidence, { outcome, lock: lock.verdictPart.lock }, findings);
  const decided = doubts === null ? { ...lock.verdictPart, data, outcome } : leftOpen;
  return {
    ...decided,
    chain: doubts ?? chainOf(evidence, { harm: outcome, lock: lock.verdictPart.lock }, findings),
    facts: [
      ...lostUpdateFacts(evidence, findings.losses),
      ...overlapFacts(evidence, findings.pairs),
      ...tornWriteFacts(evidence, findings.torn),
      ...halfReadFacts(evidence),
      ...divergedFacts(evidence),
      ...twice,
      ...starvedFacts(evidence, findings),
      ...keys,
      ...rejections,
      ...lateWrites,
      ...(lock.verdictPart.lock === 'expired' ? afterEndFacts(evidence, findings.afterEnd) : []),
      ...falseAlarmFacts(evidence),
      ...tokenFacts(evidence),
      ...entryLeftFacts(evidence),
      ...faultMissedFacts(evidence),
    ],
    measures: computeMetrics(evidence, findings.pairs),
  };
}

function outcomeOf({ header: { scenario } }: Trace, facts: Facts): Severity {
  const harmSeverity = scenario.harm === undefined ? null : severityOfHarm(facts, scenario.harm);
  return harmSeverity ?? severityOf(facts);
}

/** Only the two facts of a verdict, for simulated runs by the thousands. */
export function quickVerdict(trace: Trace, parts: JudgeParts): Pick<Verdict, 'lock' | 'data'> {
  const { lock, data } = decide(evidenceOf(trace, parts));
  return { lock: lock.verdictPart.lock, data };
}

/** What a severity is computed from: the two facts, and the keys of other clients that a client deleted or changed. */
export function findHarms(trace: Trace, parts: JudgeParts): Pick<Verdict, 'lock' | 'data' | 'facts'> {
  const evidence = evidenceOf(trace, parts);
  const { lock, data } = decide(evidence);
  const facts = [...deletedAnotherFacts(evidence), ...changedAnotherFacts(evidence)];
  return { lock: lock.verdictPart.lock, data, facts };
}

interface Decision {
  readonly lock: LockFound;
  readonly data: DataFact;
  readonly findings: Findings;
  readonly twice: readonly Fact[];
  readonly rejections: readonly Fact[];
  readonly lateWrites: readonly Fact[];
}

function decide(evidence: Evidence): Decision {
  const pairs = overlappingPairs(evidence);
  const losses = lostUpdates(evidence);
  const torn = tornWrites(evidence);
  const stuck = stuckLock(evidence);
  const mark = stuckMark(evidence);
  const alone = starvations(evidence);
  const waits = alone.length > 0 ? alone : systemStall(evidence);
  const silent =
    waits.length > 0 && stuck === null
      ? [...silentWaits(evidence), ...futileAttempts(evidence)]
      : silentWaits(evidence);
  const afterEnd = workAfterEnd(evidence);
  const partialFindings = { pairs, losses, torn, stuck, mark, silent, waits, afterEnd };
  const lock = lockFactOf(evidence, partialFindings);
  const findings = { ...partialFindings, short: lock.short };
  const twice = doneTwiceFacts(evidence);
  const rejections = rejectionFacts(evidence);
  const lateWrites = lateWriteFacts(evidence);
  const data = dataFactOf(evidence, { ...findings, twice, rejections, lateWrites });
  return { lock, data, findings, twice, rejections, lateWrites };
}

/** The doubts that a late machine leaves, as a chain. Null if the outcome stands. */
function doubtsOf(evidence: Evidence, decided: JudgedOutcome, findings: Findings): readonly Cause[] | null {
  const doubt = findNarrowMargin(evidence, decided, findings);
  return doubt === null ? null : whyDoubtful(evidence, doubt, decided.outcome);
}

const leftOpen = { lock: 'unknown', data: 'unknown', outcome: 'unknown', unknownBecause: 'late' } as const;

/**
 * In a run that was cut off, only what happened counts, not what is missing. If a process crashed without a fault,
 * nothing is proven: others may show the effects of the crash before the trace shows the crash itself.
 */
function lockFactOf(evidence: Evidence, partialFindings: Omit<Findings, 'short'>): LockFound {
  const { pairs, stuck, mark, silent, waits, afterEnd } = partialFindings;
  const { ended } = evidence.trace.header;
  if (ended === 'failed') return { verdictPart: { lock: 'unknown', unknownBecause: ended }, short: null };
  if (pairs.some(({ isCertain }) => isCertain)) return { verdictPart: { lock: 'overlap' }, short: null };
  if (pairs.length > 0 && ended !== 'not-yet')
    return { verdictPart: { lock: 'unknown', unknownBecause: 'uncertainty' }, short: null };
  if (ended === 'not-yet') return { verdictPart: { lock: 'unknown', unknownBecause: 'going' }, short: null };
  if (stuck !== null || mark !== null || silent.length > 0) return { verdictPart: { lock: 'stuck' }, short: null };
  if (ended === 'bound' || ended === 'stopped')
    return { verdictPart: { lock: 'unknown', unknownBecause: ended }, short: null };
  if (waits.length > 0 || refusesHolder(evidence)) return { verdictPart: { lock: 'unavailable' }, short: null };
  const short = tooShort(evidence);
  if (short === null)
    return { verdictPart: { lock: firstUncontendedWork(afterEnd).length > 0 ? 'expired' : 'held' }, short };
  return { verdictPart: { lock: 'unknown', unknownBecause: 'short', moreTime: short.moreTime }, short };
}

interface LockFound {
  readonly verdictPart: Pick<Verdict, 'lock' | 'unknownBecause' | 'moreTime'>;
  /** Set if the run was too short to decide. */
  readonly short: TooShort | null;
}

function starvedFacts(evidence: Evidence, { stuck, mark, silent, waits, short }: Findings): readonly Fact[] {
  if (stuck !== null) return stuckFacts(evidence, stuck);
  if (mark !== null) return stuckMarkFacts(evidence, mark);
  if (silent.length > 0) return silenceFacts(evidence, silent);
  return starvationFacts(evidence, waits.length > 0 ? waits : (short?.waits ?? []));
}
