/**
 * In which order a server has executed what it has answered. A server that finds several requests at its door executes them one
 * after the other and then writes the answers in an order of its own (Redis the last one first), so the order of the answers is
 * not that of the deeds. Knows no command.
 */

import { nth } from '../../model/nth';
import { nanosPerMicro } from '../nanos';

export interface Answered {
  /** When its bytes were handed to the server, and when its answer came. */
  readonly handedNanos: number;
  readonly answeredNanos: number;
  /** It may have waited inside the server for another's deed. */
  readonly blocks: boolean;
}

/** Takes back what an attempt has done. */
export type Undo = () => void;

/** A row of the trace earlier than the answer. */
const beforeAnswerNanos = nanosPerMicro;

/** More are not tried: the number of orders grows faster than anybody's patience. */
const attemptCountMax = 2_000;

/** When a server most likely began with it: first come, first served; who waited, when it was answered. */
export const likelyNanos = ({ blocks, handedNanos, answeredNanos }: Answered): number =>
  blocks ? answeredNanos : handedNanos;

export const likelyOrder = <T extends Answered>(answered: readonly T[]): readonly T[] =>
  [...answered].sort((a, b) => likelyNanos(a) - likelyNanos(b));

/**
 * The order nearest to the likely one in which every attempt succeeds, and in which nobody who was answered before another asked
 * comes after it. What the attempts have done stands when it returns.
 * @param attempt does it and says how to take that back, or null when it cannot have been done at this place
 * @returns null when there is no such order, or it was not found; then all attempts are taken back.
 */
export function findOrder<T extends Answered>(
  answered: readonly T[],
  attempt: (item: T) => Undo | null,
): readonly T[] | null {
  const left = [...likelyOrder(answered)];
  const found: T[] = [];
  let attemptCount = 0;

  const search = (): boolean => {
    if (left.length === 0) return true;
    for (let place = 0; place < left.length && attemptCount < attemptCountMax; place++) {
      const item = nth(left, place);
      if (left.some((other) => other.answeredNanos < item.handedNanos)) continue;
      attemptCount++;
      const undo = attempt(item);
      if (undo === null) continue;
      left.splice(place, 1);
      found.push(item);
      if (search()) return true;
      undo();
      found.pop();
      left.splice(place, 0, item);
    }
    return false;
  };

  return search() ? found : null;
}

/** When each was done, given the order: as late as can be, but before its own answer and before what was done after it. */
export function deedNanos(order: readonly Answered[]): readonly number[] {
  const nanos: number[] = [];
  let latest = Number.POSITIVE_INFINITY;
  for (let place = order.length - 1; place >= 0; place--) {
    const { handedNanos, answeredNanos } = nth(order, place);
    latest = Math.min(latest, Math.max(handedNanos, answeredNanos - beforeAnswerNanos));
    nanos[place] = latest;
  }
  return nanos;
}
