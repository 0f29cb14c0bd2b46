/**
 * Replicas that have the same version from different writers at the end of the run. Nothing shows which of them is
 * newer.
 */

import type { Fact } from '../model/trace/fact';
import type { EventOf } from '../model/trace/traceReader';
import { eventsOf } from '../model/trace/traceReader';
import { writesNeeded } from '../spans/resourceEvents';
import { type Evidence, nameOf } from './evidence';

export function divergedFacts(evidence: Evidence): readonly Fact[] {
  const { trace } = evidence;
  if (writesNeeded(trace) === 1) return [];
  const last = new Map<number, EventOf<'wrote'>>();
  for (const write of eventsOf(trace, 'wrote')) last.set(write.process, write);
  const standing = [...last.values()].sort((a, b) => a.seq - b.seq);
  for (const one of standing) {
    const other = standing.find((candidate) => candidate.seq > one.seq && isRival(one, candidate));
    if (other === undefined) continue;
    const alike = standing.filter(({ version, token }) => version === one.version && token === one.token);
    const where = alike
      .map(({ process, peer }) => [nameOf(evidence, process), nameOf(evidence, peer)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const who = [nameOf(evidence, one.peer), nameOf(evidence, other.peer)];
    const values = { version: one.version, where };
    return [{ kind: 'diverged', who, from: one.seq, to: other.seq, values }];
  }
  return [];
}

const isRival = (one: EventOf<'wrote'>, other: EventOf<'wrote'>): boolean =>
  one.version === other.version && one.token === other.token && one.peer !== other.peer;
