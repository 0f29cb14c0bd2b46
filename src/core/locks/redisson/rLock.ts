/**
 * One RLock of Redisson at one node: the scripts that it sends, their timeout, the retries without an answer, and the
 * check that a replica has the lock.
 */
import { type CallOptions, call, fork, type Inbox, open, type Program, random } from '../../model/effects/effect';
import { command, evaluate, isGrant, isGrantTo, type Reply, type Request } from '../../model/effects/request';
import type { LockContext } from '../../model/scenario/lock';
import type { ProcessId } from '../../model/scenario/processId';
import { fromMs, type Micros, type Ms } from '../../model/values/time';
import { type Reading, readClock } from '../shared/clock';
import { ownerValue } from '../shared/ownerValue';
import { sleepBeforeRetry } from '../shared/retry';
import { lockHash } from './scripts/lockHash';
import { lockHashFenced } from './scripts/lockHashFenced';
import { renewHash } from './scripts/renewHash';
import { unlockHash } from './scripts/unlockHash';
import { unlockHashLatched } from './scripts/unlockHashLatched';

export interface RLock {
  readonly node: ProcessId;
  readonly key: string;
  /** The process and its thread: the name of the field in the hash. */
  readonly thread: string;
  readonly lease: Ms;
  readonly requests: Requests;
  readonly sending: Sending;
  readonly options: CallOptions;
  /** How many replicas the node had when it was last asked. Null: ask it. Redisson keeps this number per node. */
  replicas: number | null;
}

/** One thread always sends the same requests for its lock, so they are made once. */
interface Requests {
  readonly enter: Request;
  readonly leave: Request;
  readonly renew: Request;
  readonly unsubscribe: Request;
  readonly channel: string;
}

interface Sending {
  readonly nodeTimeout: Ms;
  readonly retries: number;
  readonly retryDelay: Ms;
  readonly retryJitter: Ms;
  readonly firstSooner: boolean;
  /** Whether an unanswered lock or unlock script is sent again. A renewal always is. */
  readonly lockResent: boolean;
  readonly unlockResent: boolean;
  readonly unlockLatch: boolean;
  readonly checkLockSyncedSlaves: 'off' | 'counted' | 'remembered';
  readonly slavesSyncTimeout: Ms;
}

interface Terms {
  readonly key: string;
  readonly thread: string;
  readonly lease: Ms;
  readonly fenced: boolean;
  /** Whether Redisson was set up for nodes with replicas. If not, it checks no replicas. */
  readonly replicated: boolean;
}

/** One RLock on each of the nodes, in their order. */
export function rLocksOn(nodes: readonly ProcessId[], terms: Terms, sending: Sending): readonly RLock[] {
  const { key, thread, lease } = terms;
  const requests = requestsFor(terms);
  const options: CallOptions = { timeout: fromMs(sending.nodeTimeout) };
  const isChecked = terms.replicated && sending.checkLockSyncedSlaves !== 'off';
  const replicas = isChecked ? null : 0;
  return nodes.map((node) => ({ node, key, thread, lease, requests, sending, options, replicas }));
}

function requestsFor({ key, thread, lease, fenced }: Terms): Requests {
  const channel = `redisson_lock__channel:{${key}}`;
  return {
    enter: fenced
      ? evaluate(lockHashFenced, [key, `redisson_lock_token:{${key}}`], [lease, thread])
      : evaluate(lockHash, [key], [lease, thread]),
    leave: evaluate(unlockHash, [key, channel], [unlockMessage, lease, thread]),
    renew: evaluate(renewHash, [key], [lease, thread]),
    unsubscribe: command('UNSUBSCRIBE', channel),
    channel,
  };
}

/**
 * `taken`: when the script was sent, which is when its lease begins. `busy`: how long the lock lasts if it is not
 * released. Null: forever.
 */
export type Answer =
  | { readonly kind: 'taken'; readonly token: number | null; readonly from: Reading }
  | { readonly kind: 'busy'; readonly ttl: Micros | null }
  | { readonly kind: 'failed' };

const failed: Answer = { kind: 'failed' };

/**
 * Takes the lock, or counts one more entry of a thread that is inside. If the node has replicas and none of them has
 * it in time, gives it back and tries again.
 */
export function* enter(lock: RLock): Program<Answer> {
  for (let tried = 0; ; tried++) {
    const replicas = lock.replicas ?? (yield* countReplicas(lock));
    if (replicas === null) return failed;
    const answer = yield* enterOnce(lock);
    // A refused script has written nothing that a replica could lack.
    if (answer.kind !== 'taken' || replicas === 0) return answer;

    const synced = yield* waitForReplicas(lock, replicas);
    if (synced === null) return failed;
    if (synced > 0) return answer;
    yield* leave(lock);
    if (tried === lock.sending.retries) return failed;
    yield* sleepBeforeRetry(lock.sending);
  }
}

/** Asks the node how many replicas are connected. Null: it does not answer. */
function* countReplicas(lock: RLock): Program<number | null> {
  const reply = yield* ask(lock, command('INFO', 'replication'), lock.options);
  if (reply.kind !== 'ok') return null;
  const count = Number(/connected_slaves:(\d+)/.exec(String(reply.value))?.[1] ?? 0);
  if (lock.sending.checkLockSyncedSlaves === 'remembered') lock.replicas = count;
  return count;
}

