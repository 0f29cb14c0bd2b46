/** A release that deleted a key of another client. A random value and a comparison would prevent this. */
import type { Fact } from '../model/trace/fact';
import { type Evidence, isHeldAt, nameOf } from './evidence';
import type { KeyLifetime } from './keys';

/** The lives of the lock's key that a client other than its owner ended with a command. */
export const stolenKeys = (evidence: Evidence): readonly KeyLifetime[] =>
  evidence.keys
    .filter(
      ({ cause, removedBy }) => cause === 'deleted' && evidence.trace.header.processes[removedBy]?.role === 'client',
    )
    .map((key) => asOfAnother(evidence, key))
    .filter((key) => key.removedBy !== key.owner && (key.members !== null || !isOwnUnderneath(evidence, key)))
    .filter((key) => !isOwnerCrashed(evidence, key) && protects(evidence, key));

/**
 * Its owner was inside, or got in with the attempt that was under way. Deleting a key that protects no client does no
 * harm.
 */
const protects = ({ acquiredHolds }: Evidence, { owner, endSeq }: KeyLifetime): boolean =>
  acquiredHolds.some(
    ({ process, acquiringSeq, heldUntilSeq: insideToSeq }) =>
      process === owner && acquiringSeq < endSeq && (insideToSeq < 0 || insideToSeq > endSeq),
  );

/** The last client to change a list does not own it. It is another’s if another’s entry was still in it. */
function asOfAnother({ spans }: Evidence, key: KeyLifetime): KeyLifetime {
  const { members, removedBy, endSeq } = key;
  if (members === null) return key;
  const owner = [...members.values()].find((who) => who !== removedBy) ?? removedBy;
  if (owner === key.owner) return key;
  return {
    ...key,
    owner,
    hold: spans.holds.findLast(({ process, acquiringSeq }) => process === owner && acquiringSeq < endSeq),
  };
}

export const deletedAnotherFacts = (evidence: Evidence): readonly Fact[] =>
  stolenKeys(evidence).map((key) => ({
    kind: 'deleted-another',
    who: [nameOf(evidence, key.removedBy), nameOf(evidence, key.owner)],
    from: key.setSeq,
    to: key.endSeq,
    values: { node: nameOf(evidence, key.node) },
  }));

/** The key belonged to the client that deleted it. Other clients had overwritten it, and that did not let them in. */
function isOwnUnderneath({ keys }: Evidence, deleted: KeyLifetime): boolean {
  for (let key: KeyLifetime | undefined = deleted; key !== undefined; key = replacedBy(keys, key)) {
    if (key.owner === deleted.removedBy) return true;
    if (key.hold !== undefined && isHeldAt(key.hold, deleted.endSeq)) return false;
  }
  return false;
}

/** Its owner has crashed since, and was not let in again: the next holder deletes what the crashed one left. */
const isOwnerCrashed = ({ crashes, acquiredHolds }: Evidence, { owner, setSeq, endSeq }: KeyLifetime): boolean =>
  crashes.some(({ process, seq }) => process === owner && seq > setSeq && seq < endSeq) &&
  !acquiredHolds.some((hold) => hold.process === owner && isHeldAt(hold, endSeq));

const replacedBy = (keys: readonly KeyLifetime[], by: KeyLifetime): KeyLifetime | undefined =>
  keys.find(({ node, endSeq, cause }) => node === by.node && endSeq === by.setSeq && cause === 'replaced');
