/** A release that deleted a key of another client. A random value and a comparison would prevent this. */
import type { Fact } from '../model/fact';
import { type Evidence, isInsideAt, nameOf } from './evidence';
import type { KeyLife } from './keys';

/** The lives of the lock's key that another client ended with a command. */
export const stolenKeys = (evidence: Evidence): readonly KeyLife[] =>
  evidence.keys.filter(
    (key) =>
      key.cause === 'deleted' &&
      key.owner >= 0 &&
      key.goneBy !== key.owner &&
      evidence.trace.header.processes[key.goneBy]?.role === 'client' &&
      !isOwnUnderneath(evidence, key),
  );

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

const replacedBy = (keys: readonly KeyLife[], by: KeyLife): KeyLife | undefined =>
  keys.find(({ node, goneSeq, cause }) => node === by.node && goneSeq === by.setSeq && cause === 'replaced');
