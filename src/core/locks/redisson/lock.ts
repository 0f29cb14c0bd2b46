/**
 * Redisson's RLock: a hash that counts how often its thread came in. A refused client learns how long the lock will
 * last, and waits for the message that the lock is free. Without a lease time of its own, a watchdog renews the lock
 * while the process lives. Source: "Redlock: the algorithm and the code below it" (2025), and redisson.
 */

import {
  cancel,
  fork,
  mark,
  type Program,
  type Reason,
  sleep,
  step,
  type Task,
  take,
} from '../../model/effects/effect';
import { defineLock, type Held, type LockContext, type Refused } from '../../model/scenario/lock';
import { nodeId } from '../../model/scenario/processId';
import { nth } from '../../model/values/nth';
import { fromMs, type Micros } from '../../model/values/time';
import { type Lease, leftNow, readClock } from '../shared/clock';
import { firstNode } from '../shared/firstNode';
import { redissonFacts } from './facts';
import { type Answer, enter, leave, type RLock, renew, rLocksOn, subscribe, threadName, unsubscribe } from './rLock';
import { leaseOf, type RedissonSettings, redissonFields, redissonTexts } from './settings';

type Context = LockContext<RedissonSettings>;

interface State {
  readonly rLock: RLock;
  /** The watchdog renews it. */
  lease: Lease;
  watchdog: Task | null;
  /** How often the thread is inside. */
  entries: number;
}

export const redisson = defineLock<typeof redissonFields, State>(redissonFacts, {
  ...redissonTexts,
  fields: redissonFields,
  steps: [
    'lock',
    'subscribe',
    'lock-again',
    'await-message',
    'unsubscribe',
    're-enter',
    'renew',
    'inner-unlock',
    'unlock',
  ],
  services: () => [nodeId(0)],
  hasToken: ({ fenced }) => fenced,
  acquire,
  unwind,
  release,
  remaining: (_, { state }) => leftNow(state.lease),
  source: 'core/locks/redisson/lock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const { settings } = lock;
  const rLock = yield* rLockOf(lock);
  const patience = yield* startPatience(lock);

  yield* step('lock');
  let answer = yield* enter(rLock);
  if (answer.kind === 'busy' && settings.waits !== 'not') answer = yield* waitFor(rLock, patience);
  if (answer.kind !== 'taken') return { kind: 'refused', reason: answer.kind === 'busy' ? 'held' : 'error' };

  const lease: Lease = { clock: 'mono', from: answer.from, lasts: fromMs(rLock.lease) };
  const state: State = { rLock, lease, watchdog: null, entries: 1 };
  if (settings.leaseTime === 0) {
    const tied = settings.watchdogWatches === 'thread';
    state.watchdog = yield* fork(watch(lock, state), { tied });
  }
  let { token } = answer;
  while (state.entries < settings.entries) {
    yield* step('re-enter');
    const again = yield* enter(rLock);
    if (again.kind !== 'taken') break;
    token = again.token;
    state.entries++;
  }
  return { kind: 'held', validFor: yield* leftNow(state.lease), token, owner: rLock.thread, state };
}

/** Waits until a message says that the lock is free, the lock's own time is over, or the client's patience ends. */
function* waitFor(rLock: RLock, patience: Lease | null): Program<Answer> {
  yield* step('subscribe');
  let inbox = yield* subscribe(rLock);
  let answer: Answer;
  for (;;) {
    // The lock may have become free before the client subscribed.
    yield* step('lock-again');
    answer = yield* enter(rLock);
    const patienceLeft = yield* leftOfPatience(patience);
    if (answer.kind !== 'busy' || patienceLeft === 0) break;

    yield* step('await-message');
    const message = yield* take(inbox, shorter(answer.ttl, patienceLeft));
    if ((yield* leftOfPatience(patience)) === 0) break;
    if (message.kind === 'closed') inbox = yield* subscribe(rLock);
  }
  yield* step('unsubscribe');
  yield* fork(unsubscribe(rLock));
  return answer;
}

/**
 * Every third of the lease, asks for a whole lease again. It stops when the thread is no longer inside, or, by a
 * setting, when a renewal failed. It notifies nobody.
 */
function* watch(lock: Context, state: State): Program {
  for (;;) {
    yield* sleep(Math.floor(fromMs(state.rLock.lease) / 3));

    yield* step('renew');
    const from = yield* readClock('mono');
    const renewed = yield* renew(state.rLock);
    if (renewed === 'gone' || (renewed === 'failed' && lock.settings.watchdogOnError === 'ends')) return;
    if (renewed === 'failed') continue;
    state.lease = { ...state.lease, from };
    yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* leftNow(state.lease) });
  }
}

/** Every unlock but the outermost: the client is still inside. */
function* unwind(_: Context, { state }: Held<State>): Program {
  for (; state.entries > 1; state.entries--) {
    yield* step('inner-unlock');
    yield* leave(state.rLock);
  }
}

function* release(lock: Context, { state }: Held<State>): Program<Reason> {
  const reason = yield* unlock(state);
  if (state.watchdog !== null) yield* cancel(state.watchdog);
  return lock.settings.unlocksOnceMore ? yield* unlock(state) : reason;
}

function* unlock({ rLock }: State): Program<Reason> {
  yield* step('unlock');
  const left = yield* leave(rLock);
  // Redisson throws IllegalMonitorStateException: "attempt to unlock lock, not locked by current thread".
  if (left === 'stranger') return 'not-owner';
  return left === 'failed' ? 'error' : 'none';
}

const rLockInMemory = 'redisson lock';

/** A thread keeps its lock object as long as its process lives. */
function* rLockOf(lock: Context): Program<RLock> {
  const { key, settings, memory, replicated = false } = lock;
  const storedLock = memory?.get(rLockInMemory);
  if (storedLock !== undefined) return storedLock as RLock;
  const { fenced } = settings;
  const terms = { key, thread: yield* threadName(lock), lease: leaseOf(settings), fenced, replicated };
  const newLock = nth(rLocksOn([firstNode(lock)], terms, settings), 0);
  memory?.set(rLockInMemory, newLock);
  return newLock;
}

/** How long the client waits, by the wall clock as in Redisson. Null: forever. */
function* startPatience({ settings }: Context): Program<Lease | null> {
  if (settings.waits === 'for-ever') return null;
  return { clock: 'wall', from: yield* readClock('wall'), lasts: fromMs(settings.waitTime) };
}

function* leftOfPatience(patience: Lease | null): Program<Micros | null> {
  return patience === null ? null : yield* leftNow(patience);
}

/** The shorter of two times. Null is longer than any time. */
const shorter = (a: Micros | null, b: Micros | null): Micros | null =>
  a === null ? b : b === null ? a : Math.min(a, b);
