/**
 * The lock of the DynamoDB Lock Client. An item names its owner, the length of the lease and a version, but no time. A
 * waiter reads it repeatedly, and takes it over once its own stopwatch has seen one version for a whole lease. A
 * thread of the holder's process gives the item a new version at each heartbeat. Only that thread learns that the lock
 * is gone. A released item is deleted, as is the library's default. Left out: session monitors, sort keys, data and
 * shouldSkipBlockingWait. Source: AmazonDynamoDBLockClient.java and LockItem.java of
 * awslabs/amazon-dynamodb-lock-client at 601eab15.
 */
import {
  cancel,
  fork,
  join,
  mark,
  mono,
  type Program,
  type Reason,
  random,
  sleep,
  step,
  type Task,
} from '../../model/effects/effect';
import { defineLock, type Held, type LockContext, type Refused } from '../../model/scenario/lock';
import { elapsed, fromMs, type LocalInstant } from '../../model/values/time';
import { type Lease, leftNow, type Reading, readClock } from '../shared/clock';
import { ownerValue } from '../shared/ownerValue';
import { dynamodbLockFacts } from './facts';
import { type Failure, type LockItem, moreThan, readItem, writeItem } from './item';
import { type DynamodbLockSettings, dynamodbLockFields, dynamodbLockTexts, warnings } from './settings';

type Context = LockContext<DynamodbLockSettings>;

interface State {
  readonly owner: string;
  version: string;
  /** By the holder's own stopwatch, from before the request that wrote it. isExpired reads it without a request. */
  lease: Lease;
  heartbeats: Task | null;
  /** A heartbeat is on its way. The release waits for its answer. */
  isBeating: boolean;
  isReleased: boolean;
}

export const dynamodbLock = defineLock<typeof dynamodbLockFields, State>(dynamodbLockFacts, {
  ...dynamodbLockTexts,
  fields: dynamodbLockFields,
  warnings,
  steps: ['get-item', 'put-item', 'heartbeat', 'delete-item'],
  services: () => ['service'],
  quorum: () => 1,
  keysLapse: true,
  hasToken: () => false,
  endedBy: () => 'observer',
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state.lease),
  source: 'core/locks/dynamodbLock/lock.ts',
});

/** Waits as long as the settings say, plus one lease if it has found an item. */
function* acquire(lock: Context): Program<Held<State> | Refused> {
  const { owner, since } = yield* clientOf(lock);
  const from = yield* readClock('mono');
  let waiting: Lease = { clock: 'mono', from, lasts: moreThan(lock.settings.additionalTime) };
  let lastItem: LockItem | null = null;
  for (;;) {
    yield* step('get-item');
    const item = yield* readItem(lock);
    let failed: Reason = 'held';
    if (item === 'unavailable') return { kind: 'refused', reason: 'error' };
    if (item === 'no-answer') failed = 'error';
    else if (item === null || (yield* isOver(lastItem, item))) {
      const state = yield* put(lock, owner, item);
      if (typeof state !== 'string') return yield* held(lock, state, since);
      if (state === 'unavailable') return { kind: 'refused', reason: 'error' };
      if (state === 'no-answer') failed = 'error';
    } else if (lastItem === null) {
      lastItem = item;
      waiting = { ...waiting, lasts: waiting.lasts + item.lease.lasts };
    } else if (lastItem.version !== item.version) lastItem = item;
    if ((yield* leftNow(waiting)) === 0) return { kind: 'refused', reason: failed };
    yield* sleep(fromMs(lock.settings.refreshPeriod));
  }
}

/** Whether the version that was seen first is still there, and its lease has run out since then. */
function* isOver(lastItem: LockItem | null, item: LockItem): Program<boolean> {
  return lastItem?.version === item.version && (yield* leftNow(lastItem.lease)) === 0;
}

