/** What all locks do with a program that waits for a lock: run it, and stop it when its caller no longer wants to wait. */
import { drive } from '../drive/drive';
import type { Program } from '../model/effect';
import { begin } from './begin';
import { checkWaiting, timerMax } from './checks';
import type { Operation } from './operation';
import type { AcquireSettings } from './settings';

/** Answers undefined when the deadline has passed; rejects with the signal's reason. */
export function acquireWaiting<R>(
  operation: Operation,
  program: Program<R>,
  waiting: AcquireSettings | undefined,
): Promise<R | undefined> {
  if (waiting?.signal || waiting?.deadline !== undefined) return untilStopped(operation, program, waiting);
  operation.started();
  return drive(program, operation);
}

async function untilStopped<R>(
  operation: Operation,
  program: Program<R>,
  waiting: AcquireSettings,
): Promise<R | undefined> {
  checkWaiting(waiting);
  const { signal, deadline = Number.POSITIVE_INFINITY } = waiting;
  signal?.throwIfAborted();
  const { result, cancel } = begin(operation, program);
  const waitMs = deadline - Date.now();
  const timer = waitMs > timerMax ? undefined : setTimeout(cancel, Math.max(0, waitMs));
  signal?.addEventListener('abort', cancel);
  try {
    const answer = await result;
    if (answer === undefined) signal?.throwIfAborted();
    return answer;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
