/** A release that deleted a key which another client had set: what a random value and a comparison are for. */
import type { Fact } from '../model/verdict';
import { type Evidence, nameOf } from './evidence';
import type { KeyLife } from './keys';

/** Lives of the lock's key that somebody else ended by a command. */
export const stolenKeys = ({ keys, trace }: Evidence): readonly KeyLife[] =>
  keys.filter(
    (key) =>
      key.cause === 'deleted' && key.goneBy !== key.owner && trace.header.processes[key.goneBy]?.role === 'client',
  );

export const deletedAnotherFacts = (evidence: Evidence): readonly Fact[] =>
  stolenKeys(evidence).map((key) => ({
    kind: 'deleted-another',
    who: [nameOf(evidence, key.goneBy), nameOf(evidence, key.owner)],
    from: key.setSeq,
    to: key.goneSeq,
    values: { node: nameOf(evidence, key.node) },
  }));