/** Writes its own item where there is none, or over the version that has not changed. */
function* put(lock: Context, owner: string, oldItem: LockItem | null): Program<State | Failure> {
  const { leaseDuration } = lock.settings;
  const version = yield* newVersion();
  yield* step('put-item');
  const from = yield* readClock('mono');
  const condition =
    oldItem === null
      ? ['attribute_not_exists', 'key']
      : ['attribute_exists', 'key', 'AND', 'recordVersionNumber', '=', oldItem.version];
  const item = ['ownerName', owner, 'leaseDuration', leaseDuration, 'recordVersionNumber', version];
  const failure = yield* writeItem(lock, 'PutItem', [...item, 'IF', ...condition]);
  if (failure !== null) return failure;
  return { owner, version, lease: leaseFrom(lock, from), heartbeats: null, isBeating: false, isReleased: false };
}

function* held(lock: Context, state: State, since: LocalInstant): Program<Held<State>> {
  state.heartbeats = yield* fork(heartbeats(lock, state, since));
  return { kind: 'held', validFor: yield* leftNow(state.lease), token: null, owner: state.owner, state };
}

/** The thread wakes each period, whether or not there is a lock. */
function* heartbeats(lock: Context, state: State, since: LocalInstant): Program {
  const period = fromMs(lock.settings.heartbeatPeriod);
  yield* sleep(period - (elapsed(since, yield* mono()) % period));
  for (;;) {
    const beat: Lease = { clock: 'mono', from: yield* readClock('mono'), lasts: period };
    state.isBeating = true;
    const goesOn = yield* sendHeartbeat(lock, state);
    state.isBeating = false;
    if (!goesOn || state.isReleased) return;
    yield* sleep(yield* leftNow(beat));
  }
}

/** Returns false when the lock is gone, which only the thread's log reports. */
function* sendHeartbeat(lock: Context, state: State): Program<boolean> {
  const { leaseDuration, holdLockOnServiceUnavailable } = lock.settings;
  if ((yield* leftNow(state.lease)) === 0) return false;
  const version = yield* newVersion();
  yield* step('heartbeat');
  const from = yield* readClock('mono');
  const changes = ['leaseDuration', leaseDuration, 'recordVersionNumber', version];
  const failure = yield* writeItem(lock, 'UpdateItem', [...changes, ...ifMine(state)]);
  if (failure === 'condition') return false;
  if (failure === null) state.version = version;
  else if (failure !== 'unavailable' || !holdLockOnServiceUnavailable) return true;
  state.lease = leaseFrom(lock, failure === null ? from : yield* readClock('mono'));
  yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* leftNow(state.lease) });
  return true;
}

function* release(lock: Context, { state }: Held<State>): Program<Reason> {
  state.isReleased = true;
  if (state.heartbeats !== null) {
    if (state.isBeating) yield* join(state.heartbeats);
    else yield* cancel(state.heartbeats);
  }
  yield* step('delete-item');
  const failure = yield* writeItem(lock, 'DeleteItem', ifMine(state));
  if (failure === null) return 'none';
  return failure === 'condition' ? 'not-owner' : 'error';
}

/** The condition names itself as the owner and the version that it wrote last. */
const ifMine = ({ owner, version }: State): readonly string[] => [
  'IF',
  'attribute_exists',
  'key',
  'AND',
  'recordVersionNumber',
  '=',
  version,
  'AND',
  'ownerName',
  '=',
  owner,
];

const leaseFrom = ({ settings }: Context, from: Reading): Lease => ({
  clock: 'mono',
  from,
  lasts: fromMs(settings.leaseDuration),
});

/**
 * A random name for each version, a UUID in the library. With growing numbers, threads could steal each other's lock.
 */
function* newVersion(): Program<string> {
  return (yield* random('version', 2 ** 32)).toString(16).padStart(8, '0');
}

/** A process has one name, and one heartbeat thread, which has run since its first acquire. */
class LockClient {
  constructor(
    readonly owner: string,
    readonly since: LocalInstant,
  ) {}
}

function* clientOf({ memory }: Context): Program<LockClient> {
  const storedClient = memory?.get(clientInMemory);
  if (storedClient instanceof LockClient) return storedClient;
  const client = new LockClient(yield* ownerValue('random'), yield* mono());
  memory?.set(clientInMemory, client);
  return client;
}

const clientInMemory = 'lock client';
