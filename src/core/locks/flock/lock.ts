/**
 * The kernel's lock on a file: one request takes it, and the end of the process frees it. Nothing renews it, and no
 * client is notified of anything. Left out: if a holder removes the lock file, two processes may lock two files of the
 * same name. Sources: flock(2), fcntl_locking(2) and nfs(5) of Linux.
 */

import { forever, type Program, type Reason, step } from '../../model/effects/effect';
import { defineLock, type Held, type LockContext, type Refused, refused } from '../../model/scenario/lock';
import { closeFile, codeOf, lockFile, unlockFile } from '../shared/fileRequests';
import { ownerValue } from '../shared/ownerValue';
import { flockFacts } from './facts';
import { type FlockSettings, flockFields, flockTexts } from './settings';

type Context = LockContext<FlockSettings>;

export const flock = defineLock<typeof flockFields, null>(flockFacts, {
  ...flockTexts,
  fields: flockFields,
  steps: ['flock', 'close-another', 'unlock'],
  services: () => ['service'],
  quorum: () => 1,
  ownersDiffer: true,
  keysLapse: true,
  hasToken: () => false,
  endedBy: () => 'nobody',
  acquire,
  release,
  *remaining() {
    return forever;
  },
  sessionLasts: ({ serverLease }) => serverLease * 1000,
  source: 'core/locks/flock/lock.ts',
});

const pathOf = ({ key }: Context): string => `${key}.lock`;

function* acquire(lock: Context): Program<Held<null> | Refused> {
  yield* step('flock');
  const reply = yield* lockFile(pathOf(lock), { waits: lock.settings.wait === 'waits' });
  if (reply.kind !== 'ok') return refused(codeOf(reply) === 'EWOULDBLOCK' ? 'held' : 'error');
  if (lock.settings.kind === 'fcntl-closed') {
    yield* step('close-another');
    yield* closeFile(pathOf(lock));
  }
  return { kind: 'held', validFor: forever, token: null, owner: yield* ownerValue('random'), state: null };
}

function* release(lock: Context): Program<Reason> {
  yield* step('unlock');
  return (yield* unlockFile(pathOf(lock))).kind === 'ok' ? 'none' : 'gone';
}
