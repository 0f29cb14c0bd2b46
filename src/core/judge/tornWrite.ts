/** Finds objects that mix two writes: part of a write arrived among, or over, what another client had written. */

import type { Fact } from '../model/trace/fact';
import type { ResourceEvent } from '../spans/resourceEvents';
import { type Evidence, nameOf } from './evidence';

export interface TornWrite {
  /** The first part that mixed the writes, and the last one so far. */
  readonly by: ResourceEvent;
  readonly last: ResourceEvent;
  /** The other write. */
  readonly over: ResourceEvent;
}

/** In order, one for each pair of clients whose writes were mixed. */
export function tornWrites({ spans }: Evidence): readonly TornWrite[] {
  const writesByKey = new Map<string, TornWrite>();
  for (const event of spans.resource) {
    const { mixed } = event;
    const over = mixed === null ? undefined : spans.resource.find(({ seq }) => seq === mixed.seq);
    if (over === undefined) continue;
    const key = `${event.client} ${over.client}`;
    writesByKey.set(key, { by: event, over, ...writesByKey.get(key), last: event });
  }
  return [...writesByKey.values()];
}

export const tornWriteFacts = (evidence: Evidence, torn: readonly TornWrite[]): readonly Fact[] =>
  torn.map(({ by, last, over }) => ({
    kind: 'torn-write',
    who: [nameOf(evidence, by.client), nameOf(evidence, over.client)],
    from: over.seq,
    to: last.seq,
    values: { value: by.value, lostValue: over.value, part: by.part },
  }));
