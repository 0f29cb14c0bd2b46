/**
 * An advisory lock of the database, or a lock on a row. A session or its transaction holds the lock, and the lock ends
 * with it. There is no time limit. The lock also ends when the connection is closed, or when the server gives the connection up.
 * Source: PostgreSQL documentation, 13.3.2 "Row-Level Locks", 13.3.5 "Advisory Locks".
 */

import { mayCutShort } from '../../model/effects/connection';
import {
  call,
  cancel,
  forever,
  fork,
  type Program,
  type Reason,
  sleep,
  step,
  type Task,
} from '../../model/effects/effect';
import { reportLoss } from '../../model/effects/lossNotice';
import { command, isGrant, type Reply } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused } from '../../model/scenario/lock';
import { withSession } from '../../model/trace/trace';
import { fromMs, type Micros } from '../../model/values/time';
import { ownerValue } from '../shared/ownerValue';
import { connect, endlessWait, hangUp, query } from '../shared/sqlConnection';
import { sqlAdvisoryFacts } from './facts';
import { type SqlAdvisorySettings, sqlAdvisoryFields, sqlAdvisoryTexts } from './settings';

type Context = LockContext<SqlAdvisorySettings>;

interface State {
  /** The connection no longer answers. */
  isLost: boolean;
  pinging: Task | null;
}

export const sqlAdvisory = defineLock<typeof sqlAdvisoryFields, State>(sqlAdvisoryFacts, {
  ...sqlAdvisoryTexts,
  fields: sqlAdvisoryFields,
  steps: ['begin', 'advisory-lock', 'advisory-unlock', 'commit'],
  services: () => ['service'],
  quorum: () => 1,
  ownersDiffer: true,
  hasToken: () => false,
  endedBy: () => 'nobody',
  keysLapse: ({ pooler, poolSize, scope, ask, waitMax }, run) =>
    pooler !== 'transaction' ||
    poolSize === 1 ||
    scope !== 'session' ||
    ask === 'try' ||
    waitMax < endlessWait ||
    mayCutShort(run),
  acquire,
  release,
  remaining,
  whenLost: 'at-next-look',
  quit: hangUp,
  source: 'core/locks/sqlAdvisory/lock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const { scope, waitMax } = lock.settings;
  if (!(yield* connect(lock))) return refused('error');
  if (scope !== 'session') {
    yield* step('begin');
    const begun = yield* query(lock, command('BEGIN'), waitMax);
    if (begun.kind !== 'ok') return yield* giveUp(lock, begun);
  }

  yield* step('advisory-lock');
  const reply = yield* query(lock, command(`SELECT ${wantedOf(lock.settings)}`, lock.key), waitMax);
  if (reply.kind !== 'ok') return yield* giveUp(lock, reply);
  if (!isGrant(reply)) {
    if (scope !== 'session') yield* query(lock, command('ROLLBACK'));
    return refused('held');
  }

  const state: State = { isLost: false, pinging: null };
  if (lock.settings.pings) state.pinging = yield* fork(ping(lock, state));
  return { kind: 'held', validFor: withSession, token: null, owner: yield* ownerValue('random'), state };
}

const wantedOf = ({ ask, scope }: SqlAdvisorySettings): string =>
  scope === 'row'
    ? `FOR UPDATE${ask === 'try' ? ' SKIP LOCKED' : ''}`
    : `pg_${ask === 'try' ? 'try_' : ''}advisory_${scope === 'transaction' ? 'xact_' : ''}lock`;

/** The client's request may still be waiting, or may have been granted. Closing the connection ends both. */
function* giveUp(lock: Context, reply: Reply): Program<Refused> {
  yield* hangUp(lock);
  return refused(reply.kind === 'timeout' ? 'held' : 'error');
}

function* release(lock: Context, { state }: Held<State>): Program<Reason> {
  if (state.pinging !== null) yield* cancel(state.pinging);
  const reply = yield* lock.settings.scope === 'session' ? unlock(lock) : commit(lock);
  if (reply.kind !== 'ok') {
    yield* hangUp(lock);
    return 'gone';
  }
  return isGrant(reply) && reply.value !== 'ROLLBACK' ? 'none' : 'not-owner';
}

function* unlock(lock: Context): Program<Reply> {
  yield* step('advisory-unlock');
  return yield* query(lock, command('SELECT pg_advisory_unlock', lock.key));
}

function* commit(lock: Context): Program<Reply> {
  yield* step('commit');
  return yield* query(lock, command('COMMIT'));
}

/**
 * Runs beside the work, so that the client soon learns that its connection is gone: usually before the server gives
 * it up.
 */
function* ping(lock: Context, state: State): Program {
  const every = Math.floor(fromMs(lock.settings.keepAlive) / 4);
  while (!state.isLost) {
    yield* sleep(every);
    const reply = yield* call('service', command('SELECT 1'), { timeout: every });
    state.isLost = reply.kind !== 'ok';
  }
  yield* reportLoss(lock.notice, lock.hold, 'disconnected');
}

function* remaining(_: Context, { state }: Held<State>): Program<Micros> {
  return state.isLost ? 0 : forever;
}
