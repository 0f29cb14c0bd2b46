/** On which servers an acquisition stood when it succeeded. A replica's copy of a key counts for its master alone. */

import { isRedis, type ProcessId, partsOf } from '../model/scenario';
import type { Trace } from '../model/trace';
import { processId } from '../model/traceReader';
import type { EntrySpan } from './entrySpans';
import type { HoldSpan } from './holdSpans';
import { spansOf } from './spans';

/**
 * The lock's keys that the client set while it acquired and had not taken back when it succeeded, one a node: where the
 * key is on a master and its replicas, the one that was set first. In the order of setting; empty where there was none.
 */
export function heldKeys(trace: Trace, hold: HoldSpan): readonly EntrySpan[] {
  const found = new Map<string, EntrySpan>();
  if (hold.acquiredSeq < 0) return [];
  for (const entry of spansOf(trace).entries) {
    if (entry.seq > hold.acquiredSeq) break;
    if (!entry.isLock || entry.owner !== hold.process || entry.seq < hold.acquiringSeq) continue;
    if (entry.goneSeq >= 0 && entry.goneSeq < hold.acquiredSeq && entry.goneBy === hold.process) continue;
    const node = masterName(processId(trace, entry.process));
    if (!found.has(node)) found.set(node, entry);
  }
  return [...found.values()];
}

/** `A` for a node and for each of its replicas. */
const masterName = (id: ProcessId): string => (isRedis(id) ? partsOf(id).letter : id);
