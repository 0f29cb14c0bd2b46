/**
 * When a lock really ended for the client that holds it. Only this file decides that, for the picture and the
 * narration.
 */
import { bisector } from 'd3-array';
import type { Trace } from '../model/trace/trace';
import { nth } from '../model/values/nth';
import type { QuorumStep } from './entrySpans';
import type { HoldSpan } from './holdSpans';
import { spansOf } from './spans';
import { votersOf } from './voters';

const expiryByHold = new WeakMap<HoldSpan, number | null>();

/**
 * When fewer servers than the quorum backed a client that still believed in its lock. This can be as early as the
 * acquisition itself. null: never while it was inside. Computed once per hold.
 */
export function actualExpiryOf(trace: Trace, hold: HoldSpan): number | null {
  const before = expiryByHold.get(hold);
  if (before !== undefined) return before;
  const expiry = findTrueEnd(trace, hold);
  expiryByHold.set(hold, expiry);
  return expiry;
}

function findTrueEnd(trace: Trace, hold: HoldSpan): number | null {
  if (hold.acquiredAt === null) return null;
  const { need } = votersOf(trace, hold.process);
  const { quorum: steps } = spansOf(trace);
  let standing = need;
  /** The last loss before the client learned of its success. */
  let lostBefore: QuorumStep | null = null;
  // Changes are sorted by time, and those before this acquisition say nothing about it.
  for (let i = bisector(({ seq }: QuorumStep) => seq).left(steps, hold.acquiringSeq); i < steps.length; i++) {
    const step = nth(steps, i);
    if (step.at >= hold.heldUntil) break;
    if (step.owner !== hold.process) continue;
    if (step.seq < hold.acquiredSeq) {
      if (step.count < standing) lostBefore = step;
      standing = step.count;
    } else if (standing < need) break;
    else if (step.count < need && !isRestoredAtOnce(steps, i, need))
      return need === 1 ? lostAt(trace, step, hold) : step.at;
  }
  if (standing >= need) return null;
  const lost = need === 1 && lostBefore !== null ? lostAt(trace, lostBefore, hold) : hold.acquiredAt;
  return lost === null ? null : Math.max(lost, hold.acquiredAt);
}

/**
 * When the one key of a hold no longer backed it; null: never while the client was inside. A client that changes the
 * value without getting in (GETSET) removes nothing: the key still keeps other clients out.
 */
function lostAt(trace: Trace, { at, seq }: QuorumStep, hold: HoldSpan): number | null {
  const { entries, holds } = spansOf(trace);
  let end: Pick<QuorumStep, 'at' | 'seq'> = { at, seq };
  for (;;) {
    const next = entries.find((entry) => entry.isLock && entry.seq === end.seq);
    const getsIn = holds.some(
      ({ process, acquiredSeq }) =>
        process === next?.owner && acquiredSeq > end.seq && (next.endSeq < 0 || acquiredSeq < next.endSeq),
    );
    if (next === undefined || getsIn) return end.at < hold.heldUntil ? end.at : null;
    if (next.to === null) return null;
    end = { at: next.to, seq: next.endSeq };
  }
}

/** If a replica that has the key takes over at the same instant, nothing was missing. */
function isRestoredAtOnce(steps: readonly QuorumStep[], index: number, need: number): boolean {
  const { at, owner } = nth(steps, index);
  for (let i = index + 1; i < steps.length; i++) {
    const later = nth(steps, i);
    if (later.at !== at) return false;
    if (later.owner === owner && later.count >= need) return true;
  }
  return false;
}
