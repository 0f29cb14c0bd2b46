/**
 * Redisson's RedLock (deprecated): one RLock on each of N nodes, taken in sequence until a majority is. It looks neither at
 * how long that took nor at drifting clocks: the first lease may be over when the last is taken.
 * Source: RedissonRedLock and RedissonMultiLock of redisson.
 */
import {
  all,
  cancel,
  fork,
  mark,
  type Program,
  type Reason,
  random,
  sleep,
  step,
  type Task,
  take,
  to,
} from '../model/effect';
import { defineLock, type Held, type LockContext, type Refused } from '../model/lock';
import { command } from '../model/request';
import { nodeId, type ProcessId } from '../model/scenario';
import { fromMs, type Micros, type Ms, toMs } from '../model/time';
import { type Lease, leftOf, readClock } from './clock';
import {
  type Plan,
  planOf,
  type RedissonRedlockSettings,
  redissonRedlockFields,
  redissonRedlockTexts,
} from './redissonRedlockFields';
import { enter, leave, type RLock, renew, subscribe, threadName, unsubscribe } from './rLock';
import { majority } from './votes';

type Context = LockContext<RedissonRedlockSettings>;

interface State {
  /** What is believed of each node; renewed by its watchdog. */
  readonly leases: Map<ProcessId, Lease>;
  readonly watchdogs: Task[];
}

export const redissonRedlock = defineLock<typeof redissonRedlockFields, State>({
  id: 'redisson-redlock',
  ...redissonRedlockTexts,
  fields: redissonRedlockFields,
  steps: ['begin', 'sub-lock', 'await-message', 'begin-again', 'unlock-taken', 'expire', 'renew', 'unlock-all'],
  services: ({ nodes }) => Array.from({ length: nodes.count }, (_, i) => nodeId(i)),
  hasToken: () => false,
  acquire,
  release,
  remaining,
  source: 'locks/redissonRedlock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const { nodes, settings } = lock;
  const thread = yield* threadName(lock);
  const plan = planOf(settings, nodes.length, (yield* random('wait-time', 1000)) / 1000);
  for (;;) {
    const taken = yield* takeMajority(lock, thread, plan);
    if (taken !== null) return yield* held(lock, thread, taken);
    if (settings.waits !== 'for-ever') return { kind: 'refused', reason: 'no-quorum' };
  }
}

/** One after the other; as many may fail as are not needed. null: not taken, and what was is given back. */
function* takeMajority(lock: Context, thread: string, plan: Plan): Program<readonly ProcessId[] | null> {
  const { nodes } = lock;
  const failuresMax = nodes.length - majority(nodes);
  yield* step('begin');
  const patience = yield* start(plan.waitTime);
  let taken: ProcessId[] = [];
  let failures = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as ProcessId;
    const patienceLeft = yield* leftOfPatience(patience);
    yield* step('sub-lock');
    if (yield* takeOne(rLockOf(lock, thread, node, plan.subLease), Math.min(plan.subWait, patienceLeft)))
      taken.push(node);
    else if (nodes.length - taken.length === failuresMax) break;
    else if (failures < failuresMax) failures++;
    else {
      yield* giveBack(lock, thread, taken);
      if (patience === null) return null;
      yield* step('begin-again');
      taken = [];
      failures = 0;
      i = -1;
    }
    if (patience !== null && (yield* leftOfPatience(patience)) === 0) {
      yield* giveBack(lock, thread, taken);
      return null;
    }
  }
  return taken;
}

/** `tryLock` of one RLock: it waits for so many ms. */
function* takeOne(rLock: RLock, wait: Ms): Program<boolean> {
  const patience = yield* start(wait);
  let answer = yield* enter(rLock);
  if (answer.kind === 'busy' && (yield* leftOfPatience(patience)) > 0) {
    const inbox = yield* subscribe(rLock);
    for (;;) {
      answer = yield* enter(rLock);
      const left = yield* leftOfPatience(patience);
      if (answer.kind !== 'busy' || left === 0) break;
      yield* step('await-message');
      yield* take(inbox, Math.min(answer.ttl ?? fromMs(left), fromMs(left)));
      if ((yield* leftOfPatience(patience)) === 0) break;
    }
    yield* fork(unsubscribe(rLock));
  }
  // Where nobody answered, the node may have been locked all the same.
  if (answer.kind === 'failed') yield* leave(rLock);
  return answer.kind === 'taken';
}

