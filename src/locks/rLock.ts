/** One RLock of Redisson at one node: the scripts that it sends and how, with a timeout and again when there is no answer. */
import { call, type Inbox, open, type Program } from '../model/effect';
import type { LockContext } from '../model/lock';
import { command, evaluate, isGrant, type Reply, type Request } from '../model/request';
import type { ProcessId } from '../model/scenario';
import { fromMs, type Micros, type Ms } from '../model/time';
import { ownerValue } from './ownerValue';
import { sleepBeforeRetry } from './retry';
import { lockHash } from './scripts/lockHash';
import { lockHashFenced } from './scripts/lockHashFenced';
import { renewHash } from './scripts/renewHash';
import { unlockHash } from './scripts/unlockHash';

export interface RLock {
  readonly node: ProcessId;
  readonly key: string;
  /** The process and its thread: the name of the field. */
  readonly thread: string;
  readonly lease: Ms;
  readonly fenced: boolean;
  readonly sending: {
    readonly nodeTimeout: Ms;
    readonly retries: number;
    readonly retryDelay: Ms;
    readonly retryJitter: Ms;
  };
}

/** `busy`: for so long still, if nobody gives it back; null: without an end. */
export type Answer =
  | { readonly kind: 'taken'; readonly token: number | null }
  | { readonly kind: 'busy'; readonly ttl: Micros | null }
  | { readonly kind: 'failed' };

/** Comes in once, or once more. */
export function* enter(lock: RLock): Program<Answer> {
  const script = lock.fenced ? lockHashFenced : lockHash;
  const keys = lock.fenced ? [lock.key, `redisson_lock_token:{${lock.key}}`] : [lock.key];
  const reply = yield* ask(lock, evaluate(script, keys, [lock.lease, lock.thread]));
  if (reply.kind !== 'ok') return { kind: 'failed' };
  const [ttl, token = -1] = Array.isArray(reply.value) ? reply.value : [reply.value];
  if (script.grants?.(reply.value)) return { kind: 'taken', token: lock.fenced ? Number(token) : null };
  return { kind: 'busy', ttl: Number(ttl) < 0 ? null : fromMs(Number(ttl)) };
}

/** Goes out once. `stranger`: the thread was not inside, for which Redisson throws. */
export function* leave(lock: RLock): Program<'freed' | 'inside' | 'stranger' | 'failed'> {
  const keys = [lock.key, channelOf(lock)];
  const reply = yield* ask(lock, evaluate(unlockHash, keys, [unlockMessage, lock.lease, lock.thread]));
  if (reply.kind !== 'ok') return 'failed';
  if (reply.value === null) return 'stranger';
  return reply.value === 0 ? 'inside' : 'freed';
}

/** A whole lease again, for a thread that is inside. */
export function* renew(lock: RLock): Program<'renewed' | 'gone' | 'failed'> {
  const reply = yield* ask(lock, evaluate(renewHash, [lock.key], [lock.lease, lock.thread]));
  if (reply.kind !== 'ok') return 'failed';
  return isGrant(reply) ? 'renewed' : 'gone';
}

export function* subscribe(lock: RLock): Program<Inbox> {
  return yield* open(lock.node, channelOf(lock), { timeout: fromMs(lock.sending.nodeTimeout) });
}

export function* unsubscribe(lock: RLock): Program {
  yield* ask(lock, command('UNSUBSCRIBE', channelOf(lock)));
}

/** Sent again when nobody answers, as often as is set; a script whose answer was lost is then carried out twice. */
export function* ask({ node, sending }: RLock, request: Request): Program<Reply> {
  for (let retried = 0; ; retried++) {
    const reply = yield* call(node, request, { timeout: fromMs(sending.nodeTimeout) });
    if (reply.kind === 'ok' || reply.kind === 'error' || retried === sending.retries) return reply;
    yield* sleepBeforeRetry(sending);
  }
}

const threadInMemory = 'redisson thread';

/** A process has one name as long as it lives, so a thread that comes again finds itself inside. */
export function* threadName({ memory }: Pick<LockContext<unknown>, 'memory'>): Program<string> {
  const known = memory?.get(threadInMemory);
  if (typeof known === 'string') return known;
  const name = `${yield* ownerValue('random')}:1`;
  memory?.set(threadInMemory, name);
  return name;
}

/** What Redisson publishes when a lock is free. */
const unlockMessage = 0;

const channelOf = ({ key }: RLock): string => `redisson_lock__channel:{${key}}`;
