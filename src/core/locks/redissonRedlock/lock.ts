/**
 * Redisson's RedLock (deprecated): one RLock on each of N nodes, taken one after the other until a majority has
 * granted. It ignores how long that took and how far clocks drift. With a lease time, the first lease may therefore be
 * over when the last one is taken. Without one, each RLock has its watchdog as soon as it is taken.
 * Source: RedissonRedLock and RedissonMultiLock of redisson.
 */
import {
  all,
  cancel,
  fork,
  mark,
  now,
  type Program,
  type Reason,
  random,
  sleep,
  step,
  type Task,
  take,
  to,
} from '../../model/effects/effect';
import { command } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused } from '../../model/scenario/lock';
import { nodeId, type ProcessId } from '../../model/scenario/processId';
import { nth } from '../../model/values/nth';
import { elapsed, fromMs, type LocalInstant, type Micros, type Ms, toMs } from '../../model/values/time';
import {
  type Answer,
  enter,
  leave,
  type RLock,
  renew,
  rLocksOn,
  subscribe,
  threadName,
  unsubscribe,
} from '../redisson/rLock';
import { type Lease, leftOf, readClock } from '../shared/clock';
import { majority } from '../shared/votes';
import { redissonRedlockFacts } from './facts';
import {
  type RedissonRedlockSettings,
  redissonRedlockFields,
  redissonRedlockTexts,
  type TryTimes,
  tryTimesOf,
} from './settings';

type Context = LockContext<RedissonRedlockSettings>;

interface State {
  readonly rLocks: readonly RLock[];
  /** The lease as the client knows it, for each node. The node's watchdog renews it. */
  readonly leases: Map<ProcessId, Lease>;
  /** Each node has its own watchdog from the moment when it is taken, even while others are still being asked. */
  readonly watchdogs: Map<ProcessId, Task>;
  isHeld: boolean;
}

export const redissonRedlock = defineLock<typeof redissonRedlockFields, State>(redissonRedlockFacts, {
  ...redissonRedlockTexts,
  fields: redissonRedlockFields,
  steps: ['begin', 'sub-lock', 'await-message', 'begin-again', 'unlock-taken', 'expire', 'renew', 'unlock-all'],
  services: ({ nodes }) => Array.from({ length: nodes.count }, (_, i) => nodeId(i)),
  hasToken: () => false,
  acquire,
  release,
  remaining,
  source: 'core/locks/redissonRedlock/lock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const { nodes, settings } = lock;
  const plan = tryTimesOf(settings, nodes.length, (yield* random('wait-time', 1000)) / 1000);
  const rLocks = yield* rLocksOf(lock, plan.subLease);
  const state: State = { rLocks, leases: new Map(), watchdogs: new Map(), isHeld: false };
  for (;;) {
    const heldLocks = yield* takeMajority(lock, state, plan);
    if (heldLocks !== null) return yield* held(lock, state, heldLocks);
    if (settings.waits !== 'for-ever') return { kind: 'refused', reason: 'no-quorum' };
  }
}

/**
 * Takes the nodes one after the other. A minority may fail. If the lock was not taken, gives back the nodes that were,
 * and returns null.
 */
function* takeMajority(lock: Context, state: State, plan: TryTimes): Program<readonly RLock[] | null> {
  const { rLocks } = state;
  const { waitTime } = plan;
  const failuresMax = rLocks.length - majority(rLocks);
  yield* step('begin');
  const began = yield* now();
  let at = began;
  let heldLocks: RLock[] = [];
  let failures = 0;
  for (let i = 0; i < rLocks.length; i++) {
    const rLock = nth(rLocks, i);
    yield* step('sub-lock');
    const wait = Math.min(plan.subWait, remainingWait(began, waitTime, at));
    let answer = yield* enter(rLock);
    if (answer.kind === 'busy' && wait > 0) answer = yield* waitForOne(rLock, at, wait);
    // A node that did not answer may have been locked anyway.
    if (answer.kind === 'failed') yield* leave(rLock);
    if (answer.kind === 'taken') {
      heldLocks.push(rLock);
      yield* startWatchdog(lock, rLock, state);
    } else if (rLocks.length - heldLocks.length === failuresMax) break;
    else if (failures < failuresMax) failures++;
    else {
      yield* giveBack(heldLocks, state);
      if (waitTime === 0) return null;
      yield* step('begin-again');
      heldLocks = [];
      failures = 0;
      i = -1;
    }
    at = yield* now();
    if (waitTime > 0 && remainingWait(began, waitTime, at) === 0) {
      yield* giveBack(heldLocks, state);
      return null;
    }
  }
  return heldLocks;
}

/** Waits until a message says that the lock is free, or the lock's own time or the wait is over. */
function* waitForOne(rLock: RLock, began: LocalInstant, wait: Ms): Program<Answer> {
  const inbox = yield* subscribe(rLock);
  let answer: Answer;
  for (;;) {
    answer = yield* enter(rLock);
    const waitLeft = fromMs(remainingWait(began, wait, yield* now()));
    if (answer.kind !== 'busy' || waitLeft === 0) break;
    yield* step('await-message');
    yield* take(inbox, Math.min(answer.ttl ?? waitLeft, waitLeft));
    if (remainingWait(began, wait, yield* now()) === 0) break;
  }
  yield* fork(unsubscribe(rLock));
  return answer;
}

/** The time left of a wait in ms, by the wall clock as Redisson counts it. */
const remainingWait = (began: LocalInstant, wait: Ms, at: LocalInstant): Ms =>
  Math.max(0, wait - toMs(elapsed(began, at)));

/**
 * Sets the requested lease on every taken node where the lock still exists, even if another client has it. The lease
 * begins only now. Nothing checks how much time has passed.
 */
function* held(lock: Context, state: State, heldLocks: readonly RLock[]): Program<Held<State>> {
  const { key, settings } = lock;
  const lasts = fromMs(settings.leaseTime === 0 ? settings.watchdogTimeout : settings.leaseTime);
  const lease: Lease = { clock: 'mono', from: yield* readClock('mono'), lasts };
  for (const { node } of heldLocks) state.leases.set(node, lease);
  if (settings.leaseTime > 0) {
    yield* step('expire');
    const request = command('PEXPIRE', key, settings.leaseTime);
    yield* all(heldLocks.map(({ node }) => to(node, request, { timeout: fromMs(settings.nodeTimeout) })));
  }
  state.isHeld = true;
  const owner = state.rLocks[0]?.thread ?? '';
  return { kind: 'held', validFor: yield* validity(lock, state), token: null, owner, state };
}

/** A lock without a lease time is renewed from then on. */
function* startWatchdog(lock: Context, rLock: RLock, state: State): Program {
  const { leaseTime, watchdogWatches } = lock.settings;
  if (leaseTime > 0) return;
  const watchdog = yield* fork(watch(lock, rLock, state), { tied: watchdogWatches === 'thread' });
  state.watchdogs.set(rLock.node, watchdog);
}

function* stopWatchdog({ node }: RLock, { watchdogs }: State): Program {
  const watchdog = watchdogs.get(node);
  watchdogs.delete(node);
  if (watchdog !== undefined) yield* cancel(watchdog);
}

/** Renews the lease every third of it. */
function* watch(lock: Context, rLock: RLock, state: State): Program {
  for (;;) {
    yield* sleep(Math.floor(fromMs(rLock.lease) / 3));
    yield* step('renew');
    const from = yield* readClock('mono');
    const renewed = yield* renew(rLock);
    if (renewed === 'gone' || (renewed === 'failed' && lock.settings.watchdogOnError === 'ends')) return;
    if (renewed === 'failed') continue;
    state.leases.set(rLock.node, { clock: 'mono', from, lasts: fromMs(rLock.lease) });
    if (state.isHeld) yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* validity(lock, state) });
  }
}

