/** What became of the data, as one word: the worst that happened to it. */
import type { Fact } from '../model/fact';
import type { DataFact } from '../model/verdict';
import { doneTwiceFacts } from './doneTwice';
import type { Evidence } from './evidence';
import type { Loss } from './lostUpdate';
import type { Pair } from './overlap';
import { tokenFacts } from './tokens';
import type { Torn } from './tornWrite';
import { lateWriteFacts, rejectionFacts } from './writes';

interface Seen {
  readonly losses: readonly Loss[];
  readonly torn: readonly Torn[];
  readonly pairs: readonly Pair[];
}

/**
 * When a run was cut off, the harm that it shows is proven, and that nothing else happened is not. A run that failed
 * proves nothing.
 */
export function dataFactOf(evidence: Evidence, { losses, torn, pairs }: Seen): DataFact {
  const { ended } = evidence.trace.header;
  if (ended === 'failed') return 'unknown';
  if (torn.length > 0) return 'torn';
  if (doneTwiceFacts(evidence).length > 0) return 'twice';
  if (losses.length > 0) return 'lost';
  if (ended === 'bound' || ended === 'stopped') return 'unknown';
  if (hasRefusedLateWrite(evidence)) return 'refused';
  if (isGuarded(evidence)) return 'safe';
  if (pairs.some(({ isCertain }) => isCertain) || lateWriteFacts(evidence).some(isAccepted)) return 'lucky';
  return pairs.length > 0 ? 'unknown' : 'safe';
}

const isAccepted = (fact: Fact): boolean => fact.kind === 'late-write' && fact.values.accepted === 1;

/**
 * A write was refused that would have destroyed another, or might have: its client was not the rightful holder, or the
 * version that it had read no longer stood. A refused read or mark had nothing to write.
 */
function hasRefusedLateWrite(evidence: Evidence): boolean {
  const facts = rejectionFacts(evidence);
  const rightful = new Set(facts.filter(({ kind }) => kind === 'rightful-rejected').map(({ from }) => from));
  return facts.some(
    (fact) =>
      fact.kind === 'rejected' &&
      fact.values.value >= 0 &&
      (fact.values.check === 'version' || !rightful.has(fact.from)),
  );
}

/** The resource's check loses no update, whatever the lock does, as long as the lock's tokens rise. */
const isGuarded = (evidence: Evidence): boolean =>
  evidence.trace.header.isGuarded === true && tokenFacts(evidence).length === 0;
