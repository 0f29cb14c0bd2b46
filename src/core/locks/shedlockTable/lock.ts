/**
 * ShedLock over a table, for scheduled jobs: a row with the time until which the job is locked. It is inserted once,
 * and later a scheduler that finds that time past updates it. An unlock sets it to now. Unless `usingDbTime` is on,
 * all times come from the scheduler's own clock. Source: StorageBasedLockProvider.java and SqlStatementsSource.java
 * of ShedLock 7.9 (2495b14).
 */

import { now, type Program, type Reason, step } from '../../model/effects/effect';
import { command, isGrant, type Reply, type Request } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, releasedBy } from '../../model/scenario/lock';
import { toMs, toWholeMs } from '../../model/values/time';
import { leftNow, type Reading, readClock, wallOf } from '../shared/clock';
import { connect, hangUp, query } from '../shared/sqlConnection';
import {
  type Extended,
  newState,
  refused,
  type ShedlockState,
  startExtending,
  stopExtending,
} from '../shedlock/extension';
import { type ShedlockTableSettings, shedlockTableFields, shedlockTableTexts, warnings } from '../shedlock/settings';
import { shedlockTableFacts } from './facts';

type Context = LockContext<ShedlockTableSettings>;

export const shedlockTable = defineLock<typeof shedlockTableFields, ShedlockState>(shedlockTableFacts, {
  ...shedlockTableTexts,
  fields: shedlockTableFields,
  warnings,
  steps: ['insert-job', 'update-job', 'extend', 'unlock'],
  services: () => ['service'],
  quorum: () => 1,
  hasToken: () => false,
  endedBy: ({ usingDbTime }) => (usingDbTime ? 'server' : 'writer'),
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state.lease),
  whenLost: 'at-once',
  quit: hangUp,
  source: 'core/locks/shedlockTable/lock.ts',
});

function* acquire(lock: Context): Program<Held<ShedlockState> | Refused> {
  if (!(yield* connect(lock))) return refused(lock.settings, 'error');
  const createdAt = yield* readClock('wall');
  const isFirst = lock.memory?.get(rowInMemory) !== true;
  if (isFirst) {
    yield* step('insert-job');
    const inserted = yield* query(lock, yield* locking(lock, 'INSERT INTO shedlock', createdAt));
    if (inserted.kind !== 'ok' && !isDuplicate(inserted)) return yield* giveUp(lock);
    // From now on this process knows that there is a row, and only updates it.
    lock.memory?.set(rowInMemory, true);
    if (isGrant(inserted)) return yield* held(lock, createdAt);
  }

  yield* step('update-job');
  const updated = yield* query(lock, yield* locking(lock, 'UPDATE shedlock IF OVER', createdAt));
  if (updated.kind !== 'ok') {
    if (isFirst) lock.memory?.delete(rowInMemory);
    return yield* giveUp(lock);
  }
  return isGrant(updated) ? yield* held(lock, createdAt) : refused(lock.settings, 'held');
}

/** A statement that locks the row for a whole lockAtMostFor. */
function* locking({ key, me, settings }: Context, statement: string, createdAt: Reading): Program<Request> {
  const { usingDbTime, lockAtMostFor } = settings;
  if (usingDbTime) return command(`${statement} BY DB TIME`, key, me, lockAtMostFor);
  const currentTime = yield* now();
  const lockUntil = toWholeMs(wallOf(createdAt)) + lockAtMostFor;
  return command(statement, key, me, lockUntil, toWholeMs(currentTime));
}

function* held(lock: Context, createdAt: Reading): Program<Held<ShedlockState>> {
  const state = newState(lock.settings, createdAt);
  yield* startExtending(lock, state, (from) => extend(lock, from));
  return { kind: 'held', validFor: yield* leftNow(state.lease), token: null, owner: lock.me, state };
}

function* extend(lock: Context, from: Reading): Program<Extended> {
  yield* step('extend');
  const reply = yield* query(lock, yield* locking(lock, 'UPDATE shedlock EXTEND', from));
  if (reply.kind !== 'ok') return null;
  return isGrant(reply) ? 'yes' : 'not-owner';
}

function* release(lock: Context, { state }: Held<ShedlockState>): Program<Reason> {
  yield* stopExtending(state);
  // The library throws IllegalStateException: "it has already been unlocked or extended".
  if (state.refused !== 'none') return state.refused;
  if (!(yield* connect(lock))) return 'error';

  yield* step('unlock');
  const reply = yield* query(lock, yield* unlocking(lock, state));
  if (reply.kind !== 'ok') yield* hangUp(lock);
  return releasedBy(reply, 'not-owner');
}

/** Sets the end to now, or to the end of lockAtLeastFor if that is later. */
function* unlocking({ key, me, settings }: Context, { atLeast }: ShedlockState): Program<Request> {
  const statement = 'UPDATE shedlock UNLOCK';
  if (settings.usingDbTime) return command(`${statement} BY DB TIME`, key, me, toMs(atLeast.lasts));
  const unlockedAt = yield* now();
  const unlockTime = unlockedAt + (yield* leftNow(atLeast));
  return command(statement, key, me, toWholeMs(unlockTime), toWholeMs(unlockedAt));
}

/** The library throws, and the run is skipped. The row may have been locked anyway. */
function* giveUp(lock: Context): Program<Refused> {
  yield* hangUp(lock);
  return refused(lock.settings, 'error');
}

const isDuplicate = (reply: Reply): boolean => reply.kind === 'error' && reply.message.includes('duplicate key');

const rowInMemory = 'shedlock row';
