/**
 * Finds violations of mutual exclusion: two holders at once, by their own marks and in true order. Two shared holders
 * are no overlap. A client is inside because of what it does, not what it believes: a client that is paused, or past
 * its validity, is still inside.
 */

import { connectionOf } from '../model/effects/connection';
import type { Fact } from '../model/trace/fact';
import { isGoing, notOver, type Trace } from '../model/trace/trace';
import type { Micros } from '../model/values/time';
import { type AcquiredHold, isWithoutLock } from '../spans/holdSpans';
import type { HoldSpan } from '../spans/spans';
import { type Evidence, nameOf } from './evidence';

export interface OverlapPair {
  /** The client that was inside first. */
  readonly first: AcquiredHold;
  readonly second: AcquiredHold;
  readonly micros: number;
  /** False for a live run in which the uncertainty of the clocks is as long as the overlap and leaves it undecided. */
  readonly isCertain: boolean;
}

/** Every pair of overlapping holds of different clients, in the order in which the second came in. */
export function overlappingPairs({ acquiredHolds, trace }: Evidence): readonly OverlapPair[] {
  const pairs: OverlapPair[] = [];
  let inside: AcquiredHold[] = [];
  for (const second of acquiredHolds) {
    const from = second.acquiredAt;
    inside = inside.filter((hold) => hold.heldUntil > from);
    for (const first of inside) {
      const micros = Math.min(first.heldUntil, second.heldUntil) - from;
      if (first.process === second.process || mayBoth(trace, first, second) || micros <= 0) continue;
      pairs.push({ first, second, micros, isCertain: micros >= uncertainty(trace.header.processes, first, second) });
    }
    inside.push(second);
  }
  return pairs;
}

/**
 * Whether both may hold at once: readers, and all clients of a run without a lock. Two clients that fail open may not.
 */
const mayBoth = ({ header: { scenario, processes } }: Trace, first: AcquiredHold, second: AcquiredHold): boolean =>
  first.shared &&
  second.shared &&
  ![first, second].some(({ process }) => {
    const id = processes[process]?.id;
    return id !== undefined && connectionOf(scenario.settings, id).ifUnreachable === 'works-without';
  });

export const overlapFacts = (evidence: Evidence, pairs: readonly OverlapPair[]): readonly Fact[] =>
  pairs
    .filter(({ isCertain }) => isCertain)
    .map(({ first, second, micros }) => ({
      kind: 'overlap',
      who: [nameOf(evidence, first.process), nameOf(evidence, second.process)],
      from: second.acquiredSeq,
      to: endOf(first, second),
      values: { micros: lengthOf(evidence.trace, { first, second, micros }), ...unlockedOf(first, second) },
    }));

/** Present if one of the two works without the lock. */
export const unlockedOf = (first: HoldSpan, second: HoldSpan): { readonly unlocked?: 1 } =>
  isWithoutLock(first) || isWithoutLock(second) ? { unlocked: 1 } : {};

/** How long the two holds overlapped, as the facts report it. If neither has left, the run may not be over. */
export const lengthOf = (trace: Trace, { first, second, micros }: Omit<OverlapPair, 'isCertain'>): Micros =>
  isGoing(trace) && first.end === 'open' && second.end === 'open' ? notOver : micros;

/** The event that ended the overlap; if it did not end, the event that began it. */
function endOf(first: HoldSpan, second: HoldSpan): number {
  const ends = [first.heldUntilSeq, second.heldUntilSeq].filter((seq) => seq >= 0);
  return ends.length === 0 ? second.acquiredSeq : Math.min(...ends);
}

function uncertainty(
  processes: readonly { readonly uncertainty: number }[],
  first: HoldSpan,
  second: HoldSpan,
): number {
  return (processes[first.process]?.uncertainty ?? 0) + (processes[second.process]?.uncertainty ?? 0);
}
