/**
 * A client's session with ZooKeeper, as its library keeps it: heartbeats run concurrently with the rest of the
 * process. A client that hears nothing for two thirds of the timeout knows that it is disconnected. Only the server
 * can say that a session has expired. Source: ZooKeeper's Programmer's Guide, "ZooKeeper Sessions", and its
 * ClientCnxn.
 */
import {
  call,
  cancel,
  forever,
  fork,
  type Hold,
  type Inbox,
  join,
  listen,
  mono,
  type Program,
  type Reason,
  random,
  sleep,
  type Task,
  take,
} from '../../model/effects/effect';
import { type LossNotice, reportLoss } from '../../model/effects/lossNotice';
import { command, connectionClosed, type Reply, type Request } from '../../model/effects/request';
import type { Held, LockContext } from '../../model/scenario/lock';
import { withSession } from '../../model/trace/trace';
import { elapsed, fromMs, type LocalInstant, type Micros, type Ms } from '../../model/values/time';
import { isExpired, isNoNode, isUnconnected, statIn, valuesIn } from './zookeeperReplies';

export interface SessionSettings {
  readonly sessionTimeout: Ms;
  /** The time between two heartbeats. 0: a third of the timeout. */
  readonly heartbeat: Ms;
  /** Whether the client may conclude by itself that its session is over. */
  readonly expiresItself: boolean;
}

type Context = Omit<LockContext<SessionSettings>, 'hold'>;

export interface Session {
  readonly id: string;
  /** The timeout that the server agreed to. */
  readonly timeout: Micros;
  readonly settings: SessionSettings;
  state: 'connected' | 'disconnected' | 'expired';
  /** How many connections it has given up. Messages that still come on one of them are ignored. */
  givenUp: number;
  /** When the last answer came. */
  heardAt: LocalInstant;
  /** When the last request was sent: every request is a heartbeat. */
  sentAt: LocalInstant;
  /** The acquisition that lives with the session. */
  hold: Hold | null;
  /** Whether its holder was notified to stop. */
  isLost: boolean;
  events: Inbox;
  /** The number of events that have come, or are known to be lost. */
  eventCount: number;
  /** The client's current wait. It is cancelled when there is a reason to check again. */
  waiting: Task | null;
  keeper: Task | null;
  /** Receives the news that the lock is lost. */
  readonly notice: LossNotice | undefined;
}

const memoryKey = 'zookeeper session';
const reconnectDelayMax = fromMs(1000);

/** Returns the session of this process, and opens one if there is none. Returns null when ZooKeeper does not answer. */
export function* openSession({ settings, memory, notice }: Context): Program<Session | null> {
  const currentSession = memory?.get(memoryKey) as Session | undefined;
  if (currentSession !== undefined && currentSession.state !== 'expired') return currentSession;
  const events = yield* listen('service', 'watch');
  const wanted = settings.sessionTimeout;
  const reply = yield* call('service', command('CONNECT', wanted), { timeout: fromMs(wanted) });
  if (reply.kind !== 'ok') return null;
  const [id, timeout] = valuesIn(reply);
  const session: Session = {
    id: String(id),
    timeout: fromMs(Number(timeout)),
    settings,
    state: 'connected',
    givenUp: 0,
    heardAt: yield* mono(),
    sentAt: yield* mono(),
    hold: null,
    isLost: false,
    events,
    eventCount: 0,
    waiting: null,
    keeper: null,
    notice,
  };
  memory?.set(memoryKey, session);
  session.keeper = yield* fork(keepAlive(session));
  return session;
}

/** The lock lives with the session. `zxid`: of the znode that holds it. */
export function held<State extends { readonly session: Session }>(
  { hold, settings }: LockContext<{ readonly token: 'none' | 'zxid' }>,
  state: State,
  zxid: number,
): Held<State> {
  const { session } = state;
  session.hold = hold;
  session.isLost = false;
  const token = settings.token === 'zxid' ? zxid : null;
  return { kind: 'held', validFor: withSession, token, owner: `${session.id}/${zxid}`, state };
}

/** A connected client may keep the lock without a time limit. */
export function* remaining(_: unknown, { state }: Held<{ readonly session: Session }>): Program<Micros> {
  return state.session.isLost ? 0 : forever;
}

/** Ends the session of this process, which deletes all of its znodes. */
export function* closeSession({ memory }: Context): Program {
  const session = memory?.get(memoryKey) as Session | undefined;
  if (session === undefined || session.state === 'expired') return;
  if (session.keeper !== null) yield* cancel(session.keeper);
  yield* call('service', command('CLOSE'), { timeout: quietMax(session) });
  session.state = 'expired';
}

/**
 * Sends a request of this session as soon as it is connected. Without an answer in time, nobody knows whether the
 * request was carried out.
 */
export function* ask(session: Session, request: Request): Program<Reply> {
  while (session.state === 'disconnected') yield* waitFor(session, rest(session.timeout));
  if (session.state === 'expired') return { kind: 'error', message: 'SessionExpired' };
  const { givenUp } = session;
  session.sentAt = yield* mono();
  const reply = yield* call('service', request, { timeout: quietMax(session) });
  if (session.givenUp !== givenUp) return connectionClosed;
  if (reply.kind === 'ok') session.heardAt = yield* mono();
  else yield* hear(session, reply);
  return reply;
}

/**
 * Waits until the znode is deleted. Returns false when something else has happened and the caller should check again.
 */
export function* untilDeleted(session: Session, path: string): Program<boolean> {
  return (yield* waitFor(session, deletionOf(session, path))) ?? false;
}

/**
 * Deletes a znode of this session and retries until that is certain. Otherwise the znode would stay for as long as the
 * session lives.
 */
