/**
 * A lock in Consul, as the Go client has it: a session, a long read until the key is free, an acquire. Then two
 * independent helpers run. One renews the session. The other watches the key, and notifies the client when the key
 * belongs to another or cannot be read. Source: the Go client of Consul, api/lock.go.
 */

import { cancel, forever, fork, type Program, type Reason, sleep, step } from '../../model/effects/effect';
import { command, isGrant } from '../../model/effects/request';
import { defineLock, type Held, type Refused, refused, releasedBy } from '../../model/scenario/lock';
import { withSession } from '../../model/trace/trace';
import { fromMs, type Micros, type Ms, toWholeMs } from '../../model/values/time';
import { type Lease, leftNow, readClock } from '../shared/clock';
import { withMembers } from '../shared/ensembleFields';
import { consulFacts } from './facts';
import { ask, type Context, closeSession, endHold, openSession, reportAtExpiry, type Session } from './session';
import { consulFields, consulTexts, leaseLimits, sessionLasts, warnings } from './settings';

type State = { readonly session: Session };

export const consul = defineLock<typeof consulFields, State>(consulFacts, {
  ...consulTexts,
  fields: consulFields,
  steps: ['long-read', 'ask-lock', 'look-why', 'lock-delay', 'sequencer', 'read-after-error', 'release-key'],
  services: (_, own) => withMembers(own),
  quorum: () => 1,
  leaseLimits,
  sessionLasts,
  ownersDiffer: true,
  hasToken: ({ token }) => token !== 'none',
  acquire,
  release,
  remaining,
  warnings,
  whenLost: 'at-next-look',
  source: 'core/locks/consul/lock.ts',
});

const memoryKey = 'lock that is held';
/** How long a read by the monitor waits for a change. */
const monitorWait: Ms = 300_000;

function* acquire(lock: Context): Program<Held<State> | Refused> {
  // The Go client says “Lock already held”, and its program asks again later.
  if (lock.memory?.has(memoryKey)) {
    yield* sleep(fromMs(lock.settings.retryDelay));
    return refused('held');
  }
  const session = yield* openSession(lock);
  if (session === null) return refused('error');
  const problem = yield* enter(lock, session);
  if (problem !== null) {
    if (problem === 'error') yield* clearUp(lock, session);
    yield* closeSession(lock, session);
    return refused(problem);
  }
  return yield* held(lock, session);
}

/**
 * Waits until the session has the key. Returns null then, else the reason why the client gives up. Any error ends the
 * wait.
 */
function* enter(lock: Context, session: Session): Program<'error' | 'held' | null> {
  const { waitTime, tryOnce, retryDelay } = lock.settings;
  const whole: Lease = { clock: 'mono', from: yield* readClock('mono'), lasts: fromMs(waitTime) };
  let index = 0;
  for (let isFirst = true; ; isFirst = false) {
    const left = tryOnce && !isFirst ? toWholeMs(yield* leftNow(whole)) : waitTime;
    if (left === 0) return 'held';
    yield* step('long-read');
    const entry = yield* readKey(lock, { index, wait: left });
    if (entry === null) return 'error';
    if (entry.holder === nameOf(session)) return null;
    index = entry.index;
    if (entry.holder !== null) continue;

    yield* step('ask-lock');
    const reply = yield* ask(lock, command('KV ACQUIRE', lock.key, session.id));
    if (reply.kind !== 'ok') return 'error';
    if (isGrant(reply)) return null;

    yield* step('look-why');
    const why = yield* readKey(lock, { index: 0, wait: waitTime });
    if (why === null) return 'error';
    index = why.index;
    if (why.holder !== null) continue;
    // The key has no holder, so a lock-delay keeps it locked. No read shows when the delay ends.
    yield* step('lock-delay');
    yield* sleep(fromMs(retryDelay));
    index = 0;
  }
}

