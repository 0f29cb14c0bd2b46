/** A release that deleted a key of another client. A random value and a comparison would prevent this. */
import type { Fact } from '../model/trace/fact';
import { type Evidence, isInsideAt, nameOf } from './evidence';
import type { KeyLife } from './keys';

/** The lives of the lock's key that a client other than its owner ended with a command. */
export const stolenKeys = (evidence: Evidence): readonly KeyLife[] =>
  evidence.keys
    .filter(({ cause, goneBy }) => cause === 'deleted' && evidence.trace.header.processes[goneBy]?.role === 'client')
    .map((key) => asOfAnother(evidence, key))
    .filter((key) => key.goneBy !== key.owner && (key.members !== null || !isOwnUnderneath(evidence, key)))
    .filter((key) => !isOwnedByDead(evidence, key) && protects(evidence, key));

/**
 * Its owner was inside, or got in with the attempt that was under way. Deleting a key that protects no client does no
 * harm.
 */
const protects = ({ acquired }: Evidence, { owner, goneSeq }: KeyLife): boolean =>
  acquired.some(
    ({ process, acquiringSeq, insideToSeq }) =>
      process === owner && acquiringSeq < goneSeq && (insideToSeq < 0 || insideToSeq > goneSeq),
  );

/** The last client to change a list does not own it. It is another’s if another’s entry was still in it. */
function asOfAnother({ spans }: Evidence, key: KeyLife): KeyLife {
  const { members, goneBy, goneSeq } = key;
  if (members === null) return key;
  const owner = [...members.values()].find((who) => who !== goneBy) ?? goneBy;
  if (owner === key.owner) return key;
  return {
    ...key,
    owner,
    hold: spans.holds.findLast(({ process, acquiringSeq }) => process === owner && acquiringSeq < goneSeq),
  };
}

export const deletedAnotherFacts = (evidence: Evidence): readonly Fact[] =>
  stolenKeys(evidence).map((key) => ({
    kind: 'deleted-another',
    who: [nameOf(evidence, key.goneBy), nameOf(evidence, key.owner)],
    from: key.setSeq,
    to: key.goneSeq,
    values: { node: nameOf(evidence, key.node) },
  }));

/** The key belonged to the client that deleted it. Other clients had overwritten it, and that did not let them in. */
function isOwnUnderneath({ keys }: Evidence, deleted: KeyLife): boolean {
  for (let key: KeyLife | undefined = deleted; key !== undefined; key = replacedBy(keys, key)) {
    if (key.owner === deleted.goneBy) return true;
    if (key.hold !== undefined && isInsideAt(key.hold, deleted.goneSeq)) return false;
  }
  return false;
}

/** Its owner has crashed since, and was not let in again: the next holder deletes what the crashed one left. */
const isOwnedByDead = ({ crashes, acquired }: Evidence, { owner, setSeq, goneSeq }: KeyLife): boolean =>
  crashes.some(({ process, seq }) => process === owner && seq > setSeq && seq < goneSeq) &&
  !acquired.some((hold) => hold.process === owner && isInsideAt(hold, goneSeq));

const replacedBy = (keys: readonly KeyLife[], by: KeyLife): KeyLife | undefined =>
  keys.find(({ node, goneSeq, cause }) => node === by.node && goneSeq === by.setSeq && cause === 'replaced');
