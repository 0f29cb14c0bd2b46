/**
 * Vault's lock for its high availability on DynamoDB. An item has the identity of its holder and its expiry by the
 * holder's wall clock. A standby takes it when that time is past by its own clock. The renewal has the same condition,
 * and a refusal goes unnoticed. The leader learns that it no longer leads only from a watch, which reads the item
 * every 5 s. Source: physical/dynamodb/dynamodb.go of hashicorp/vault at 0327e194.
 */

import { call, fork, mark, mono, now, type Program, type Reason, sleep, step } from '../../model/effects/effect';
import { reportLoss } from '../../model/effects/lossNotice';
import { type Argument, command, type Reply, type Request } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused } from '../../model/scenario/lock';
import { elapsed, fromMs, type LocalInstant, type Micros, type Ms, toWholeMs } from '../../model/values/time';
import { type Lease, leftNow, readClock } from '../shared/clock';
import { ownerValue } from '../shared/ownerValue';
import { vaultDynamodbFacts } from './facts';
import { type VaultDynamodbSettings, vaultDynamodbFields, vaultDynamodbTexts } from './settings';

type Context = LockContext<VaultDynamodbSettings>;

interface State {
  readonly identity: string;
  /** By the holder's wall clock, from before the request that wrote it. Vault itself never reads it. */
  lease: Lease;
  /** The watch has ended, and the renewal ends with it. */
  isLost: boolean;
  isReleased: boolean;
}

export const vaultDynamodb = defineLock<typeof vaultDynamodbFields, State>(vaultDynamodbFacts, {
  ...vaultDynamodbTexts,
  fields: vaultDynamodbFields,
  steps: ['try-lock', 'renew-lock', 'watch-lock', 'unlock'],
  services: () => ['service'],
  quorum: () => 1,
  ownersDiffer: true,
  keysLapse: true,
  hasToken: () => false,
  endedBy: () => 'writer',
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state.lease),
  whenLost: 'at-once',
  source: 'core/locks/vaultDynamodb/lock.ts',
});

/** Tries at each tick until it leads. */
function* acquire(lock: Context): Program<Held<State> | Refused> {
  const identity = yield* ownerValue('random');
  const ticker = yield* newTicker(lock.settings.retryInterval);
  for (;;) {
    yield* nextTick(ticker);
    yield* step('try-lock');
    const lease = yield* leaseOf(lock);
    const absent = ['attribute_not_exists', 'key', 'OR', 'attribute_not_exists', 'Identity', 'OR'];
    const reply = yield* updateItem(lock, identity, absent);
    if (reply.kind === 'ok') return yield* lead(lock, { identity, lease, isLost: false, isReleased: false });
    if (!isRefusal(reply)) return { kind: 'refused', reason: 'error' };
  }
}

function* lead(lock: Context, state: State): Program<Held<State>> {
  yield* fork(renew(lock, state));
  yield* fork(watch(lock, state));
  return { kind: 'held', validFor: yield* leftNow(state.lease), token: null, owner: state.identity, state };
}

/** Writes a new time at each tick. It also overwrites another holder's item that has expired by its own clock. */
function* renew(lock: Context, state: State): Program {
  const ticker = yield* newTicker(lock.settings.renewInterval);
  for (;;) {
    yield* nextTick(ticker);
    if (state.isLost) return;
    yield* step('renew-lock');
    const lease = yield* leaseOf(lock);
    // An absent item has neither attribute, so the condition also checks whether it exists.
    const reply = yield* updateItem(lock, state.identity, []);
    if (reply.kind !== 'ok' || state.isReleased || state.isLost) continue;
    state.lease = lease;
    yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* leftNow(state.lease) });
  }
}

/** Reads at each tick which client owns the item. */
function* watch(lock: Context, state: State): Program {
  const { watchInterval, watchRetries } = lock.settings;
  const ticker = yield* newTicker(watchInterval);
  let failed = 0;
  while (failed < watchRetries) {
    yield* nextTick(ticker);
    yield* step('watch-lock');
    const reply = yield* send(lock, command('GetItem', lock.key));
    if (reply.kind !== 'ok') failed++;
    else if (Array.isArray(reply.value) && reply.value.includes(state.identity)) failed = 0;
    else break;
  }
  state.isLost = true;
  if (!state.isReleased) yield* reportLoss(lock.notice, lock.hold, failed === watchRetries ? 'error' : 'stolen');
}

/** Unlock sends its request even if the lock is lost. Renewal and watch end when the watch finds the item gone. */
function* release(lock: Context, { state }: Held<State>): Program<Reason> {
  state.isReleased = true;
  yield* step('unlock');
  const reply = yield* send(lock, command('DeleteItem', lock.key, 'IF', 'Identity', '=', state.identity));
  if (reply.kind === 'ok') return 'none';
  return isRefusal(reply) ? 'not-owner' : 'error';
}

/** Takes the item if it is its own already, or has expired by its own clock, or `or` holds. */
function* updateItem(lock: Context, identity: string, or: readonly Argument[]): Program<Reply> {
  const time = toWholeMs(yield* now());
  const item = ['Identity', identity, 'Expires', time + lock.settings.ttl];
  const condition = [...or, 'Identity', '=', identity, 'OR', 'Expires', '<=', time];
  return yield* send(lock, command('UpdateItem', lock.key, ...item, 'IF', ...condition));
}

const isRefusal = (reply: Reply): boolean =>
  reply.kind === 'error' && reply.message.startsWith('ConditionalCheckFailed');

/** The SDK sends a failed request again, unless its condition was not met. */
function* send({ settings: { nodeTimeout, retries } }: Context, request: Request): Program<Reply> {
  const timeout = nodeTimeout > 0 ? fromMs(nodeTimeout) : null;
  for (let tried = 0; ; tried++) {
    const reply = yield* call('service', request, { timeout, reconnect: true, lossCloses: true });
    if (reply.kind === 'ok' || isRefusal(reply) || tried === retries) return reply;
    yield* sleep(fromMs(retryDelay * 2 ** tried));
  }
}

const retryDelay: Ms = 50;

function* leaseOf({ settings }: Context): Program<Lease> {
  return { clock: 'wall', from: yield* readClock('wall'), lasts: fromMs(settings.ttl) };
}

/** A ticker of Go: of the ticks that come while no goroutine waits, one is kept and the rest are dropped. */
interface Ticker {
  readonly from: LocalInstant;
  readonly period: Micros;
  nth: number;
}

function* newTicker(period: Ms): Program<Ticker> {
  return { from: yield* mono(), period: fromMs(period), nth: 0 };
}

function* nextTick(ticker: Ticker): Program {
  const passed = elapsed(ticker.from, yield* mono());
  const latest = Math.floor(passed / ticker.period);
  if (latest > ticker.nth) {
    ticker.nth = latest;
    return;
  }
  ticker.nth++;
  yield* sleep(ticker.nth * ticker.period - passed);
}
