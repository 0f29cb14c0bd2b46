/**
 * A client's session with Consul, which lives for one acquisition, and the helper that renews it. The helper knows
 * nothing of the lock. When it gives up, it notifies nobody. Source: the Go client of Consul, api/session.go,
 * RenewPeriodic.
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
import { reportLoss } from '../../model/effects/lossNotice';
import { command, type Request } from '../../model/effects/request';
import type { LockContext } from '../../model/scenario/lock';
import { fromMs, type Ms } from '../../model/values/time';
import { type Lease, leftNow, readClock } from '../shared/clock';
import type { ConsulSettings } from './settings';

export type Context = LockContext<ConsulSettings>;

export interface Session {
  readonly id: number;
  /** A TTL from the last renewal on, counted from when the client sent it. */
  lease: Lease;
  /** The acquisition that depends on the session; null if absent, or the client has called Unlock. */
  hold: Hold | null;
  /** Why the lock is lost, as far as the client knows. `none`: the client was not notified. */
  lossReason: Reason;
  isClosing: boolean;
  renewer: Task | null;
  /** Whether the renewer sleeps, so that it can end at once. */
  isResting: boolean;
  /** The client's own timer. */
  timer: Task | null;
}

const afterAnError = fromMs(1000);

/** Null when Consul does not answer. */
export function* openSession(lock: Context): Program<Session | null> {
  const { ttl, lockDelay, behavior, renewal } = lock.settings;
  const from = yield* readClock('mono');
  const reply = yield* ask(lock, command('SESSION CREATE', renewal === 'none' ? 0 : ttl, lockDelay, behavior));
  if (reply.kind !== 'ok') return null;
  const session: Session = {
    id: Number(reply.value),
    lease: { clock: 'mono', from, lasts: fromMs(ttl) },
    hold: null,
    lossReason: 'none',
    isClosing: false,
    renewer: null,
    isResting: false,
    timer: null,
  };
  if (renewal === 'kept') session.renewer = yield* fork(renew(lock, session));
  return session;
}

/**
 * Makes the renewer destroy the session, and does not wait for that. A renewer that has given up destroys nothing. One
 * that waits for an answer destroys it afterwards. Without a renewer, the program destroys its session itself.
 */
export function* closeSession(lock: Context, session: Session): Program {
  session.isClosing = true;
  if (session.renewer !== null) {
    if (!session.isResting) return;
    yield* cancel(session.renewer);
  }
  yield* fork(destroy(lock, session));
}

/** The timer of a client that times its own lock. It ends with the hold. */
export function* reportAtExpiry(lock: Context, session: Session): Program {
  let left = yield* leftNow(session.lease);
  do {
    // Runs even if no time is left: the client has yet to report that it acquired the lock.
    yield* sleep(left);
    left = yield* leftNow(session.lease);
  } while (left > 0);
  yield* endHold(lock, session, 'expired');
}

export function* endHold({ notice }: Context, session: Session, reason: Reason): Program {
  const { hold } = session;
  if (hold === null || session.lossReason !== 'none') return;
  session.lossReason = reason;
  yield* reportLoss(notice, hold, reason);
}

/** @param wait how long the server may hold the request back before it answers. */
export const ask = ({ settings }: Context, request: Request, wait: Ms = 0) =>
  call('service', request, { timeout: settings.nodeTimeout === 0 ? null : fromMs(settings.nodeTimeout + wait) });

function* renew(lock: Context, session: Session): Program {
  const ttl = fromMs(lock.settings.ttl);
  const half = Math.floor(ttl / 2);
  let wait = half;
  let renewed: Lease = { clock: 'mono', from: yield* readClock('mono'), lasts: ttl };
  while ((yield* leftNow(renewed)) > 0) {
    session.isResting = true;
    yield* sleep(wait);
    session.isResting = false;
    const from = yield* readClock('mono');
    const reply = yield* ask(lock, command('SESSION RENEW', session.id));
    if (session.isClosing) return yield* destroy(lock, session);
    if (reply.kind === 'ok' && reply.value === null) return;
    wait = reply.kind === 'ok' ? half : afterAnError;
    if (reply.kind !== 'ok') continue;
    session.lease = { clock: 'mono', from, lasts: ttl };
    renewed = { ...session.lease, from: yield* readClock('mono') };
    yield* markRenewed(lock, session);
  }
}

/** Only a client with its own timer uses the answer of a renewal. */
function* markRenewed({ settings }: Context, session: Session): Program {
  const { hold, lossReason } = session;
  if (hold === null || lossReason !== 'none' || !settings.stopsAfterTtl) return;
  yield* mark({ mark: 'extended', hold, validFor: yield* leftNow(session.lease) });
}

function* destroy(lock: Context, { id }: Session): Program {
  yield* ask(lock, command('SESSION DESTROY', id));
}