/** Returns how many replicas have the lock when all have it or the time is up. Null: the node does not answer. */
function* waitForReplicas(lock: RLock, replicas: number): Program<number | null> {
  const { nodeTimeout, slavesSyncTimeout } = lock.sending;
  const request = command('WAIT', replicas, slavesSyncTimeout);
  const reply = yield* ask(lock, request, { timeout: fromMs(nodeTimeout + slavesSyncTimeout) });
  if (reply.kind !== 'ok') return null;
  const synced = Number(reply.value);
  if (synced !== replicas) lock.replicas = null;
  return synced;
}

function* enterOnce(lock: RLock): Program<Answer> {
  const from = yield* readClock('mono');
  const first = yield* call(lock.node, lock.requests.enter, lock.options);
  const reply = isSilence(first) ? yield* again(lock, lock.requests.enter, first, lock.sending.lockResent) : first;
  if (reply.kind !== 'ok') return failed;
  const { value } = reply;
  // The fenced script answers with a list: the time and the token.
  if (isGrantTo(lock.requests.enter, reply))
    return { kind: 'taken', token: Array.isArray(value) ? Number(value[1]) : null, from };
  const ms = Number(Array.isArray(value) ? value[0] : value);
  return { kind: 'busy', ttl: ms < 0 ? null : fromMs(ms) };
}

/** Gives one entry back. `stranger`: the thread was not inside, and Redisson throws. */
export function* leave(lock: RLock): Program<'freed' | 'inside' | 'stranger' | 'failed'> {
  const latch = lock.sending.unlockLatch ? yield* newLatch(lock) : null;
  const request = latch === null ? lock.requests.leave : leaveOnce(lock, latch);
  const first = yield* call(lock.node, request, lock.options);
  const reply = isSilence(first) ? yield* again(lock, request, first, lock.sending.unlockResent) : first;
  // Redisson does not await this result.
  if (latch !== null && reply.kind === 'ok') yield* fork(takeAway(lock, latch));
  if (reply.kind !== 'ok') return 'failed';
  if (reply.value === null) return 'stranger';
  return reply.value === 0 ? 'inside' : 'freed';
}

/** Asks for a whole lease again, for a thread that is inside. */
export function* renew(lock: RLock): Program<'renewed' | 'gone' | 'failed'> {
  const reply = yield* ask(lock, lock.requests.renew, lock.options);
  if (reply.kind !== 'ok') return 'failed';
  return isGrant(reply) ? 'renewed' : 'gone';
}

export function* subscribe({ node, requests, options }: RLock): Program<Inbox> {
  return yield* open(node, requests.channel, options);
}

export function* unsubscribe(lock: RLock): Program {
  yield* call(lock.node, lock.requests.unsubscribe, lock.options);
}

/** The name of the key that keeps the answer to one unlock. */
function* newLatch({ key }: RLock): Program<string> {
  const request = (yield* random('request', 2 ** 32)).toString(16).padStart(8, '0');
  return `redisson_unlock_latch:{${key}}:${request}`;
}

function leaveOnce({ key, thread, lease, requests, sending }: RLock, latch: string): Request {
  const latchLasts = Math.max(1, (sending.nodeTimeout + sending.retryDelay) * sending.retries);
  return evaluate(unlockHashLatched, [key, requests.channel, latch], [unlockMessage, lease, thread, latchLasts]);
}

function* takeAway({ node, options }: RLock, latch: string): Program {
  yield* call(node, command('DEL', latch), options);
}

/** Sends a request that may be carried out twice. */
function* ask(lock: RLock, request: Request, options: CallOptions): Program<Reply> {
  const first = yield* call(lock.node, request, options);
  return isSilence(first) ? yield* again(lock, request, first, true, options) : first;
}

/**
 * Sends the request again without an answer, as often as the settings say. A script whose answer was lost is then
 * carried out twice. Without resending, it is only sent again if the connection was refused or closed.
 */
function* again(
  lock: RLock,
  request: Request,
  first: Reply,
  isResent: boolean,
  options = lock.options,
): Program<Reply> {
  const { node, sending } = lock;
  let reply = first;
  const isDue = () => reply.kind === 'closed' || (isResent && reply.kind === 'timeout');
  for (let retried = 0; retried < sending.retries && isDue(); retried++) {
    yield* sleepBeforeRetry(retried === 0 && sending.firstSooner ? halved(sending) : sending);
    reply = yield* call(node, request, options);
  }
  return reply;
}

const halved = ({ retryDelay, retryJitter }: Sending): Pick<Sending, 'retryDelay' | 'retryJitter'> => ({
  retryDelay: retryDelay / 2,
  retryJitter: retryJitter / 2,
});

const isSilence = ({ kind }: Reply): boolean => kind === 'timeout' || kind === 'closed';

const threadInMemory = 'redisson thread';

/**
 * The name of this thread. A process keeps one name as long as it lives, so a thread that returns finds itself
 * inside.
 */
export function* threadName({ memory }: Pick<LockContext<unknown>, 'memory'>): Program<string> {
  const storedName = memory?.get(threadInMemory);
  if (typeof storedName === 'string') return storedName;
  const name = `${yield* ownerValue('random')}:1`;
  memory?.set(threadInMemory, name);
  return name;
}

/** The message that Redisson publishes when a lock is free. */
const unlockMessage = 0;
