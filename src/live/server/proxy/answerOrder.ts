/**
 * Finds the order in which a server executed the requests that it has answered. A server that finds several requests
 * waiting executes them one after the other, and then writes the answers in an order of its own (Redis writes the last
 * one first). The answers are therefore not in the order of execution. Knows no command.
 */

import { nth } from '../../../core/model/values/nth';
import { nanosPerMicro } from '../nanos';

export interface Answered {
  /** When its bytes were handed to the server, and when its answer came. */
  readonly handedNanos: number;
  readonly answeredNanos: number;
  /** It may have waited inside the server for another request. */
  readonly blocks: boolean;
}

/** Undoes the effects of an attempt. */
export type Undo = () => void;

/** How long before the answer the trace places the request's execution. */
const beforeAnswerNanos = nanosPerMicro;

/** The limit of attempts, because the number of orders grows very fast. */
const attemptCountMax = 2_000;

/**
 * When the server most likely began to execute it: when it arrived, or, for a request that had to wait, when it was
 * answered.
 */
export const likelyNanos = ({ blocks, handedNanos, answeredNanos }: Answered): number =>
  blocks ? answeredNanos : handedNanos;

export const likelyOrder = <T extends Answered>(answered: readonly T[]): readonly T[] =>
  [...answered].sort((a, b) => likelyNanos(a) - likelyNanos(b));

/**
 * Finds the order in which every attempt succeeds and that is nearest to the likely one. A request that was answered
 * before
 * another was sent always comes first. The effects of the attempts remain when this returns.
 * @param attempt executes a request and returns how to undo it, or null when it cannot have been executed at this
 *   point.
 * @returns null if no such order exists or was found; then all attempts are undone.
 */
export function findOrder<T extends Answered>(
  answered: readonly T[],
  attempt: (item: T) => Undo | null,
): readonly T[] | null {
  const left = [...likelyOrder(answered)];
  const order: T[] = [];
  let attemptCount = 0;

  const search = (): boolean => {
    if (left.length === 0) return true;
    for (let index = 0; index < left.length && attemptCount < attemptCountMax; index++) {
      const item = nth(left, index);
      if (left.some((other) => other.answeredNanos < item.handedNanos)) continue;
      attemptCount++;
      const undo = attempt(item);
      if (undo === null) continue;
      left.splice(index, 1);
      order.push(item);
      if (search()) return true;
      undo();
      order.pop();
      left.splice(index, 0, item);
    }
    return false;
  };

  return search() ? order : null;
}

/**
 * When each request was executed, given the order: as late as possible, but before its own answer and before the next
 * execution.
 */
export function executionNanos(order: readonly Answered[]): readonly number[] {
  const nanos: number[] = [];
  let latest = Number.POSITIVE_INFINITY;
  for (let index = order.length - 1; index >= 0; index--) {
    const { handedNanos, answeredNanos } = nth(order, index);
    latest = Math.min(latest, Math.max(handedNanos, answeredNanos - beforeAnswerNanos));
    nanos[index] = latest;
  }
  return nanos;
}
