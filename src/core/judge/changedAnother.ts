/**
 * A client that no longer held the lock changed the key of the client that did: with a SET without a comparison, or
 * with a new expiry for any key that it finds. A script that compares the owner would prevent this.
 */
import type { Fact } from '../model/trace/fact';
import type { EntrySpan } from '../spans/entrySpans';
import type { HoldSpan } from '../spans/spans';
import { type Evidence, isHeldAt, nameOf } from './evidence';
import { holdEndSeqOf, isCounterUpdate } from './keys';

export interface ChangedKey {
  /** What the client set. */
  readonly set: EntrySpan;
  /** The hold of the client that owned the key. */
  readonly owners: HoldSpan;
  /** The value stayed, and only the expiry changed. */
  readonly isExtended: boolean;
}

/**
 * Returns the changes in order of time. Changes by a client that is asking for the lock do not count: it may rightly
 * take over a lock whose value says that its time is over.
 */
export function changedKeys(evidence: Evidence): readonly ChangedKey[] {
  /** By key and server: the value as its owner set it, and the latest key with the same value. */
  const standing = new Map<number, { readonly first: EntrySpan; readonly last: EntrySpan }>();
  const changed: ChangedKey[] = [];
  // After a failover a server has keys of another server, which no client wrote there.
  if (evidence.spans.promotions.length > 0) return changed;
  for (const set of evidence.spans.entries) {
    if (!set.isLock || set.isSharedMode) continue;
    const slot = set.entry * 256 + set.process;
    const before = standing.get(slot);
    const replacedKey = before?.last.endSeq === set.seq ? before.first : undefined;
    const isExtended = replacedKey?.value === set.value;
    standing.set(slot, { first: isExtended ? replacedKey : set, last: set });
    if (before === undefined || replacedKey === undefined || !isLate(evidence, set)) continue;
    const owner = ownerOfChanged(evidence, { replacedKey, last: before.last, set });
    if (owner === null || owner === set.owner) continue;
    const owners = holdAt(evidence, owner, replacedKey.members === null ? replacedKey.seq : set.seq);
    if (owners !== undefined && isHeldAt(owners, set.seq)) changed.push({ set, owners, isExtended });
  }
  return changed;
}

/**
 * Whose key, or whose member of a list, a set or a hash, the client changed. Null: it only incremented a counter, or
 * added or removed its own members.
 */
function ownerOfChanged(
  { trace, spans: { messages } }: Evidence,
  { replacedKey, last, set }: { readonly replacedKey: EntrySpan; readonly last: EntrySpan; readonly set: EntrySpan },
): number | null {
  if (set.value !== last.value && isCounterUpdate(trace, messages, last, set)) return null;
  if (last.members === null || set.members === null) return replacedKey.owner;
  const intruder = [...last.members].find(([member, who]) => who !== set.owner && set.members?.has(member) === false);
  if (intruder !== undefined) return intruder[1];
  return set.value !== last.value || [...set.members.values()].includes(set.owner) ? null : replacedKey.owner;
}

export const changedAnotherFacts = (evidence: Evidence): readonly Fact[] =>
  changedKeys(evidence).map(({ set, owners }) => ({
    kind: 'changed-another',
    who: [nameOf(evidence, set.owner), nameOf(evidence, owners.process)],
    from: set.seq,
    to: set.seq,
    values: { node: nameOf(evidence, set.process) },
  }));

/** The key's owner had been let in before, or had finished. */
function isLate(evidence: Evidence, { owner, seq }: EntrySpan): boolean {
  const hold = holdAt(evidence, owner, seq);
  if (hold === undefined) return false;
  const endSeq = holdEndSeqOf(hold);
  return (hold.acquiredSeq >= 0 && hold.acquiredSeq < seq) || (endSeq >= 0 && endSeq < seq);
}

const holdAt = ({ spans }: Evidence, client: number, seq: number): HoldSpan | undefined =>
  spans.holds.findLast(({ process, acquiringSeq }) => process === client && acquiringSeq < seq);
