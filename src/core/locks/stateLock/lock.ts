/**
 * The lock of a Terraform or OpenTofu state: an object with the id of its holder, which a client creates only if it
 * does not exist yet. It never expires. The unlock in S3 reads, compares the id, and deletes without a condition, in
 * two requests; `force-unlock ID` is the same unlock with another client's id. Left out: the table in DynamoDB, the
 * checksum of the state, and the question "Do you really want to force-unlock?".
 * Source: OpenTofu at 49975d7c, internal/backend/remote-state/s3/client.go (s3Lock, s3Unlock), and at 184242c8,
 * internal/states/statemgr/locker.go (LockWithContext); Terraform, gcs/client.go (unlock by generation).
 */

import { call, forever, mono, type Program, type Reason, sleep, step } from '../../model/effects/effect';
import { command, type Reply, type Request } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused } from '../../model/scenario/lock';
import { elapsed, fromMs, type LocalInstant, type Ms } from '../../model/values/time';
import { ownerValue } from '../shared/ownerValue';
import { stateLockFacts } from './facts';
import { type StateLockSettings, stateLockFields, stateLockTexts } from './settings';

type Context = LockContext<StateLockSettings>;

/** The lock object as a client has read it. */
interface LockInfo {
  readonly id: string;
  readonly generation: number;
}

export const stateLock = defineLock<typeof stateLockFields, LockInfo>(stateLockFacts, {
  ...stateLockTexts,
  fields: stateLockFields,
  steps: ['create-lock', 'read-lock', 'read-own', 'delete-lock'],
  services: () => ['service'],
  quorum: () => 1,
  ownersDiffer: true,
  keysLapse: ({ forced }) => forced === 'after' || undefined,
  hasToken: () => false,
  endedBy: () => 'nobody',
  acquire,
  release,
  *remaining() {
    return forever;
  },
  source: 'core/locks/stateLock/lock.ts',
});

function* acquire(lock: Context): Program<Held<LockInfo> | Refused> {
  const { lockTimeout, knowsOwn } = lock.settings;
  const began = yield* mono();
  const id = yield* ownerValue('random');
  for (let delay = delayFirst; ; delay = Math.min(delay * 2, delayMost)) {
    yield* step('create-lock');
    const reply = yield* ask(lock, command('PUT OBJECT', lock.key, 'If-None-Match:*', id));
    if (reply.kind === 'ok') return held({ id, generation: generationIn(reply) });

    yield* step('read-lock');
    const lockInfo = yield* readLock(lock);
    if (typeof lockInfo === 'string') return refused('error');
    if (knowsOwn && lockInfo.id === id) return held(lockInfo);
    if (yield* isForced(lock, lockInfo)) yield* unlock(lock, lockInfo);
    else {
      const left = fromMs(lockTimeout) - elapsed(began, yield* mono());
      if (left <= 0) return refused('held');
      yield* sleep(Math.min(fromMs(delay), left));
    }
  }
}

const delayFirst: Ms = 1000;
const delayMost: Ms = 16_000;

const held = (state: LockInfo): Held<LockInfo> => ({
  kind: 'held',
  validFor: forever,
  token: null,
  owner: state.id,
  state,
});

/** Whether a person has seen this id for long enough. The next job shows the same id again. */
function* isForced({ memory, settings: { forced, forceAfter } }: Context, { id }: LockInfo): Program<boolean> {
  const at = yield* mono();
  const since = memory?.get(id) ?? at;
  memory?.set(id, since);
  return forced === 'after' && elapsed(since as LocalInstant, at) >= fromMs(forceAfter);
}

function* release(lock: Context, { state }: Held<LockInfo>): Program<Reason> {
  return yield* unlock(lock, state);
}

/** Also what force-unlock does, with another client's id. */
function* unlock(lock: Context, { id, generation }: LockInfo): Program<Reason> {
  const isConditional = lock.settings.deletes === 'on-condition';
  if (!isConditional) {
    yield* step('read-own');
    const lockInfo = yield* readLock(lock);
    if (typeof lockInfo === 'string') return lockInfo;
    if (lockInfo.id !== id) return 'stolen';
  }
  yield* step('delete-lock');
  const condition = isConditional ? `If-Generation-Match:${generation}` : 'unconditional';
  const reply = yield* ask(lock, command('DELETE OBJECT', lock.key, condition));
  if (reply.kind === 'ok') return 'none';
  return reply.kind === 'error' ? 'stolen' : 'error';
}

function* readLock(lock: Context): Program<LockInfo | 'gone' | 'error'> {
  const reply = yield* ask(lock, command('GET OBJECT', lock.key));
  if (reply.kind !== 'ok' || !Array.isArray(reply.value)) return reply.kind === 'error' ? 'gone' : 'error';
  const [, generation, id] = reply.value;
  return { id: String(id), generation: Number(generation) };
}

const generationIn = ({ value }: Extract<Reply, { readonly kind: 'ok' }>): number =>
  Array.isArray(value) ? Number(value[1]) : 0;

function* ask({ settings: { nodeTimeout, resends } }: Context, request: Request): Program<Reply> {
  return yield* call('service', request, { timeout: fromMs(nodeTimeout), resends, reconnect: true });
}
