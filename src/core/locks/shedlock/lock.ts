/**
 * ShedLock over one Redis, for scheduled jobs. A scheduler asks once, and skips the run if another one has the lock.
 * Unless `safeUpdate` is on, unlock and extension do not check whose key it is. Source:
 * InternalRedisLockProvider.java of ShedLock 7.9 (2495b14).
 */

import { type Program, type Reason, step } from '../../model/effects/effect';
import { command, isGrant, type Reply } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, releasedBy } from '../../model/scenario/lock';
import { nodeId } from '../../model/scenario/processId';
import { type Ms, toWholeMs } from '../../model/values/time';
import { leftNow, readClock } from '../shared/clock';
import { askFirstNode } from '../shared/firstNode';
import { deleteIfOwner, extendIfOwner, setIfAbsent } from '../shared/keyRequests';
import { ownerValue } from '../shared/ownerValue';
import { type Extended, newState, refused, type ShedlockState, startExtending, stopExtending } from './extension';
import { shedlockFacts } from './facts';
import { type ShedlockSettings, shedlockFields, shedlockTexts, warnings } from './settings';

type Context = LockContext<ShedlockSettings>;

export const shedlock = defineLock<typeof shedlockFields, ShedlockState>(shedlockFacts, {
  ...shedlockTexts,
  fields: shedlockFields,
  warnings,
  steps: ['create-lock', 'extend', 'unlock', 'keep'],
  services: () => [nodeId(0)],
  ownersDiffer: true,
  hasToken: () => false,
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state.lease),
  whenLost: 'at-once',
  source: 'core/locks/shedlock/lock.ts',
});

function* acquire(lock: Context): Program<Held<ShedlockState> | Refused> {
  const owner = yield* ownerValue('random');
  const createdAt = yield* readClock('wall');

  yield* step('create-lock');
  const reply = yield* askFirstNode(lock, setIfAbsent([lock.key], owner, lock.settings.lockAtMostFor));
  if (!isGrant(reply)) return refused(lock.settings, reply.kind === 'ok' ? 'held' : 'error');

  const state = newState(lock.settings, createdAt);
  yield* startExtending(lock, state, () => extend(lock, owner));
  return { kind: 'held', validFor: yield* leftNow(state.lease), token: null, owner, state };
}

function* extend(lock: Context, owner: string): Program<Extended> {
  yield* step('extend');
  const reply = yield* setExpiration(lock, owner, lock.settings.lockAtMostFor);
  if (reply.kind !== 'ok') return null;
  if (isGrant(reply)) return 'yes';
  return lock.settings.safeUpdate ? 'not-owner' : 'gone';
}

/** SET XX overwrites any client's value with its own. */
function* setExpiration(lock: Context, owner: string, ttl: Ms): Program<Reply> {
  const { key, settings } = lock;
  const request = settings.safeUpdate ? extendIfOwner([key], owner, ttl) : command('SET', key, owner, 'XX', 'PX', ttl);
  return yield* askFirstNode(lock, request);
}

function* release(lock: Context, { owner, state }: Held<ShedlockState>): Program<Reason> {
  yield* stopExtending(state);
  // The library throws IllegalStateException: "it has already been unlocked or extended".
  if (state.refused !== 'none') return state.refused;

  const keepFor = toWholeMs(yield* leftNow(state.atLeast));
  const reply = keepFor > 0 ? yield* keep(lock, owner, keepFor) : yield* unlock(lock, owner);
  return releasedBy(reply, lock.settings.safeUpdate ? 'not-owner' : 'gone');
}

/** lockAtLeastFor is not over, so the lock stays for the rest of it. */
function* keep(lock: Context, owner: string, keepFor: Ms): Program<Reply> {
  yield* step('keep');
  return yield* setExpiration(lock, owner, keepFor);
}

function* unlock(lock: Context, owner: string): Program<Reply> {
  const { key, settings } = lock;
  yield* step('unlock');
  return yield* askFirstNode(lock, settings.safeUpdate ? deleteIfOwner([key], owner, settings) : command('DEL', key));
}
