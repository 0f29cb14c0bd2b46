/**
 * Finds a resource that no longer serves any client. It has the mark of a client that is gone, and it refused clients
 * that wanted to put their own mark. A check whose marks can be replaced refuses no client because of an old mark, so
 * it never gets into this state.
 */

import type { Fact } from '../model/trace/fact';
import { refusalChecks } from '../model/trace/trace';
import type { EventOf } from '../model/trace/traceReader';
import type { EntrySpan } from '../spans/entrySpans';
import { type Evidence, nameOf } from './evidence';
import { isDown } from './outages';
import { hasPendingFaults } from './pending';
import { hasRequestUnderWay } from './session';

export interface StuckMark {
  readonly mark: EntrySpan;
  /** The last refusal of each client that still wants in. */
  readonly shutOut: readonly EventOf<'rejected'>[];
}

/** Null if there is no such mark, or no client wants in. */
export function stuckMark(evidence: Evidence): StuckMark | null {
  const { spans, trace } = evidence;
  if (spans.holds.some(({ acquiredSeq, end }) => acquiredSeq >= 0 && end === 'open')) return null;
  if (hasPendingFaults(evidence)) return null;
  const mark = spans.entries.find(
    (entry) =>
      entry.to === null && trace.header.processes[entry.process]?.role === 'storage' && isGone(evidence, entry),
  );
  if (mark === undefined) return null;
  const shutOut = refusedBy(evidence, mark).filter(({ peer, seq }) => {
    const succeeded = evidence.finishes.some(({ process, ok, seq: at }) => process === peer && ok === 1 && at > seq);
    return !succeeded && !isDown(spans.outages, peer);
  });
  return shutOut.length === 0 ? null : { mark, shutOut };
}

export function stuckMarkFacts(evidence: Evidence, { mark, shutOut }: StuckMark): readonly Fact[] {
  const last = evidence.trace.count - 1;
  const entry: Fact = {
    kind: 'stuck-entry',
    who: [nameOf(evidence, mark.owner), nameOf(evidence, mark.process)],
    from: mark.seq,
    to: last,
    values: { at: mark.from, isMark: 1 },
  };
  const waiting = shutOut.map(({ peer, seq, at }): Fact => {
    const want = evidence.wants.findLast(({ client, fromSeq }) => client === peer && fromSeq < seq);
    const micros = evidence.trace.header.endedAt - (want?.from ?? at);
    const values = { micros, isMark: 1 as const };
    return { kind: 'starved', who: [nameOf(evidence, peer)], from: want?.fromSeq ?? seq, to: last, values };
  });
  return [entry, ...waiting];
}

/** The client's hold is over, because it crashed or left, and the client has not removed the mark. */
function isGone(evidence: Evidence, { owner, process, seq }: EntrySpan): boolean {
  const hold = evidence.spans.holds.findLast((held) => held.process === owner && held.acquiringSeq < seq);
  if (hold === undefined || hold.end === 'crashed') return true;
  if (comesAgain(evidence, owner)) return false;
  return hold.end !== 'open' && !hasRequestUnderWay(evidence, { owner, node: process });
}

/** The client has rounds left in which it may use the same value again; the mark would then be its own. */
function comesAgain({ trace: { header }, finishes, spans }: Evidence, owner: number): boolean {
  const { guard, ended, scenario } = header;
  if (guard === 'always' || ended === 'quiet' || isDown(spans.outages, owner)) return false;
  return finishes.filter(({ process }) => process === owner).every(({ round }) => round < scenario.settings.rounds);
}

/** The last refusal of each client that this mark caused. */
function refusedBy({ rejections }: Evidence, mark: EntrySpan): readonly EventOf<'rejected'>[] {
  const last = new Map<number, EventOf<'rejected'>>();
  for (const refusal of rejections) {
    const isMark = refusalChecks[refusal.check] === 'owner' && refusal.value < 0;
    if (isMark && refusal.against === mark.owner && refusal.process === mark.process && refusal.seq > mark.seq)
      last.set(refusal.peer, refusal);
  }
  return [...last.values()];
}
