/**
 * A row with the lock's name in a table where the name is unique, so the database refuses a second one. Only its owner
 * deletes the row, so a crash leaves it forever. With an expiry column, any client may take it over later. Source:
 * "python-redis-lock" (2021), which begins with the lock on a unique index.
 */

import { type Program, type Reason, step } from '../../model/effects/effect';
import { command, isGrant, type Reply } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused, releasedBy } from '../../model/scenario/lock';
import { fromMs } from '../../model/values/time';
import { type Lease, leftNow, readClock } from '../shared/clock';
import { ownerValue } from '../shared/ownerValue';
import { untilHeld } from '../shared/retry';
import { connect, hangUp, query } from '../shared/sqlConnection';
import { sqlRowFacts } from './facts';
import { type SqlRowSettings, sqlRowFields, sqlRowTexts } from './settings';

type Context = LockContext<SqlRowSettings>;
/** Null: the row does not expire. */
type State = Lease | null;

export const sqlRow = defineLock<typeof sqlRowFields, State>(sqlRowFacts, {
  ...sqlRowTexts,
  fields: sqlRowFields,
  steps: ['insert', 'take-over', 'delete-row'],
  services: () => ['service'],
  quorum: () => 1,
  ownersDiffer: true,
  hasToken: () => false,
  endedBy: ({ expiry }) => (expiry > 0 ? 'server' : 'nobody'),
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state),
  quit: hangUp,
  source: 'core/locks/sqlRow/lock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const owner = yield* ownerValue('random');
  return yield* untilHeld(lock.settings, () => tryOnce(lock, owner));
}

function* tryOnce(lock: Context, owner: string): Program<Held<State> | Refused> {
  if (!(yield* connect(lock))) return refused('error');
  const { expiry } = lock.settings;
  const from = yield* readClock('mono');

  yield* step('insert');
  let reply = yield* query(lock, command('INSERT INTO locks', lock.key, owner, ...column(lock)));
  if (isDuplicate(reply) && expiry > 0) {
    yield* step('take-over');
    reply = yield* query(lock, command('UPDATE locks IF EXPIRED', lock.key, owner, ...column(lock)));
  }
  if (isDuplicate(reply)) return refused('held');
  if (reply.kind !== 'ok') return yield* giveUp(lock);
  if (!isGrant(reply)) return refused('held');

  const lease: State = expiry > 0 ? { clock: 'mono', from, lasts: fromMs(expiry) } : null;
  return { kind: 'held', validFor: yield* leftNow(lease), token: null, owner, state: lease };
}

/** The time to live as an argument, when the table has a column for it. */
const column = ({ settings: { expiry } }: Context): readonly number[] => (expiry > 0 ? [expiry] : []);

const isDuplicate = (reply: Reply): boolean => reply.kind === 'error' && reply.message.includes('duplicate key');

/** The client cannot know whether the row was inserted. If so, the row stays. */
function* giveUp(lock: Context): Program<Refused> {
  yield* hangUp(lock);
  return refused('error');
}

/** If two names share a count, the first unlock finds more than one hold: spring-integration #11146. */
function* release(lock: Context, { owner }: Held<State>): Program<Reason> {
  if (lock.settings.localCount === 'shared') return 'none';
  if (!(yield* connect(lock))) return 'error';
  yield* step('delete-row');
  const reply = yield* query(lock, command('DELETE FROM locks', lock.key, owner));
  if (reply.kind !== 'ok') yield* hangUp(lock);
  return releasedBy(reply, 'not-owner');
}
