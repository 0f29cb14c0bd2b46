/**
 * Finds runs that ended too early to decide: a client was still asking that was never inside, or that had waited
 * longer than any client that got the lock. A longer run decides whether it gets the lock.
 */
import { fromMs, type Micros } from '../model/values/time';
import type { Evidence } from './evidence';
import { finalStarvations, longestServed, type Starvation, waitEnd } from './starvation';

export interface TooShort {
  readonly waits: readonly Starvation[];
  /** How much longer the run must last, in microseconds. */
  readonly moreTime: Micros;
}

/** A shorter extension would show nothing new. */
const moreTimeMin: Micros = fromMs(100);

/**
 * Null if the run was long enough. A client whose latest attempt succeeded no longer asks. A client that was inside
 * before is in an ordinary queue until it has waited longer than every client that got the lock in this run.
 */
export function tooShort(evidence: Evidence): TooShort | null {
  const { header } = evidence.trace;
  if (header.ended !== 'duration' && header.due === undefined) return null;
  const served = longestServed(evidence);
  const waits = finalStarvations(evidence).filter(({ client, waited }) => {
    const latest = evidence.spans.holds.findLast(({ process }) => process === client);
    const hasBeenIn = evidence.acquiredHolds.some(({ process }) => process === client);
    return latest !== undefined && latest.acquiredSeq < 0 && (!hasBeenIn || waited > served);
  });
  if (waits.length === 0) return null;
  const patience = fromMs(header.scenario.settings.patience);
  const left = Math.max(...waits.map(({ waited }) => patience - waited));
  // In a silent run, nothing is decided before the events that are still due.
  const { fault = 0, server = 0 } = header.ended === 'quiet' ? (header.due ?? {}) : {};
  const until = Math.max(fault, server) - waitEnd(evidence.trace);
  return { waits, moreTime: Math.max(moreTimeMin, left + 1, until + moreTimeMin) };
}