/** The lease that was asked for begins only now, wherever it is still there and whoever has it. Nobody looks at the time. */
function* held(lock: Context, thread: string, taken: readonly ProcessId[]): Program<Held<State>> {
  const { key, settings } = lock;
  const lasts = settings.leaseTime === 0 ? settings.watchdogTimeout : settings.leaseTime;
  const state: State = { leases: new Map(), watchdogs: [] };
  const lease: Lease = { clock: 'mono', from: yield* readClock('mono'), lasts: fromMs(lasts) };
  for (const node of taken) state.leases.set(node, lease);
  if (settings.leaseTime > 0) {
    yield* step('expire');
    const request = command('PEXPIRE', key, settings.leaseTime);
    yield* all(taken.map((node) => to(node, request, { timeout: fromMs(settings.nodeTimeout) })));
  } else {
    const tied = settings.watchdogWatches === 'thread';
    for (const node of taken)
      state.watchdogs.push(yield* fork(watch(lock, rLockOf(lock, thread, node, lasts), state), { tied }));
  }
  return { kind: 'held', validFor: yield* left(lock, state), token: null, owner: thread, state };
}

/** Each node has a watchdog of its own; none knows of the others. */
function* watch(lock: Context, rLock: RLock, state: State): Program {
  for (;;) {
    yield* sleep(Math.floor(fromMs(rLock.lease) / 3));
    yield* step('renew');
    const from = yield* readClock('mono');
    const renewed = yield* renew(rLock);
    if (renewed === 'gone') return;
    if (renewed === 'failed') continue;
    state.leases.set(rLock.node, { clock: 'mono', from, lasts: fromMs(rLock.lease) });
    yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* left(lock, state) });
  }
}

/** All nodes, one after the other, those that were not taken too. */
function* release(lock: Context, { owner, state }: Held<State>): Program<Reason> {
  yield* step('unlock-all');
  let freed = 0;
  for (const node of lock.nodes) {
    const answer = yield* leave(rLockOf(lock, owner, node, lock.settings.watchdogTimeout));
    if (answer === 'freed' || answer === 'inside') freed++;
  }
  for (const watchdog of state.watchdogs) yield* cancel(watchdog);
  return freed >= majority(lock.nodes) ? 'none' : 'not-owner';
}

function* giveBack(lock: Context, thread: string, taken: readonly ProcessId[]): Program {
  yield* step('unlock-taken');
  for (const node of taken) yield* leave(rLockOf(lock, thread, node, lock.settings.watchdogTimeout));
}

function* remaining(lock: Context, { state }: Held<State>): Program<Micros> {
  return yield* left(lock, state);
}

/** How long a majority will last, if all goes on as it is. */
function* left({ nodes }: Context, { leases }: State): Program<Micros> {
  const at = yield* readClock('mono');
  const lefts = [...leases.values()].map((lease) => leftOf(lease, at)).sort((a, b) => b - a);
  return lefts[majority(nodes) - 1] ?? 0;
}

const rLockOf = ({ key, settings }: Context, thread: string, node: ProcessId, lease: Ms): RLock => ({
  node,
  key,
  thread,
  lease,
  fenced: false,
  sending: settings,
});

/** 0: it does not wait at all. */
function* start(wait: Ms): Program<Lease | null> {
  return wait === 0 ? null : { clock: 'wall', from: yield* readClock('wall'), lasts: fromMs(wait) };
}

function* leftOfPatience(patience: Lease | null): Program<Ms> {
  return patience === null ? 0 : toMs(leftOf(patience, yield* readClock(patience.clock)));
}
