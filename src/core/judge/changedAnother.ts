/**
 * A client that no longer held the lock changed the key of the client that did: with a SET without a comparison, or
 * with a new expiry for any key that it finds. A script that compares the owner would prevent this.
 */
import type { Fact } from '../model/fact';
import type { EntrySpan } from '../spans/entrySpans';
import type { HoldSpan } from '../spans/spans';
import { type Evidence, isInsideAt, nameOf } from './evidence';
import { holdEndedSeq } from './keys';

export interface ChangedKey {
  /** What the client set. */
  readonly set: EntrySpan;
  /** The hold of the client that owned the key. */
  readonly owners: HoldSpan;
  /** The value stayed, and only the expiry changed. */
  readonly isExtended: boolean;
}

/**
 * Returns the changes in order of time. What a client does while it asks for the lock does not count: it may rightly
 * take over what it finds, such as a lock whose value says that its time is over.
 */
export function changedKeys(evidence: Evidence): readonly ChangedKey[] {
  /** By key and server: the value as its owner set it, and the latest key with the same value. */
  const standing = new Map<number, { readonly first: EntrySpan; readonly last: EntrySpan }>();
  const changed: ChangedKey[] = [];
  // After a failover a server takes over the keys of another server, and no client has written them there.
  if (evidence.spans.promotions.length > 0) return changed;
  for (const set of evidence.spans.entries) {
    if (!set.isLock || set.isShare) continue;
    const slot = set.entry * 256 + set.process;
    const before = standing.get(slot);
    const found = before?.last.goneSeq === set.seq ? before.first : undefined;
    const isExtended = found?.value === set.value;
    standing.set(slot, { first: isExtended ? found : set, last: set });
    if (found === undefined || found.owner === set.owner || !isLate(evidence, set)) continue;
    const owners = holdAt(evidence, found.owner, found.seq);
    if (owners !== undefined && isInsideAt(owners, set.seq)) changed.push({ set, owners, isExtended });
  }
  return changed;
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
  const done = holdEndedSeq(hold);
  return (hold.acquiredSeq >= 0 && hold.acquiredSeq < seq) || (done >= 0 && done < seq);
}

const holdAt = ({ spans }: Evidence, client: number, seq: number): HoldSpan | undefined =>
  spans.holds.findLast(({ process, acquiringSeq }) => process === client && acquiringSeq < seq);