export function* remove(session: Session, path: string): Program<Reason> {
  for (let tried = 0; ; tried++) {
    const reply = yield* ask(session, command('DELETE', path));
    if (reply.kind === 'ok') return 'none';
    if (isExpired(reply)) return 'expired';
    if (isNoNode(reply)) return tried === 0 ? 'gone' : 'none';
    // The answer was lost. The znode may have been deleted, and another client may have created its own there since.
    const owner = yield* ownerOf(session, path);
    if (owner === 'expired') return 'expired';
    if (owner !== session.id) return 'none';
  }
}

/** Asks for the owner of the znode until the answer is known; null: there is no znode. */
function* ownerOf(session: Session, path: string): Program<string | null> {
  for (;;) {
    const reply = yield* ask(session, command('EXISTS', path));
    if (isExpired(reply)) return 'expired';
    if (isNoNode(reply)) return null;
    if (reply.kind === 'ok') return statIn(reply).owner;
  }
}

function* deletionOf(session: Session, path: string): Program<boolean> {
  for (;;) {
    const event = yield* take(session.events);
    if (event.kind !== 'ok') break;
    if (session.state !== 'connected') continue;
    session.eventCount++;
    const [type, where] = valuesIn(event);
    if (type === 'NodeDeleted' && where === path) return true;
  }
  yield* disconnect(session);
  return false;
}

/** Waits until the program has ended and returns its answer. Returns undefined when `lookAgain` cut the wait short. */
function* waitFor<R>(session: Session, program: Program<R>): Program<R | undefined> {
  const waiting = yield* fork(program);
  session.waiting = waiting;
  const answer = yield* join(waiting);
  session.waiting = null;
  return answer;
}

function* rest(micros: Micros): Program {
  yield* sleep(micros);
}

function* lookAgain({ waiting }: Session): Program {
  if (waiting !== null) yield* cancel(waiting);
}

/**
 * Sends heartbeats while the session is connected and opens a new connection when it is not, until the session has
 * expired.
 */
function* keepAlive(session: Session): Program {
  while (session.state !== 'expired') {
    const at = yield* mono();
    const quiet = quietLeft(session, at);
    const untilPing = heartbeatIn(session, at);
    if (session.state === 'disconnected') yield* reconnect(session);
    else if (quiet === 0) yield* disconnect(session);
    else if (untilPing === 0) yield* ping(session);
    else yield* sleep(Math.min(untilPing, quiet));
  }
}

function* ping(session: Session): Program {
  const at = yield* mono();
  const { givenUp } = session;
  session.sentAt = at;
  const reply = yield* call('service', command('PING'), { timeout: quietLeft(session, at) });
  if (session.givenUp === givenUp) yield* hear(session, reply);
}

function heartbeatIn({ settings, timeout, sentAt }: Session, at: LocalInstant): Micros {
  const interval = fromMs(settings.heartbeat) || Math.floor(timeout / 3);
  return Math.max(0, interval - elapsed(sentAt, at));
}

/** Infers the state of the session from an answer, or from its absence. */
function* hear(session: Session, reply: Reply): Program {
  if (isExpired(reply)) return yield* expire(session);
  if (isUnconnected(reply)) return yield* disconnect(session);
  if (reply.kind === 'timeout') return;
  session.heardAt = yield* mono();
  const [pong, sentCount] = valuesIn(reply);
  // Connections keep their order, so an event that was sent before this answer and has not arrived was lost.
  if (pong !== 'PONG' || session.waiting === null || Number(sentCount) <= session.eventCount) return;
  session.eventCount = Number(sentCount);
  yield* lookAgain(session);
}

function* reconnect(session: Session): Program {
  const left = untilExpiry(session, yield* mono());
  if (left === 0) return yield* expire(session);
  const timeout = Math.min(Math.floor(session.timeout / 3), left);
  const request = command('CONNECT', session.settings.sessionTimeout, session.id);
  const reply = yield* call('service', request, { timeout, reconnect: 'first' });
  if (isExpired(reply)) return yield* expire(session);
  if (reply.kind !== 'ok') {
    const delay = yield* random('reconnect', reconnectDelayMax);
    return yield* sleep(Math.min(delay, untilExpiry(session, yield* mono())));
  }
  session.state = 'connected';
  session.heardAt = yield* mono();
  // The watches ended with the old connection.
  session.events = yield* listen('service', 'watch');
  yield* lookAgain(session);
}

function* disconnect(session: Session): Program {
  if (session.state !== 'connected') return;
  session.state = 'disconnected';
  session.givenUp++;
  yield* lose(session, 'disconnected');
}

function* expire(session: Session): Program {
  session.state = 'expired';
  yield* lose(session, 'expired');
  yield* lookAgain(session);
}

function* lose(session: Session, reason: Reason): Program {
  const { hold } = session;
  if (hold === null || session.isLost) return;
  session.isLost = true;
  yield* reportLoss(session.notice, hold, reason);
}

/** How long a client hears nothing before it gives up its connection. */
const quietMax = ({ timeout }: Session): Micros => Math.floor((timeout * 2) / 3);

/** How long until the client itself counts its session as expired. Infinite if only the server can say so. */
function untilExpiry({ settings, timeout, heardAt }: Session, at: LocalInstant): Micros {
  if (!settings.expiresItself) return Number.POSITIVE_INFINITY;
  return Math.max(0, Math.floor((timeout * 4) / 3) - elapsed(heardAt, at));
}

function quietLeft(session: Session, at: LocalInstant): Micros {
  return Math.max(0, quietMax(session) - elapsed(session.heardAt, at));
}
