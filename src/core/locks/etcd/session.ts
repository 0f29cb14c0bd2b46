/**
 * A client's session with etcd: a lease, and a KeepAlive one third of the lease after each answer. Source: the Go
 * client of etcd 3.5, clientv3/lease.go (the loops that send, receive, and watch the deadline) and
 * concurrency/session.go.
 */
import {
  call,
  cancel,
  fork,
  type Hold,
  mark,
  type Program,
  type Reason,
  sleep,
  type Task,
} from '../../model/effects/effect';
import { type LossNotice, reportLoss } from '../../model/effects/lossNotice';
import { command, type Request } from '../../model/effects/request';
import type { LockContext } from '../../model/scenario/lock';
import { fromMs } from '../../model/values/time';
import { type Lease, leftNow, type Reading, readClock } from '../shared/clock';
import { ownerValue } from '../shared/ownerValue';
import type { EtcdSettings } from './settings';

export interface Session {
  /** The id of the lease. 0: the key has no lease. */
  readonly id: number;
  /** The name of the client's key. Each client of the lock has one. */
  readonly name: string;
  /** The lease as the client counts it, from the last answer of the server. */
  lease: Lease;
  /** How long the client rests before the next KeepAlive. */
  rest: Lease;
  /** Why the session is over, as far as the client knows. `none` while it lives. */
  over: Reason;
  /** The acquisition that depends on the session. */
  hold: Hold | null;
  /** Receives the news that the session is over. */
  readonly notice: LossNotice | undefined;
  keeper: Task | null;
}

type Context = Omit<LockContext<EtcdSettings>, 'hold'>;

const memoryKey = 'session';
/**
 * The pace of KeepAlives (`retryConnWait`). If the lease is shorter than etcd allows, they come at each third of it.
 */
const paceMax = fromMs(500);
const lookMax = fromMs(1000);
/**
 * The deadline until the first answer, whatever the lease (`defaultTTL`). With a dial timeout, which this client does
 * not have, it would be that timeout and 1 s.
 */
const firstDeadline = fromMs(5000);

/**
 * Returns the session of this process, and opens one if it has none yet. Returns null when etcd does not answer. A
 * session that nobody renews is opened for each acquisition.
 */
export function* openSession(lock: Context): Program<Session | null> {
  const { lease, renewal } = lock.settings;
  const currentSession = sessionOf(lock);
  if (currentSession !== null) return currentSession;
  if (renewal === 'none') return yield* sessionOn(lock, 0, yield* ownerValue('random'));
  const reply = yield* ask(lock, command('LEASE GRANT', lease));
  if (reply.kind !== 'ok' || !Array.isArray(reply.value)) return null;
  const id = Number(reply.value[0]);
  const session = yield* sessionOn(lock, id, String(id));
  if (renewal === 'never') return session;
  lock.memory?.set(memoryKey, session);
  session.keeper = yield* fork(keepAlive(lock, session));
  return session;
}

function* sessionOn({ notice }: Context, id: number, name: string): Program<Session> {
  const from = yield* readClock('mono');
  return {
    id,
    name,
    lease: { clock: 'mono', from, lasts: firstDeadline },
    rest: { clock: 'mono', from, lasts: 0 },
    over: 'none',
    hold: null,
    notice,
    keeper: null,
  };
}

export function* closeSession(lock: Context): Program {
  const session = sessionOf(lock);
  if (session === null) return;
  if (session.keeper !== null) yield* cancel(session.keeper);
  session.over = 'expired';
  yield* ask(lock, command('LEASE REVOKE', session.id));
}

export const ask = ({ settings }: Context, request: Request) =>
  call('service', request, { timeout: fromMs(settings.nodeTimeout) });

/** The live session, as far as this process knows. Null if absent. */
function sessionOf({ memory }: Context): Session | null {
  const session = memory?.get(memoryKey) as Session | undefined;
  return session?.over === 'none' ? session : null;
}

/**
 * Runs concurrently with the rest of the process. Twice a second it checks whether a KeepAlive is due; the first one
 * is sent at once. An unanswered one is sent again each time.
 */
function* keepAlive(lock: Context, session: Session): Program {
  yield* fork(watchDeadline(lock, session), { tied: true });
  const pace = Math.min(paceMax, Math.ceil(fromMs(lock.settings.lease) / 3));
  while (session.over === 'none') {
    if ((yield* leftNow(session.rest)) === 0) yield* fork(renew(lock, session), { tied: true });
    yield* sleep(pace);
  }
}

/** A late answer, too, restarts the whole lease. */
function* renew(lock: Context, session: Session): Program {
  const questionTime = yield* readClock('mono');
  const reply = yield* call('service', command('LEASE KEEPALIVE', session.id), { timeout: null });
  if (session.over !== 'none' || reply.kind !== 'ok') return;
  if (reply.value === 0) return yield* end(session, 'gone');
  session.lease = yield* leaseOf(lock, questionTime, Number(reply.value));
  session.rest = { clock: 'mono', from: yield* readClock('mono'), lasts: Math.ceil(session.lease.lasts / 3) };
  if (session.hold === null) return;
  yield* mark({ mark: 'extended', hold: session.hold, validFor: yield* leftNow(session.lease) });
}

/** Checks the deadline once a second, so the client may be notified that much later. */
function* watchDeadline({ settings }: Context, session: Session): Program {
  const every = Math.min(lookMax, fromMs(settings.lease));
  while (session.over === 'none') {
    yield* sleep(every);
    if ((yield* leftNow(session.lease)) === 0) yield* end(session, 'disconnected');
  }
}

function* end(session: Session, why: Reason): Program {
  if (session.over !== 'none') return;
  session.over = why;
  if (session.hold !== null) yield* reportLoss(session.notice, session.hold, why);
}

function* leaseOf({ settings }: Context, questionTime: Reading, lastsMs: number): Program<Lease> {
  const from = settings.countsFrom === 'question' ? questionTime : yield* readClock('mono');
  return { clock: 'mono', from, lasts: fromMs(lastsMs) };
}
