/**
 * What a client does when its acquire fails because the lock's service does not answer: it asks again
 * (the default), gives up its round (fails closed), or works without the lock (fails open). This file knows no
 * particular lock, and no lock's program knows about it.
 */
import type { Held, Lock, Refused } from '../scenario/lock';
import type { ProcessId } from '../scenario/processId';
import type { Settings } from '../scenario/scenario';
import { connectionOf } from './connection';
import { forever, type Program, type Reason } from './effect';

/** No answer came, or too few. That the lock is taken is not among these reasons. */
const unreachable: readonly Reason[] = ['error', 'no-quorum', 'disconnected'];

const workingWithout: Held = {
  kind: 'held',
  shared: true,
  validFor: forever,
  token: null,
  owner: 'nobody',
  state: 'works without',
};

/** The lock as this client uses it: the same lock if the client asks again. */
export function withUnreachablePolicy(lock: Lock, settings: Settings, me: ProcessId): Lock {
  const { ifUnreachable } = connectionOf(settings, me);
  if (ifUnreachable === 'asks-again') return lock;
  const { unwind } = lock;
  return {
    ...lock,
    *acquire(context): Program<Held | Refused> {
      const answer = yield* lock.acquire(context);
      if (answer.kind === 'held' || !unreachable.includes(answer.reason)) return answer;
      return ifUnreachable === 'works-without' ? workingWithout : { ...answer, skips: 'failed' };
    },
    ...(unwind && {
      *unwind(context, held) {
        if (held !== workingWithout) yield* unwind(context, held);
      },
    }),
    *release(context, held) {
      return held === workingWithout ? 'none' : yield* lock.release(context, held);
    },
    *remaining(context, held) {
      return held === workingWithout ? forever : yield* lock.remaining(context, held);
    },
  };
}
