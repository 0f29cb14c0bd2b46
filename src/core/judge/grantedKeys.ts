/** The keys behind an acquisition, and whether they were still there when it succeeded. */
import { heldKeys } from '../spans/heldNodes';
import type { HoldSpan } from '../spans/spans';
import type { Evidence } from './evidence';
import { existsAt, type KeyLifetime } from './keys';

/**
 * The keys that made an acquisition count, including copies at replicas. They were set for it and not removed before
 * acquire returned.
 */
export function keysOf({ keys }: Evidence, hold: HoldSpan): readonly KeyLifetime[] {
  const until = hold.acquiredSeq < 0 ? Number.MAX_SAFE_INTEGER : hold.acquiredSeq;
  return keys.filter((key) => {
    if (key.hold !== hold || key.setSeq > until) return false;
    const takenBack = key.removedBy === hold.process && key.endSeq >= 0 && key.endSeq < until;
    return !takenBack;
  });
}

/**
 * Whether fewer than a quorum of its keys were left by then because the others had expired. In that case no other
 * client took the lock; its time was over.
 */
export function isExpired(evidence: Evidence, hold: HoldSpan, seq: number): boolean {
  const { quorum } = evidence.trace.header;
  const keys = keysOf(evidence, hold);
  const standing = keys.filter((key) => existsAt(key, seq)).length;
  const expired = keys.filter(({ cause, endSeq }) => cause === 'expired' && endSeq >= 0 && endSeq <= seq).length;
  return standing < quorum && standing + expired >= quorum;
}

/** Whether fewer than a quorum of the keys that it counted were still there when acquire returned. */
export function isBelated(evidence: Evidence, hold: HoldSpan): boolean {
  const counted = heldKeys(evidence.trace, hold).length;
  const { quorum } = evidence.trace.header;
  const standing = keysOf(evidence, hold).filter((key) => existsAt(key, hold.acquiredSeq)).length;
  return counted >= quorum && standing < quorum;
}
