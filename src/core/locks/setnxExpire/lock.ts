/**
 * SETNX, then EXPIRE, as before one SET could do both. A client that stops between the two leaves a key that never
 * expires. Every value is the same, and the release deletes whatever it finds. Source: "On distributed locks" (2020),
 * the first of its Redis locks.
 */

import { type Program, type Reason, step } from '../../model/effects/effect';
import { command, isGrant } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, releasedBy } from '../../model/scenario/lock';
import { nodeId } from '../../model/scenario/processId';
import { fromMs } from '../../model/values/time';
import { type Lease, leftNow, readClock } from '../shared/clock';
import { askFirstNode } from '../shared/firstNode';
import { untilHeld } from '../shared/retry';
import { setnxExpireFacts } from './facts';
import { type SetnxExpireSettings, setnxExpireFields, setnxExpireTexts } from './settings';

type Context = LockContext<SetnxExpireSettings>;

/** Every client writes this value into the key. */
const value = 1;

export const setnxExpire = defineLock<typeof setnxExpireFields, Lease>(setnxExpireFacts, {
  ...setnxExpireTexts,
  fields: setnxExpireFields,
  steps: ['setnx', 'expire', 'del'],
  services: () => [nodeId(0)],
  hasToken: () => false,
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state),
  source: 'core/locks/setnxExpire/lock.ts',
});

function* acquire(lock: Context): Program<Held<Lease> | Refused> {
  return yield* untilHeld(lock.settings, () => tryOnce(lock));
}

function* tryOnce(lock: Context): Program<Held<Lease> | Refused> {
  const { key, settings } = lock;

  yield* step('setnx');
  const set = yield* askFirstNode(lock, command('SETNX', key, value));
  if (!isGrant(set)) return { kind: 'refused', reason: set.kind === 'ok' ? 'held' : 'error' };

  yield* step('expire');
  const from = yield* readClock('mono');
  const expiring = yield* askFirstNode(lock, command('EXPIRE', key, settings.expire));
  if (expiring.kind !== 'ok') return { kind: 'refused', reason: 'error' };

  const state: Lease = { clock: 'mono', from, lasts: fromMs(settings.expire * 1000) };
  return { kind: 'held', validFor: yield* leftNow(state), token: null, owner: String(value), state };
}

function* release(lock: Context): Program<Reason> {
  yield* step('del');
  const reply = yield* askFirstNode(lock, command('DEL', lock.key));
  return releasedBy(reply, 'gone');
}
