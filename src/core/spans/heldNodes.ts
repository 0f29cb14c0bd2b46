/** The servers with an acquisition's keys when it succeeded. A replica's copy of a key counts only for its master. */

import { isRedis, type ProcessId, partsOf } from '../model/scenario/processId';
import { kindNumber, type Trace } from '../model/trace/trace';
import { column, type EventOf, kindAt, processId, readEventOf } from '../model/trace/traceReader';
import type { Micros } from '../model/values/time';
import type { EntrySpan } from './entrySpans';
import type { HoldSpan } from './holdSpans';
import { spansOf } from './spans';

/**
 * The lock's keys that the client set while it acquired, and had not removed when it succeeded, one per node: if the
 * key is at a master and its replicas, the one that was set first. In the order of setting; empty if there is no such
 * key.
 */
export function heldKeys(trace: Trace, hold: HoldSpan): readonly EntrySpan[] {
  const entryByKey = new Map<string, EntrySpan>();
  if (hold.acquiredSeq < 0) return [];
  for (const entry of spansOf(trace).entries) {
    if (entry.seq > hold.acquiredSeq) break;
    if (!entry.isLock || entry.owner !== hold.process || entry.seq < hold.acquiringSeq) continue;
    if (entry.endSeq >= 0 && entry.endSeq < hold.acquiredSeq && entry.removedBy === hold.process) continue;
    const node = masterName(processId(trace, entry.process));
    if (!entryByKey.has(node)) entryByKey.set(node, entry);
  }
  return [...entryByKey.values()];
}

/**
 * The keys that the client knew of when it succeeded, because their servers' answers had come. Null if no answer was
 * lost: the others were still on their way.
 */
export function confirmedKeys(trace: Trace, hold: HoldSpan, keys: readonly EntrySpan[]): readonly EntrySpan[] | null {
  const hasLost = keys.some((key) =>
    any(trace, hold, key, 'lost', ({ process, peer }) => process === key.process && peer === hold.process),
  );
  if (!hasLost) return null;
  return keys.filter((key) =>
    any(trace, hold, key, 'received', ({ process, peer, ok }) => {
      return ok === 1 && process === hold.process && peer === key.process;
    }),
  );
}

/** Whether such an event happened after a key was set and before its client succeeded. */
function any<K extends 'lost' | 'received'>(
  trace: Trace,
  hold: HoldSpan,
  key: EntrySpan,
  kind: K,
  isIt: (event: EventOf<K>) => boolean,
): boolean {
  for (let seq = key.seq + 1; seq < hold.acquiredSeq; seq++)
    if (kindAt(trace, seq) === kindNumber[kind] && isIt(readEventOf(trace, seq, kind))) return true;
  return false;
}

/** How long the first of these keys was set to live at its server; −1: the keys do not expire. */
export function shortestLifetime(trace: Trace, keys: readonly EntrySpan[]): Micros {
  const lifetimes = keys.map(({ seq }) => column.entrySet.expiresIn(trace, seq)).filter((life) => life >= 0);
  return lifetimes.length === 0 ? -1 : Math.min(...lifetimes);
}

/** `A` for node A and for each of its replicas. */
const masterName = (id: ProcessId): string => (isRedis(id) ? partsOf(id).letter : id);
