/**
 * An object that is half of one write and half of another: part of a write landed within, or over, what another client
 * had written.
 */

import type { Fact } from '../model/fact';
import type { ResourceEvent } from '../spans/resourceEvents';
import { type Evidence, nameOf } from './evidence';

export interface Torn {
  /** The first part that tore it, and the last so far. */
  readonly by: ResourceEvent;
  readonly last: ResourceEvent;
  /** The write that it was mixed with. */
  readonly over: ResourceEvent;
}

/** One for each two clients whose writes were mixed, in order. */
export function tornWrites({ spans }: Evidence): readonly Torn[] {
  const found = new Map<string, Torn>();
  for (const event of spans.resource) {
    const { mixed } = event;
    const over = mixed === null ? undefined : spans.resource.find(({ seq }) => seq === mixed.seq);
    if (over === undefined) continue;
    const key = `${event.client} ${over.client}`;
    found.set(key, { by: event, over, ...found.get(key), last: event });
  }
  return [...found.values()];
}

export const tornWriteFacts = (evidence: Evidence, torn: readonly Torn[]): readonly Fact[] =>
  torn.map(({ by, last, over }) => ({
    kind: 'torn-write',
    who: [nameOf(evidence, by.client), nameOf(evidence, over.client)],
    from: over.seq,
    to: last.seq,
    values: { value: by.value, lostValue: over.value, part: by.part },
  }));