/** Gives back on all nodes, one after the other, including those that were not taken. */
function* release(lock: Context, { state }: Held<State>): Program<Reason> {
  yield* step('unlock-all');
  let freed = 0;
  for (const rLock of state.rLocks) {
    const answer = yield* leave(rLock);
    if (answer === 'freed' || answer === 'inside') freed++;
  }
  for (const rLock of state.rLocks) yield* stopWatchdog(rLock, state);
  return freed >= majority(lock.nodes) ? 'none' : 'not-owner';
}

function* giveBack(heldLocks: readonly RLock[], state: State): Program {
  yield* step('unlock-taken');
  for (const rLock of heldLocks) {
    yield* leave(rLock);
    yield* stopWatchdog(rLock, state);
  }
}

function* remaining(lock: Context, { state }: Held<State>): Program<Micros> {
  return yield* validity(lock, state);
}

/** How long a majority will last if it is not renewed. */
function* validity({ nodes }: Context, { leases }: State): Program<Micros> {
  const at = yield* readClock('mono');
  const lefts = [...leases.values()].map((lease) => leftOf(lease, at)).sort((a, b) => b - a);
  return lefts[majority(nodes) - 1] ?? 0;
}

const rLocksInMemory = 'redisson locks';

/** A thread keeps its lock objects as long as its process lives. */
function* rLocksOf(lock: Context, lease: Ms): Program<readonly RLock[]> {
  const { nodes, key, settings, memory, replicated = false } = lock;
  const storedLocks = memory?.get(rLocksInMemory) as readonly RLock[] | undefined;
  if (storedLocks !== undefined && storedLocks[0]?.lease === lease) return storedLocks;
  const terms = { key, thread: yield* threadName(lock), lease, fenced: false, replicated };
  const newLocks = rLocksOn(nodes, terms, settings);
  memory?.set(rLocksInMemory, newLocks);
  return newLocks;
}
