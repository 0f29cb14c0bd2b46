/**
 * python-redis-lock: SET with NX, and a list on which the others wait. Each release leaves one item in the list, so
 * one waiter wakes and tries like any new client. A client that crashes leaves no item, so its waiters wait until
 * their timeout.
 * Source: "A distributed lock on one Redis node" (2021), chapter 3, and python-redis-lock.
 */

import {
  call,
  cancel,
  fork,
  mark,
  type Program,
  type Reason,
  sleep,
  step,
  type Task,
} from '../../model/effects/effect';
import { command, evaluate, type Reply, type Request } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused } from '../../model/scenario/lock';
import { nodeId } from '../../model/scenario/processId';
import { fromMs } from '../../model/values/time';
import { type Lease, leftNow, type Reading, readClock } from '../shared/clock';
import { firstNode } from '../shared/firstNode';
import { ownerValue } from '../shared/ownerValue';
import { pythonRedisLockFacts } from './facts';
import { extendIfExpiring } from './scripts/extendIfExpiring';
import { resetLock } from './scripts/resetLock';
import { unlockAndSignal } from './scripts/unlockAndSignal';
import { type PythonRedisLockSettings, pythonRedisLockFields, pythonRedisLockTexts, warnings } from './settings';

type Context = LockContext<PythonRedisLockSettings>;

interface State {
  /** Null when the lock does not expire. The renewer renews it. */
  lease: Lease | null;
  renewer: Task | null;
}

export const pythonRedisLock = defineLock<typeof pythonRedisLockFields, State>(pythonRedisLockFacts, {
  ...pythonRedisLockTexts,
  fields: pythonRedisLockFields,
  steps: [
    'reset',
    'held',
    'ValueError',
    'AlreadyAcquired',
    'TimeoutNotUsable',
    'InvalidTimeout',
    'TimeoutTooLarge',
    'set',
    'blpop',
    'extend',
    'NotExpirable',
    'NotAcquired',
    'renew',
    'unlock',
  ],
  services: () => [nodeId(0)],
  ownersDiffer: ({ id }) => id === 'random',
  keysLapse: ({ resetsFirst }) => resetsFirst || undefined,
  hasToken: () => false,
  endedBy: ({ expire }) => (expire > 0 ? 'server' : 'nobody'),
  warnings,
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state.lease),
  source: 'core/locks/pythonRedisLock/lock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const { key, settings } = lock;
  const { expire, timeout, blocking, signalExpire } = settings;
  const id = yield* ownerValue(settings.id);
  if (settings.resetsFirst) {
    yield* step('reset');
    yield* ask(lock, evaluate(resetLock, [key, signalOf(lock)], [signalExpire]));
  }
  if (yield* raises(lock, id)) return refused('error');

  const waits = timeout || expire || 0;
  let timedOut = false;
  for (;;) {
    yield* step('set');
    const from = yield* readClock('mono');
    const set = yield* ask(lock, command('SET', key, id, 'NX', ...(expire > 0 ? ['EX', expire] : [])));
    if (set.kind !== 'ok') return refused('error');
    if (set.value !== null) return yield* begin(lock, id, { lease: leaseFrom(from, expire), renewer: null });
    if (timedOut || !blocking) return refused('held');

    yield* step('blpop');
    const popped = yield* ask(lock, command('BLPOP', signalOf(lock), waits));
    if (popped.kind !== 'ok') return refused('error');
    timedOut = popped.value === null && timeout > 0;
  }
}

/** The library's checks before it asks for the lock, in its order and with its errors. Returns true if it raises. */
function* raises(lock: Context, id: string): Program<boolean> {
  const { expire, timeout, blocking, autoRenewal } = lock.settings;
  yield* step('held');
  const owner = yield* ask(lock, command('GET', lock.key));
  if (autoRenewal && expire === 0) yield* step('ValueError');
  else if (owner.kind === 'ok' && owner.value === id) yield* step('AlreadyAcquired');
  else if (!blocking && timeout !== 0) yield* step('TimeoutNotUsable');
  else if (timeout < 0) yield* step('InvalidTimeout');
  else if (expire > 0 && !autoRenewal && timeout > expire) yield* step('TimeoutTooLarge');
  else return false;
  return true;
}

/**
 * What a program does as soon as it has the lock. The renewer has only a weak reference to it, so it ends with the
 * lock's thread.
 */
function* begin(lock: Context, owner: string, state: State): Program<Held<State> | Refused> {
  const { settings } = lock;
  if (settings.autoRenewal) state.renewer = yield* fork(renew(lock, owner, state), { tied: true });
  if (settings.extendsTo > 0) {
    yield* step('extend');
    const code = yield* extend(lock, owner, state, settings.extendsTo);
    if (code === 2) yield* step('NotExpirable');
    if (code !== 0) {
      yield* giveBack(lock, owner, state);
      return refused('error');
    }
  }
  return { kind: 'held', validFor: yield* leftNow(state.lease), token: null, owner, state };
}

/**
 * Asks for a whole time to live again whenever two thirds of it are over. An error ends the renewals, and no client is
 * notified.
 */
function* renew(lock: Context, owner: string, state: State): Program {
  const { expire } = lock.settings;
  for (;;) {
    yield* sleep(Math.floor((fromMs(expire * 1000) * 2) / 3));
    yield* step('renew');
    if ((yield* extend(lock, owner, state, expire)) !== 0) return;
    yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* leftNow(state.lease) });
  }
}

/** Returns 0: extended, 1: no longer its own lock, 2: the lock does not expire, null: no answer. */
function* extend(lock: Context, owner: string, state: State, seconds: number): Program<number | null> {
  const from = yield* readClock('mono');
  const reply = yield* ask(lock, evaluate(extendIfExpiring, [lock.key], [owner, seconds]));
  if (reply.kind !== 'ok') return null;
  if (reply.value === 0) state.lease = leaseFrom(from, seconds);
  if (reply.value === 1) yield* notAcquired();
  return Number(reply.value);
}

function* release(lock: Context, { owner, state }: Held<State>): Program<Reason> {
  return yield* giveBack(lock, owner, state);
}

function* giveBack(lock: Context, owner: string, { renewer }: State): Program<Reason> {
  if (renewer !== null) yield* cancel(renewer);
  yield* step('unlock');
  const { signalExpire } = lock.settings;
  const reply = yield* ask(lock, evaluate(unlockAndSignal, [lock.key, signalOf(lock)], [owner, signalExpire]));
  if (reply.kind !== 'ok') return 'error';
  if (reply.value === 0) return 'none';
  yield* notAcquired();
  return 'not-owner';
}

/** "Lock is not acquired or it already expired". */
function* notAcquired(): Program {
  yield* step('NotAcquired');
}

/** Null when the lock does not expire. */
const leaseFrom = (from: Reading, seconds: number): Lease | null =>
  seconds === 0 ? null : { clock: 'mono', from, lasts: fromMs(seconds * 1000) };

/** Waits without a timeout unless one is set, as redis-py did up to version 7. */
function* ask(lock: Context, request: Request): Program<Reply> {
  const { nodeTimeout } = lock.settings;
  return yield* call(firstNode(lock), request, {
    timeout: nodeTimeout === 0 ? null : fromMs(nodeTimeout),
    reconnect: true,
  });
}

const signalOf = ({ key }: Context): string => `lock-signal:${key}`;
