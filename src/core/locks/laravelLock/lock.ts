/**
 * Laravel's lock in a database: a row with the lock's name, its owner and the second in which it expires. A server
 * that cannot insert the row takes it over if it has expired by the server's own clock. Some acquires also delete
 * every row that has expired by that clock. Nothing is renewed, and times are whole seconds. Left out: refresh(),
 * which a program may call by hand. Source: DatabaseLock.php and Lock.php of laravel/framework at bd71b45f.
 */

import { now, type Program, type Reason, random, sleep, step } from '../../model/effects/effect';
import { command, isGrant, type Reply, type Request } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused, releasedBy } from '../../model/scenario/lock';
import { elapsed, fromMs, toWholeMs } from '../../model/values/time';
import { type Lease, leftNow, readClock } from '../shared/clock';
import { ownerValue } from '../shared/ownerValue';
import { connect, hangUp, query } from '../shared/sqlConnection';
import { laravelLockFacts } from './facts';
import { type LaravelLockSettings, laravelLockFields, laravelLockTexts, secondsUnlimited, warnings } from './settings';

type Context = LockContext<LaravelLockSettings>;

export const laravelLock = defineLock<typeof laravelLockFields, Lease>(laravelLockFacts, {
  ...laravelLockTexts,
  fields: laravelLockFields,
  warnings,
  steps: ['insert-lock', 'take-lock', 'prune-locks', 'delete-lock'],
  services: () => ['service'],
  quorum: () => 1,
  ownersDiffer: true,
  keysLapse: true,
  hasToken: () => false,
  endedBy: ({ clock }) => (clock === 'database' ? 'server' : 'writer'),
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state),
  quit: hangUp,
  source: 'core/locks/laravelLock/lock.ts',
});

/** Asks again until `block` seconds have passed by its own wall clock. */
function* acquire(lock: Context): Program<Held<Lease> | Refused> {
  const { block, sleepMilliseconds } = lock.settings;
  const owner = yield* ownerValue('random');
  const began = yield* now();
  for (;;) {
    const answer = yield* tryOnce(lock, owner);
    if (answer.kind === 'held' || answer.reason === 'error') return answer;
    const waited = elapsed(began, yield* now());
    if (waited + fromMs(sleepMilliseconds) >= fromMs(block * 1000)) return answer;
    yield* sleep(fromMs(sleepMilliseconds));
  }
}

function* tryOnce(lock: Context, owner: string): Program<Held<Lease> | Refused> {
  if (!(yield* connect(lock))) return refused('error');
  const lease: Lease = { clock: 'seconds', from: yield* readClock('seconds'), lasts: fromMs(lasting(lock) * 1000) };

  yield* step('insert-lock');
  let reply = yield* query(lock, yield* writing(lock, 'INSERT INTO cache_locks', owner));
  if (!isGrant(reply)) {
    // Any failure of the insert leads to the update. A row that an unanswered insert wrote is its own.
    yield* step('take-lock');
    reply = yield* query(lock, yield* writing(lock, 'UPDATE cache_locks IF MINE OR OVER', owner));
  }
  if (reply.kind !== 'ok') return yield* giveUp(lock);

  if ((yield* random('lottery', 100)) < lock.settings.lottery) {
    yield* step('prune-locks');
    if ((yield* query(lock, yield* pruning(lock))).kind !== 'ok') return yield* giveUp(lock);
  }
  if (!isGrant(reply)) return refused('held');
  return { kind: 'held', validFor: yield* leftNow(lease), token: null, owner, state: lease };
}

/** A statement that makes the row last for the lock's seconds from now on. */
function* writing(lock: Context, statement: string, owner: string): Program<Request> {
  const seconds = lasting(lock);
  if (lock.settings.clock === 'database') return command(`${statement} BY DB TIME`, lock.key, owner, seconds);
  const time = yield* secondNow();
  const row = command(statement, lock.key, owner, time + seconds);
  return statement.startsWith('INSERT') ? row : command(statement, ...row.args, time);
}

function* pruning({ settings }: Context): Program<Request> {
  const statement = 'DELETE FROM cache_locks IF OVER';
  return settings.clock === 'database' ? command(`${statement} BY DB TIME`) : command(statement, yield* secondNow());
}

/** PHP's time(). */
function* secondNow(): Program<number> {
  return Math.floor(toWholeMs(yield* now()) / 1000);
}

const lasting = ({ settings: { seconds } }: Context): number => (seconds > 0 ? seconds : secondsUnlimited);

/** The exception reaches the program that wanted the lock. The row may have been written anyway. */
function* giveUp(lock: Context): Program<Refused> {
  yield* hangUp(lock);
  return refused('error');
}

function* release(lock: Context, { owner }: Held<Lease>): Program<Reason> {
  if (!(yield* connect(lock))) return 'error';
  yield* step('delete-lock');
  const reply: Reply = yield* query(lock, command('DELETE FROM cache_locks', lock.key, owner));
  if (reply.kind !== 'ok') yield* hangUp(lock);
  return releasedBy(reply, 'not-owner');
}
