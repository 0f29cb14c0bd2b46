/**
 * No lost update: every accepted write was based on the version that it replaced. Otherwise another client's write
 * between the two is destroyed. The base is the version that was read; without a read, it is the version when acquire
 * returned. Source: Kleppmann 2016, "How to do distributed locking".
 */

import type { Fact } from '../model/fact';
import { nth } from '../model/nth';
import { type EventOf, readEventOf } from '../model/traceReader';
import { writesNeeded } from '../spans/resourceEvents';
import { type Evidence, latestHold, nameOf } from './evidence';

export interface Loss {
  /** The accepted write that was destroyed. The latest when there are several. */
  readonly destroyed: EventOf<'wrote'>;
  /** The write that destroyed it. */
  readonly by: EventOf<'wrote'>;
  readonly base: number;
}

/**
 * One loss for each write that destroyed another client's, in order. Mails and the like have no versions and destroy
 * nothing. Cost: linear, except for writes that are far behind.
 */
export function lostUpdates(evidence: Evidence): readonly Loss[] {
  if (writesNeeded(evidence.trace) > 1) return lostAtReplicas(evidence);
  const losses: Loss[] = [];
  const accepted = new Map<number, EventOf<'wrote'>[]>();
  for (const write of evidence.writes) {
    if (write.version < 0) continue;
    const before = accepted.get(write.process) ?? [];
    accepted.set(write.process, before);
    const base = write.basedOn >= 0 ? write.basedOn : versionAtAcquire(evidence, write, before);
    const destroyed = latestOfOthers(before, write, base);
    if (destroyed !== undefined) losses.push({ destroyed, by: write, base });
    before.push(write);
  }
  return losses;
}

/** One loss for each accepted write that landed on another client's copy, at any replica. */
const lostAtReplicas = ({ trace, spans }: Evidence): readonly Loss[] =>
  spans.resource.flatMap(({ seq, destroyed }) => {
    const last = destroyed.at(-1);
    if (last === undefined) return [];
    const by = readEventOf(trace, seq, 'wrote');
    return [{ destroyed: readEventOf(trace, last.seq, 'wrote'), by, base: by.basedOn }];
  });

export const lostUpdateFacts = (evidence: Evidence, losses: readonly Loss[]): readonly Fact[] =>
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

function latestOfOthers(
  before: readonly EventOf<'wrote'>[],
  write: EventOf<'wrote'>,
  base: number,
): EventOf<'wrote'> | undefined {
  for (let i = before.length - 1; i >= 0; i--) {
    const earlier = nth(before, i);
    if (earlier.version <= base) return undefined;
    if (earlier.peer !== write.peer) return earlier;
  }
  return undefined;
}

function versionAtAcquire(evidence: Evidence, write: EventOf<'wrote'>, before: readonly EventOf<'wrote'>[]): number {
  const hold = latestHold(evidence, write.peer, write.seq);
  // A client that never had the lock and read nothing claims to know nothing. Its write counts as based on the version
  // that it replaces.
  if (hold === undefined) return write.version - 1;
  let version = before[0] === undefined ? write.version - 1 : before[0].version - 1;
  for (const earlier of before) if (earlier.seq < hold.acquiredSeq) version = earlier.version;
  return version;
}