/** Reads the sequencer after the acquire, because the acquire answers only yes. */
function* held(lock: Context, session: Session): Program<Held<State> | Refused> {
  const { token } = lock.settings;
  const stopsAfterTtl = countsTtl(lock);
  const state = { session };
  let sequencer: number | null = null;
  if (token !== 'none') {
    yield* step('sequencer');
    const entry = yield* readKey(lock, { index: 0, wait: 0 });
    if (entry?.holder !== nameOf(session)) {
      yield* unlock(lock, session);
      return refused(entry === null ? 'error' : 'gone');
    }
    sequencer = token === 'lock-index' ? entry.lockIndex : entry.index;
  }
  session.hold = lock.hold;
  lock.memory?.set(memoryKey, session);
  yield* fork(monitor(lock, session));
  if (stopsAfterTtl) session.timer = yield* fork(reportAtExpiry(lock, session));
  const validFor = stopsAfterTtl ? yield* leftNow(session.lease) : withSession;
  return { kind: 'held', validFor, token: sequencer, owner: nameOf(session), state };
}

/** Treats an error, or another holder, as the loss of the lock. */
function* monitor(lock: Context, session: Session): Program {
  const { monitorRetries, monitorRetryTime } = lock.settings;
  let index = 0;
  let retries = monitorRetries;
  while (session.hold !== null) {
    const entry = yield* readKey(lock, { index, wait: monitorWait, isConsistent: true });
    if (entry === null && retries > 0) {
      retries--;
      index = 0;
      yield* sleep(fromMs(monitorRetryTime));
      continue;
    }
    if (entry === null) return yield* endHold(lock, session, 'error');
    if (entry.holder !== nameOf(session))
      return yield* endHold(lock, session, entry.holder === null ? 'gone' : 'stolen');
    index = entry.index;
    retries = monitorRetries;
  }
}

function* release(lock: Context, { state: { session } }: Held<State>): Program<Reason> {
  // Without Unlock, the client’s own lock object counts as held, and its session is renewed.
  if (session.lossReason !== 'none' && lock.settings.whenTold === 'keeps') return session.lossReason;
  return yield* unlock(lock, session);
}

/** Releases the key, then has the session destroyed, even if the release failed. */
function* unlock(lock: Context, session: Session): Program<Reason> {
  session.hold = null;
  lock.memory?.delete(memoryKey);
  if (session.timer !== null) yield* cancel(session.timer);
  yield* step('release-key');
  const reply = yield* ask(lock, command('KV RELEASE', lock.key, session.id));
  yield* closeSession(lock, session);
  return releasedBy(reply, 'gone');
}

/** An acquire that ended in an error may have been carried out. Destroying the session then closes the key. */
function* clearUp(lock: Context, session: Session): Program {
  if (lock.settings.afterError === 'destroys') return;
  yield* step('read-after-error');
  const entry = yield* readKey(lock, { index: 0, wait: 0 });
  if (entry?.holder === nameOf(session)) yield* ask(lock, command('KV RELEASE', lock.key, session.id));
}

interface Found {
  /** The ModifyIndex. */
  readonly index: number;
  /** The name of the session that has the key; null: the key is free. */
  readonly holder: string | null;
  readonly lockIndex: number;
}

interface Read {
  /** The answer waits until the key has changed since this index. */
  readonly index: number;
  readonly wait: Ms;
  readonly isConsistent?: boolean;
}

/** Returns null for an error, or without an answer. */
function* readKey(lock: Context, { index, wait, isConsistent = false }: Read): Program<Found | null> {
  const mode = isConsistent ? ['consistent'] : [];
  const reply = yield* ask(lock, command('KV GET', lock.key, index, wait, ...mode), index === 0 ? 0 : wait);
  if (reply.kind !== 'ok' || !Array.isArray(reply.value)) return null;
  const [entryIndex, holder, lockIndex] = reply.value;
  return { index: Number(entryIndex), holder: holder === null ? null : String(holder), lockIndex: Number(lockIndex) };
}

/** The Go client does not know when its lock ends. A client with its own timer does. */
function* remaining({ settings }: Context, { state: { session } }: Held<State>): Program<Micros> {
  if (session.lossReason !== 'none') return 0;
  return countsTtl({ settings }) ? yield* leftNow(session.lease) : forever;
}

/** A client can time a TTL only if there is one. */
const countsTtl = ({ settings }: Pick<Context, 'settings'>): boolean =>
  settings.stopsAfterTtl && settings.renewal !== 'none';

const nameOf = ({ id }: Session): string => `session ${id}`;
