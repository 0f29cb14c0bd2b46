/** Why clients wait forever although no key of the lock keeps them out. */
import { type Evidence, namesOf } from '../evidence';
import { holdEndSeqOf } from '../keys';
import type { Starvation } from '../starvation';
import { stays } from '../stays';
import { waiting, whyUnavailable } from './blocked';
import { stayedIn } from './release';
import { type ChainStep, eventsAmong } from './step';

/** What keeps the first client waiting. All of the clients wait forever. */
export function whySilent(evidence: Evidence, waits: readonly Starvation[]): readonly ChainStep[] {
  const [first] = waits;
  const behind = first === undefined ? [] : whyUnavailable(evidence, first);
  const open = stays(evidence, evidence.trace.header.endedAt).filter(({ isOpen }) => isOpen);
  const outside = waits.filter((wait) => !open.some(({ client }) => client === wait.client));
  return [
    ...behind.filter(({ rule }) => rule !== 'waited' && rule !== 'stayedIn'),
    ...keysBeside(evidence),
    ...open.map((stay) => ({ ...stayedIn(evidence, stay), weight: 4 as const })),
    ...waiting(evidence, outside),
  ];
}

/**
 * Keys without an expiry that no client has set since the last hold ended, or that contain another client's place.
 * They need not be keys of the lock.
 */
function keysBeside(evidence: Evidence): readonly ChainStep[] {
  const { spans, trace, acquiredHolds } = evidence;
  const endSeq = Math.max(-1, ...acquiredHolds.map((hold) => holdEndSeqOf(hold)));
  const common = new Set(evidence.keys.flatMap(({ hasSeveralOwners, setSeq }) => (hasSeveralOwners ? [setSeq] : [])));
  const standing = spans.entries.filter(
    ({ to, expiresAt, endsWithSession, process, seq, owner, members }) =>
      to === null &&
      expiresAt === null &&
      !endsWithSession &&
      (seq <= endSeq || common.has(seq) || [...(members?.values() ?? [])].some((client) => client !== owner)) &&
      trace.header.processes[process]?.role === 'node',
  );
  if (standing.length === 0) return [];
  const keys = [...new Set(standing.map(({ entry }) => trace.strings[entry] ?? ''))];
  const nodes = namesOf(
    evidence,
    standing.map(({ process }) => process),
  );
  const seqs = standing.map(({ seq }) => seq);
  return [
    {
      rule: 'keysBeside',
      events: eventsAmong(endSeq, ...seqs),
      values: { keys, nodes },
      order: endSeq + 0.75,
      weight: 4,
    },
  ];
}
