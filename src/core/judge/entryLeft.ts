/** Keys that stay behind. Their owner has released the lock, or was refused, and the key stays until it expires. */
import type { Fact } from '../model/trace/fact';
import { type Evidence, nameOf } from './evidence';
import type { KeyLifetime } from './keys';

/** The keys that outlived their owner's release or refusal and were not deleted. */
const keysLeft = (evidence: Evidence): readonly KeyLifetime[] => evidence.keys.filter((key) => isLeft(evidence, key));

export const entryLeftFacts = (evidence: Evidence): readonly Fact[] =>
  keysLeft(evidence).map((key) => ({
    kind: 'entry-left',
    who: [nameOf(evidence, key.owner), nameOf(evidence, key.node)],
    from: key.setSeq,
    to: key.endSeq < 0 ? evidence.trace.count - 1 : key.endSeq,
    values: { micros: key.endAt - Math.max(key.setAt, doneAt(key) ?? key.setAt) },
  }));

function isLeft({ trace }: Evidence, key: KeyLifetime): boolean {
  const endSeq = doneAt(key);
  if (key.hasSeveralOwners || endSeq === null || endSeq >= key.endAt) return false;
  // A run that was cut off says nothing about deletions that were still on their way.
  return key.cause === 'expired' || (key.cause === null && trace.header.ended === 'quiet');
}

/**
 * When its owner was done with the hold, in microseconds of the run: its release had returned, or its acquire had
 * been refused. Null: it was never done.
 */
function doneAt({ hold }: KeyLifetime): number | null {
  if (hold === undefined) return null;
  return hold.end === 'refused' ? hold.heldUntil : hold.releasedAt;
}
