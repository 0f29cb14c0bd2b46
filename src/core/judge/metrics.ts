/** Metrics: numbers of a run that can be compared with another run's. Times are in microseconds. */
import type { Metric } from '../model/trace/verdict';
import type { Evidence } from './evidence';
import type { OverlapPair } from './overlap';

/** Null if there was nothing to measure. */
export function computeMetrics(
  evidence: Evidence,
  pairs: readonly OverlapPair[],
): Readonly<Record<Metric, number | null>> {
  const { acquiredHolds, spans, finishes, waitingCount, wokenCount } = evidence;
  const released = acquiredHolds.filter(({ releasedSeq }) => releasedSeq >= 0).length;
  const waited = acquiredHolds.map((hold) => hold.acquiredAt - hold.acquiringAt);
  return {
    acquired: acquiredHolds.length,
    refused: spans.holds.filter(({ end }) => end === 'refused').length,
    rounds: finishes.filter(({ ok }) => ok === 1).length,
    requestsPerAcquisition: acquiredHolds.length === 0 ? null : requestCount(evidence) / acquiredHolds.length,
    wokenPerRelease: released === 0 || waitingCount === 0 ? null : wokenCount / released,
    freeAfterCrash: freeAfterCrash(evidence),
    thrownAway: evidence.rejections.filter(({ value }) => value >= 0).length,
    overlapTime: overlapTime(pairs),
    waitMax: waited.length === 0 ? null : Math.max(...waited),
  };
}

function requestCount({ trace, spans }: Evidence): number {
  const { messages } = spans;
  const isClient = trace.header.processes.map(({ role }) => role === 'client');
  const isStorage = trace.header.processes.map(({ role }) => role === 'storage');
  let count = 0;
  for (let row = 0; row < messages.count; row++) {
    const isRequest = messages.leg(row) === 'request' && isClient[messages.from(row)];
    if (isRequest && !isStorage[messages.to(row)]) count += 1;
  }
  return count;
}

/** The longest time from the crash of a holder to the next acquisition. */
function freeAfterCrash({ acquiredHolds }: Evidence): number | null {
  let longest: number | null = null;
  for (const holder of acquiredHolds) {
    if (holder.end !== 'crashed') continue;
    const next = acquiredHolds.find(({ acquiredSeq }) => acquiredSeq > holder.heldUntilSeq);
    if (next !== undefined) longest = Math.max(longest ?? 0, next.acquiredAt - holder.heldUntil);
  }
  return longest;
}

/** The time during which there were two or more holders; each instant counts once. */
function overlapTime(pairs: readonly OverlapPair[]): number {
  let micros = 0;
  let until = 0;
  // Pairs are sorted by the entry of their second client, which is when the overlap begins.
  for (const { second, micros: length } of pairs) {
    const from = second.acquiredAt;
    const to = from + length;
    micros += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return micros;
}
