/**
 * The event loop of a client's process. While the client computes without yielding, no timer of its lock fires, and no
 * answer is read; both come afterwards. A client whose work yields never blocks it.
 */

import type { Micros } from '../values/time';
import { fork, join, type Program, sleep, type Task } from './effect';

/** One for each life of a client. */
export interface EventLoop {
  /** The computation that blocks it; null: it is free. */
  computing: Task | null;
}

export const newEventLoop = (): EventLoop => ({ computing: null });

/** Blocks the event loop for this long. */
export function* compute(loop: EventLoop, time: Micros): Program {
  const computing = yield* fork(pass(time), { tied: true });
  loop.computing = computing;
  try {
    yield* join(computing);
  } finally {
    loop.computing = null;
  }
}

function* pass(time: Micros): Program {
  yield* sleep(time);
}

/** Waits until nothing blocks the event loop. The code that blocked it goes on first. */
export function* whenFree(loop: EventLoop | undefined): Program {
  if (loop?.computing) yield* join(loop.computing);
}
