/**
 * Work that reached the resource after its client's lock had ended: the key had expired, the session was over, a
 * failover had forgotten it, or the client had released it. By then, another client could have acquired it.
 */
import type { Fact } from '../model/trace/fact';
import { instantAt } from '../model/trace/traceReader';
import type { Instant } from '../model/values/time';
import type { AcquiredHold } from '../spans/holdSpans';
import type { ResourceEvent } from '../spans/resourceEvents';
import type { HoldSpan } from '../spans/spans';
import { votersAt, votersOf } from '../spans/voters';
import { type Evidence, nameOf } from './evidence';
import { keysOf } from './grantedKeys';
import { takenInAt } from './writes';

export interface WorkAfterEnd {
  readonly hold: AcquiredHold;
  readonly event: ResourceEvent;
  /** When the last of its keys was gone. */
  readonly endedAt: Instant;
  readonly endedSeq: number;
  /** No other client was inside in between. */
  readonly isAlone: boolean;
}

/** In order. A lock whose keys the trace does not have is not judged. */
export function workAfterEnd(evidence: Evidence): readonly WorkAfterEnd[] {
  const { resource } = evidence.spans;
  return resource.flatMap((event, i): readonly WorkAfterEnd[] => {
    const { kind, hold } = event;
    if (hold === null || kind === 'rejected' || kind === 'adopted') return [];
    // A client that stops after a read has done nothing with what it read.
    const goesOn = kind !== 'read' || resource.slice(i + 1).some((later) => later.hold === hold);
    if (!goesOn && (hold.end === 'lost' || hold.end === 'crashed')) return [];
    const seq = takenInAt(evidence, event);
    const gone = keysOf(evidence, hold).filter(({ endSeq }) => endSeq >= 0 && endSeq < seq);
    const last = gone.reduce<(typeof gone)[number] | null>((a, b) => (a === null || b.endSeq > a.endSeq ? b : a), null);
    if (last === null || !isFree(evidence, hold, seq)) return [];
    const isAlone = !evidence.acquiredHolds.some(
      (other) => other.process !== hold.process && heldBetween(other, last.endSeq, seq),
    );
    return [{ hold, event, endedAt: instantAt(evidence.trace, last.endSeq), endedSeq: last.endSeq, isAlone }];
  });
}

/** Work that only luck protected: the first write, or else read, of each hold during which no other client came in. */
export function firstUncontendedWork(all: readonly WorkAfterEnd[]): readonly WorkAfterEnd[] {
  const alone = all.filter(({ isAlone }) => isAlone);
  const first = new Map<AcquiredHold, WorkAfterEnd>();
  for (const work of [...alone.filter(({ event }) => event.kind !== 'read'), ...alone])
    if (!first.has(work.hold)) first.set(work.hold, work);
  return [...first.values()];
}

export const afterEndFacts = (evidence: Evidence, all: readonly WorkAfterEnd[]): readonly Fact[] =>
  firstUncontendedWork(all).map(({ hold, event, endedAt, endedSeq }) => ({
    kind: 'after-end',
    who: [nameOf(evidence, hold.process)],
    from: endedSeq,
    to: event.seq,
    values: { at: endedAt, micros: event.at - endedAt, isRead: event.kind === 'read' ? 1 : 0 },
  }));

const heldBetween = (
  { acquiredSeq, heldUntilSeq: insideToSeq }: AcquiredHold,
  fromSeq: number,
  toSeq: number,
): boolean => acquiredSeq < toSeq && (insideToSeq < 0 || insideToSeq > fromSeq);

/**
 * Whether enough servers were up without a key for another client to get in. A server that is down lets nobody in. A
 * key of another client that does not get in with it keeps the others out as well.
 */
function isFree({ trace, spans }: Evidence, { process }: AcquiredHold, seq: number): boolean {
  const lastsAt = (from: number, to: number): boolean => from <= seq && (to < 0 || to > seq);
  const standing = spans.entries.filter(
    ({ isLock, front, owner, seq: setSeq, endSeq }) =>
      isLock &&
      front !== null &&
      lastsAt(front.seq, endSeq) &&
      (owner === process || !letsIn(spans.holds, owner, setSeq, endSeq)),
  );
  const blockedServers = new Set(standing.map((entry) => entry.process));
  const down = spans.outages.filter(({ kind, seq: from, endSeq }) => kind !== 'paused' && lastsAt(from, endSeq));
  for (const outage of down) blockedServers.add(outage.process);
  const open = votersAt(trace, process, seq).filter((servers) => servers.some((server) => !blockedServers.has(server)));
  return open.length >= votersOf(trace, process).need;
}

const letsIn = (holds: readonly HoldSpan[], owner: number, setSeq: number, endSeq: number): boolean =>
  holds.some(
    ({ process, acquiredSeq }) => process === owner && acquiredSeq > setSeq && (endSeq < 0 || acquiredSeq < endSeq),
  );
