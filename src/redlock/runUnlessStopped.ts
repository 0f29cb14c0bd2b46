/** Runs the programs of the locks, and stops a waiting one when its caller no longer wants the answer. */

import type { Program } from '../core/model/effects/effect';
import { drive } from '../core/promises/drive';
import { begin } from './begin';
import { timerMax } from './checks';
import type { Followers } from './followers';
import type { Operation } from './operation';
import type { Waiting } from './settings';

export function run<R>(operation: Operation, program: Program<R>): Promise<R> {
  return drive(program, operation);
}

interface Stopping<R> {
  readonly waiting: Waiting;
  readonly followers: Followers;
  /** Called with an answer that came after the caller stopped waiting. */
  readonly drop: (answer: R) => void;
}

/**
 * Runs a program until it ends, the deadline passes or the signal aborts.
 *
 * @returns undefined if the deadline has passed; rejects with the signal's reason.
 */
export async function runUnlessStopped<R>(
  operation: Operation,
  program: Program<R>,
  { waiting, followers, drop }: Stopping<R>,
): Promise<R | undefined> {
  const { signal } = waiting;
  const deadline = waiting.deadline ?? Number.POSITIVE_INFINITY;
  signal?.throwIfAborted();
  const waitMs = deadline - Date.now();
  if (waitMs <= 0) return undefined;
  const { result, cancel } = begin(operation, program);
  const timer = waitMs > timerMax ? undefined : setTimeout(cancel, waitMs);
  const unfollow = signal && followers.follow(signal, cancel);
  // A client may abort it while it sends the first command.
  if (signal?.aborted) cancel();
  try {
    const answer = await result;
    const isStopped = signal?.aborted === true || Date.now() >= deadline;
    if (isStopped && answer !== undefined) drop(answer);
    signal?.throwIfAborted();
    return isStopped ? undefined : answer;
  } finally {
    clearTimeout(timer);
    unfollow?.();
  }
}
