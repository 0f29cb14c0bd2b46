/**
 * A client's session with etcd: a lease, and a KeepAlive whenever a third of it is over. Source: the Go client of etcd
 * 3.5, clientv3/lease.go and concurrency/session.go.
 */
import { call, cancel, fork, type Hold, mark, type Program, type Reason, sleep, type Task } from '../model/effect';
import type { LockContext } from '../model/lock';
import { type LossNotice, tellLost } from '../model/lossNotice';
import { command, type Reply, type Request, timedOut } from '../model/request';
import { fromMs } from '../model/time';
import { type Lease, leftOf, type Reading, readClock } from './clock';
import type { EtcdSettings } from './etcdFields';

export interface Session {
  /** The id of the lease. */
  readonly id: number;
  lease: Lease;
  /** Why the session is over, as far as the client knows. `none` while it lives. */
  over: Reason;
  /** The acquisition that depends on the session. */
  hold: Hold | null;
  /** Where the client is told when it is over. */
  readonly notice: LossNotice | undefined;
  keeper: Task | null;
}

type Context = Omit<LockContext<EtcdSettings>, 'hold'>;

const memoryKey = 'session';

/** Returns the session of this process, and opens one if there is none. Returns null when etcd does not answer. */
export function* openSession(lock: Context): Program<Session | null> {
  const known = sessionOf(lock);
  if (known !== null) return known;
  const asked = yield* readClock('mono');
  const reply = yield* ask(lock, command('LEASE GRANT', lock.settings.lease));
  if (reply.kind !== 'ok' || !Array.isArray(reply.value)) return null;
  const lease = yield* leaseOf(lock, asked, Number(reply.value[1]));
  const session: Session = {
    id: Number(reply.value[0]),
    lease,
    over: 'none',
    hold: null,
    notice: lock.notice,
    keeper: null,
  };
  lock.memory?.set(memoryKey, session);
  session.keeper = yield* fork(keepAlive(lock, session));
  return session;
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

/** The live session, as far as this process knows. Null when there is none. */
function sessionOf({ memory }: Context): Session | null {
  const known = memory?.get(memoryKey) as Session | undefined;
  return known?.over === 'none' ? known : null;
}

/**
 * Runs beside everything else that the process does. A request without an answer is sent again until the lease is over.
 */
function* keepAlive(lock: Context, session: Session): Program {
  let reply: Reply = { kind: 'ok', value: null };
  while (session.over === 'none') {
    const third = Math.ceil(session.lease.lasts / 3);
    if (reply.kind !== 'timeout') yield* sleep(Math.min(third, yield* leftOfSession(session)));
    const asked = yield* readClock('mono');
    const timeout = Math.min(third, leftOf(session.lease, asked));
    reply = timeout === 0 ? timedOut : yield* call('service', command('LEASE KEEPALIVE', session.id), { timeout });
    const isGone = reply.kind === 'ok' && reply.value === 0;
    if (reply.kind === 'ok' && !isGone) session.lease = yield* leaseOf(lock, asked, Number(reply.value));
    const validFor = yield* leftOfSession(session);

    if (isGone) session.over = 'gone';
    else if (validFor === 0) session.over = 'disconnected';
    const { hold, over } = session;
    if (hold === null) continue;
    if (over === 'none' && reply.kind === 'ok') yield* mark({ mark: 'extended', hold, validFor });
    if (over !== 'none') yield* tellLost(session.notice, hold, over);
  }
}

function* leaseOf({ settings }: Context, asked: Reading, lastsMs: number): Program<Lease> {
  const from = settings.countsFrom === 'question' ? asked : yield* readClock('mono');
  return { clock: 'mono', from, lasts: fromMs(lastsMs) };
}

/** The time left of the session, by the client's own clock. */
export function* leftOfSession({ lease }: Session): Program<number> {
  return leftOf(lease, yield* readClock('mono'));
}
