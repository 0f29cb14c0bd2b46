/**
 * A lock in etcd. Every client puts a key of its own, which ends with its lease, and the oldest key holds the lock.
 * Any other client waits until the key before its own is deleted, and then checks that no earlier key is left. Source:
 * the Go client of etcd 3.5, concurrency/mutex.go; Jepsen 2020, "etcd 3.4.3".
 */

import { forever, type Inbox, listen, type Program, type Reason, step, take } from '../../model/effects/effect';
import { command, isGrant } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused, releasedBy } from '../../model/scenario/lock';
import { withSession } from '../../model/trace/trace';
import { fromMs, type Micros } from '../../model/values/time';
import { type Lease, leftNow, readClock } from '../shared/clock';
import { withMembers } from '../shared/ensembleFields';
import { etcdFacts } from './facts';
import { ask, closeSession, openSession, type Session } from './session';
import { type EtcdSettings, etcdFields, etcdTexts } from './settings';

type Context = LockContext<EtcdSettings>;
type State = { readonly session: Session };

export const etcd = defineLock<typeof etcdFields, State>(etcdFacts, {
  ...etcdTexts,
  fields: etcdFields,
  steps: ['put', 'look-before', 'watch', 'woken', 'recheck', 'delete-key'],
  services: (_, own) => withMembers(own),
  quorum: () => 1,
  // Twice a second the server looks for leases that are over, and a new leader adds the election timeout to each
  // lease.
  sessionLasts: ({ lease, election }) => lease + 500 + election,
  hasToken: () => true,
  acquire,
  release,
  remaining,
  whenLost: 'at-next-look',
  quit: closeSession,
  source: 'core/locks/etcd/lock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const session = yield* openSession(lock);
  if (session === null) return refused('error');

  yield* step('put');
  const put = yield* ask(lock, command('TXN PUT IF ABSENT', ownKey(lock, session), session.id, `${lock.key}/`));
  if (put.kind !== 'ok' || !Array.isArray(put.value)) return yield* leave(lock, session, 'error');
  const [own, oldest] = [Number(put.value[0]), Number(put.value[1])];
  if (own === oldest) return yield* held(lock, session, own);

  const problem = yield* waitForThoseBefore(lock, own);
  if (problem !== null) return yield* leave(lock, session, problem);

  // The lease may have ended during the wait, and the client's key with it.
  if (lock.settings.recheckLease) {
    yield* step('recheck');
    const reply = yield* ask(lock, command('GET', ownKey(lock, session)));
    if (!isGrant(reply)) return yield* leave(lock, session, reply.kind === 'ok' ? 'expired' : 'error');
  }
  return yield* held(lock, session, own);
}

/**
 * Waits for one key after the other, beginning with the youngest key before its own. Returns null when no key is left
 * before its own, else the reason for giving up.
 */
function* waitForThoseBefore(lock: Context, own: number): Program<Reason | null> {
  const deadline: Lease = { clock: 'mono', from: yield* readClock('mono'), lasts: fromMs(lock.settings.waitMax) };
  const events = yield* listen('service', 'watch');
  for (;;) {
    yield* step('look-before');
    const before = yield* ask(lock, command('GET LAST', `${lock.key}/`, own - 1));
    if (before.kind !== 'ok') return 'error';
    if (!Array.isArray(before.value)) return null;

    yield* step('watch');
    const [key, revision] = [String(before.value[0]), Number(before.value[1])];
    const watching = yield* ask(lock, command('WATCH', key, revision));
    if (watching.kind !== 'ok') return 'error';
    const problem = yield* untilDeleted(events, key, deadline);
    if (problem !== null) return problem;
    yield* step('woken');
  }
}

/** Reads until the right event comes, because events of earlier watches may still arrive. */
function* untilDeleted(events: Inbox, key: string, deadline: Lease): Program<Reason | null> {
  for (;;) {
    const event = yield* take(events, yield* leftNow(deadline));
    if (event.kind === 'timeout') return 'held';
    if (event.kind !== 'ok') return 'error';
    if (Array.isArray(event.value) && event.value[1] === key) return null;
  }
}

function* held(lock: Context, session: Session, own: number): Program<Held<State>> {
  session.hold = lock.hold;
  const state = { session };
  const validFor = lock.settings.renewal === 'never' ? withSession : yield* remaining(lock, { state });
  return { kind: 'held', validFor, token: own, owner: ownKey(lock, session), state };
}

/** A client that leaves the queue deletes its key, or others would wait for it. */
function* leave(lock: Context, session: Session, reason: Reason): Program<Refused> {
  yield* ask(lock, command('DELETE', ownKey(lock, session)));
  return refused(reason);
}

function* release(lock: Context, { state: { session } }: Held<State>): Program<Reason> {
  session.hold = null;
  if (session.over !== 'none') return session.over;
  yield* step('delete-key');
  const reply = yield* ask(lock, command('DELETE', ownKey(lock, session)));
  return releasedBy(reply, 'gone');
}

/** Without KeepAlives a client does not learn that its lease is over. */
function* remaining({ settings }: Context, { state }: Pick<Held<State>, 'state'>): Program<Micros> {
  return settings.renewal === 'kept' ? yield* leftNow(state.session.lease) : forever;
}

const ownKey = ({ key }: Context, { name }: Session): string => `${key}/${name}`;
