/**
 * A client's session with Chubby. One KeepAlive is always under way, and its answer renews the lease. The client
 * counts the lease from the moment when it asked, and slightly shorter in case the master's clock is faster. It
 * therefore never counts a session as alive after the master ended it. Source: Burrows 2006, section 2.8.
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
import { command, type Reply } from '../../model/effects/request';
import type { LockContext } from '../../model/scenario/lock';
import { fromMs, type Micros, type Ms } from '../../model/values/time';
import { type Lease, leftOf, type Reading, readClock } from '../shared/clock';
import type { ChubbySettings } from './settings';

export interface Session {
  readonly id: number;
  lease: Lease;
  /** Why the session is over, as far as the client knows. `none` while it lives. */
  over: Reason;
  /** The acquisition that depends on the session. */
  hold: Hold | null;
  /** Receives the news that the session is over. */
  readonly notice: LossNotice | undefined;
  keeper: Task | null;
}

type Context = Omit<LockContext<ChubbySettings>, 'hold'>;

const memoryKey = 'session';
/** How long the client waits before it asks again if the master is away. */
const reconnectDelay = fromMs(100);

/**
 * The share of a lease that a client counts, because its clock may be a hundredth slower than the master's. The paper
 * requires a known constant factor between the two, but does not name it.
 */
const clockFactor = 0.99;

/** A conservative approximation of the lease that the master gave, by the client's own clock. */
const localLease = (from: Reading, leaseMs: Ms): Lease => ({
  clock: 'mono',
  from,
  lasts: Math.floor(fromMs(leaseMs) * clockFactor),
});

/** Returns the session of this process, and opens one if there is none. Returns null when Chubby does not answer. */
export function* openSession(lock: Context): Program<Session | null> {
  const currentSession = sessionOf(lock);
  if (currentSession !== null) return currentSession;
  const from = yield* readClock('mono');
  const reply = yield* call('service', command('OPENSESSION'), { timeout: fromMs(lock.settings.nodeTimeout) });
  if (reply.kind !== 'ok' || !Array.isArray(reply.value)) return null;
  const [id, leaseMs] = reply.value;
  const lease = localLease(from, Number(leaseMs));
  const session: Session = { id: Number(id), lease, over: 'none', hold: null, notice: lock.notice, keeper: null };
  lock.memory?.set(memoryKey, session);
  session.keeper = yield* fork(keepAlive(session, fromMs(lock.settings.grace)));
  return session;
}

export function* closeSession(lock: Context): Program {
  const session = sessionOf(lock);
  if (session === null) return;
  if (session.keeper !== null) yield* cancel(session.keeper);
  session.over = 'expired';
  yield* call('service', command('CLOSESESSION', session.id), { timeout: fromMs(lock.settings.nodeTimeout) });
}

/** Whether the master closed the connection, or the cell has no master. */
const isAway = (reply: Reply): boolean =>
  reply.kind === 'closed' || (reply.kind === 'error' && reply.message === 'NO_MASTER');

/** The live session, as far as this process knows. Null if absent. */
function sessionOf({ memory }: Context): Session | null {
  const session = memory?.get(memoryKey) as Session | undefined;
  return session?.over === 'none' ? session : null;
}

/**
 * Runs concurrently with the rest of the process: asks, waits for the answer, asks again. In the grace period after
 * its lease the session is in jeopardy, and may be saved by the next master.
 */
function* keepAlive(session: Session, grace: Micros): Program {
  while (session.over === 'none') {
    const from = yield* readClock('mono');
    const timeout = leftWithGrace(session, grace, from);
    const reply = yield* call('service', command('KEEPALIVE', session.id), { timeout });
    if (reply.kind === 'ok') session.lease = localLease(from, Number(reply.value));
    else if (isAway(reply)) yield* sleep(Math.min(reconnectDelay, timeout));
    const now = yield* readClock('mono');
    const validFor = leftOf(session.lease, now);

    if (reply.kind === 'error' && !isAway(reply)) session.over = 'gone';
    else if (leftWithGrace(session, grace, now) === 0) session.over = 'disconnected';
    const { hold, over } = session;
    if (hold === null) continue;
    if (over === 'none' && reply.kind === 'ok') yield* mark({ mark: 'extended', hold, validFor });
    if (over !== 'none') yield* reportLoss(session.notice, hold, over);
  }
}

const leftWithGrace = ({ lease }: Session, grace: Micros, at: Reading): Micros =>
  leftOf({ ...lease, lasts: lease.lasts + grace }, at);
