/**
 * A run that ended too early to decide: a client was still asking. It says nothing about a lock that this client has
 * not got; a longer run decides it. That is a client that has never been in, or one that waits longer than any served
 * client.
 */
import { fromMs, type Micros } from '../model/values/time';
import type { Evidence } from './evidence';
import { lastStretches, longestServed, type Starvation, waitEnd } from './starvation';

export interface TooShort {
  readonly waits: readonly Starvation[];
  /** How much longer the run must last, in microseconds. */
  readonly moreTime: Micros;
}

/** Below this a longer run would look the same. */
const moreTimeMin: Micros = fromMs(100);

/**
 * Null if the run was long enough. A client whose latest try succeeded no longer asks. A client that was inside
 * before is in an ordinary queue as long as it has not waited longer than some client that was served in this run.
 */
export function tooShort(evidence: Evidence): TooShort | null {
  const { header } = evidence.trace;
  if (header.ended !== 'duration' && header.due === undefined) return null;
  const served = longestServed(evidence);
  const waits = lastStretches(evidence).filter(({ client, waited }) => {
    const latest = evidence.spans.holds.findLast(({ process }) => process === client);
    const hasBeenIn = evidence.acquired.some(({ process }) => process === client);
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
