/**
 * A lock in an object store, by conditional writes. A file names the holder and when the lock expires, by the wall
 * clock of its writer. A reader takes it over once its own wall clock is past that time plus a tolerance. Hudi renews
 * with a heartbeat that never checks whether the lock is still valid, so a late renewal revives a lock that no client
 * has taken.
 * Source: Apache Hudi at 00c846f1, StorageBasedLockProvider.java and LockProviderHeartbeatManager.java,
 * S3StorageLockClient.java; RFC-91.
 */

import { cancel, fork, join, mark, now, type Program, type Reason, sleep, step } from '../../model/effects/effect';
import { defineLock, type Held, type Refused, refused } from '../../model/scenario/lock';
import { fromMs } from '../../model/values/time';
import { type Lease, leftOf, readClock } from '../shared/clock';
import { objectStoreFacts } from './facts';
import {
  type Context,
  deleteFile,
  isError,
  isFree,
  leftOfFile,
  newValidity,
  readFile,
  type Writer,
  writeFile,
  writerOf,
} from './file';
import { objectStoreFields, objectStoreTexts, warnings } from './settings';

export const objectStore = defineLock<typeof objectStoreFields, Writer>(objectStoreFacts, {
  ...objectStoreTexts,
  fields: objectStoreFields,
  warnings,
  steps: ['read-file', 'create-file', 'take-file', 'renew', 'expire', 'delete-file'],
  services: () => ['service'],
  quorum: () => 1,
  keysLapse: true,
  hasToken: () => false,
  endedBy: () => 'writer',
  acquire,
  release,
  remaining: (_, { state }) => leftOfFile(state),
  source: 'core/locks/objectStore/lock.ts',
});

/** Asks until it has the lock. Hudi’s S3 client throws if its creating write gets no answer, which ends the try. */
function* acquire(lock: Context): Program<Held<Writer> | Refused> {
  const writer = yield* writerOf(lock);
  for (;;) {
    const result = yield* tryLock(lock, writer);
    if (result === 'held') break;
    if (result === 'throws') return refused('error');
    yield* sleep(fromMs(lock.settings.retryDelay));
  }
  return { kind: 'held', validFor: yield* leftOfFile(writer), token: null, owner: writer.owner, state: writer };
}

function* tryLock(lock: Context, writer: Writer): Program<'held' | 'not yet' | 'throws'> {
  // Hudi's lock is re-entrant. After an unanswered unlock, it still thinks it has the lock, and sends no request.
  if (writer.current !== null && !isFree(lock, writer.current, yield* now())) return 'held';
  yield* step('read-file');
  const file = yield* readFile(lock);
  if (file === 'error') return 'not yet';
  if (file === 'absent') yield* step('create-file');
  else {
    if (!isFree(lock, file, yield* now())) return 'not yet';
    yield* step('take-file');
  }
  const over = file === 'absent' ? null : file;
  const written = yield* writeFile(lock, writer, { validUntil: yield* newValidity(lock), over });
  if (written === 'unanswered' && over === null && lock.settings.recipe === 'hudi') return 'throws';
  if (written !== 'written') return 'not yet';
  // The heartbeat ends with the thread that has the lock.
  if (lock.settings.recipe === 'hudi') writer.heartbeat = yield* fork(beat(lock, writer), { tied: true });
  return 'held';
}

/** Renews at a fixed rate: renewals missed in a pause follow at once. A refusal silently ends it. */
function* beat(lock: Context, writer: Writer): Program {
  const began = yield* readClock('mono');
  const period = fromMs(lock.settings.heartbeat * 1000);
  for (let nth = 1; ; nth++) {
    const due: Lease = { clock: 'mono', from: began, lasts: period * nth };
    yield* sleep(leftOf(due, yield* readClock('mono')));
    writer.renewal = yield* fork(renew(lock, writer));
    const goesOn = yield* join(writer.renewal);
    writer.renewal = null;
    if (goesOn !== true) return;
  }
}

/** Returns whether the heartbeat goes on. It does without an answer, because that may be transient. */
function* renew(lock: Context, writer: Writer): Program<boolean> {
  yield* step('renew');
  const written = yield* writeFile(lock, writer, { validUntil: yield* newValidity(lock), over: writer.current });
  if (written === 'written') yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* leftOfFile(writer) });
  return written !== 'refused';
}

/** Waits for a renewal that is under way: both lock the same monitor. */
function* release(lock: Context, { state: writer }: Held<Writer>): Program<Reason> {
  if (writer.renewal !== null) yield* join(writer.renewal);
  if (writer.heartbeat !== null) yield* cancel(writer.heartbeat);
  writer.heartbeat = null;
  const { current } = writer;
  if (current === null) return 'gone';
  if (lock.settings.recipe === 'bare') return yield* remove(lock, writer, current.version);

  yield* step('expire');
  const written = yield* writeFile(lock, writer, { validUntil: current.validUntil, expired: true, over: current });
  // Without an answer, Hudi throws, and still thinks it has the lock.
  if (written === 'error' || written === 'unanswered') return 'error';
  writer.current = null;
  return written === 'written' ? 'none' : 'stolen';
}

function* remove(lock: Context, writer: Writer, version: string): Program<Reason> {
  writer.current = null;
  yield* step('delete-file');
  const reply = yield* deleteFile(lock, lock.settings.deletes === 'own' ? version : 'unconditional');
  if (reply.kind === 'ok') return 'none';
  if (isError(reply, '404')) return 'gone';
  return isError(reply, '412') ? 'stolen' : 'error';
}
