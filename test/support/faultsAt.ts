/** The usual faults of the tests of locks, each at a step of a client. */
import type { Fault, When } from '../../src/core/model/scenario/fault';
import type { ProcessId } from '../../src/core/model/scenario/processId';
import type { Ms } from '../../src/core/model/values/time';

/** When a client reaches a step for the nth time. */
export const atStep = (process: ProcessId, step: string, nth = 1): When => ({ kind: 'step', process, step, nth });

export const crashAt = (process: ProcessId, step: string, restartAfter: Ms | 'never' = 'never'): Fault => ({
  kind: 'crash',
  process,
  when: atStep(process, step),
  restartAfter,
});

/** From a step on, the client cannot reach its lock service any more. */
export const cutOffAt = (process: ProcessId, step: string): Fault => ({
  kind: 'cut',
  when: atStep(process, step),
  from: [process],
  to: ['service'],
  bothWays: true,
  for: 'ever',
});

export const pauseAt = (process: ProcessId, step: string, length: Ms, nth = 1): Fault => ({
  kind: 'pause',
  process,
  when: atStep(process, step, nth),
  for: length,
});

export const restartAt = (process: ProcessId, when: When): Fault => ({ kind: 'restart', process, when });

/** The thread that has the lock ends, and its process keeps running. */
export const threadDiesAt = (process: ProcessId, step: string, restartAfter: Ms | 'never' = 'never'): Fault => ({
  kind: 'crash',
  only: 'thread',
  process,
  when: atStep(process, step),
  restartAfter,
});

/** The nth answer of a server to a client is lost. */
export const loseReply = (from: ProcessId, to: ProcessId, nth: number): Fault => ({
  kind: 'lose',
  message: { from, to, leg: 'reply', nth },
});
