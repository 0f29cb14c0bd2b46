/**
 * Finds lost updates: accepted writes that were destroyed by a write not based on them. `spans/resourceEvents.ts`
 * finds the destroyed writes; this file names one loss for each write that destroyed something.
 * Source: Kleppmann 2016, "How to do distributed locking".
 */

import type { Fact } from '../model/trace/fact';
import { type EventOf, readEventOf } from '../model/trace/traceReader';
import type { AcquiredHold } from '../spans/holdSpans';
import { type Evidence, nameOf } from './evidence';

export interface LostUpdate {
  /** The accepted write that was destroyed; if there are several, the latest. */
  readonly destroyed: EventOf<'wrote'>;
  /** The write that destroyed it. */
  readonly by: EventOf<'wrote'>;
  readonly base: number;
  /** The acquisitions of the two writes: first the destroyed one's. */
  readonly holds: readonly AcquiredHold[];
}

/**
 * In order. Actions without versions, such as a mail, destroy nothing. Cost: linear, except for writes based on a
 * very old version.
 */
export function lostUpdates({ trace, spans }: Evidence): readonly LostUpdate[] {
  return spans.resource.flatMap(({ seq, destroyed, hold, base }) => {
    const last = destroyed.at(-1);
    if (last === undefined) return [];
    const holds = [last.hold, hold].filter((one) => one !== null);
    return [{ destroyed: readEventOf(trace, last.seq, 'wrote'), by: readEventOf(trace, seq, 'wrote'), base, holds }];
  });
}

export const lostUpdateFacts = (evidence: Evidence, losses: readonly LostUpdate[]): readonly Fact[] =>
  losses.map(({ destroyed, by, base }) => ({
    kind: 'lost-update',
    who: [nameOf(evidence, by.peer), nameOf(evidence, destroyed.peer)],
    from: destroyed.seq,
    to: by.seq,
    values: {
      value: by.value,
      version: by.version,
      basedOn: base,
      lostValue: destroyed.value,
      lostVersion: destroyed.version,
    },
  }));
