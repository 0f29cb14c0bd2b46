/**
 * SETNX, GET and GETSET: the value of the key is the moment when the lock ends, by the clock of the client that wrote
 * it. The server expires nothing. Each client compares the stamp with its own clock, so clocks that differ decide who
 * holds the lock. The key does not say who owns it. A client that loses the race of GETSET has still changed the
 * winner's stamp. Source: "On distributed locks" (2020), the second of its Redis locks.
 */

import { now, type Program, type Reason, step } from '../../model/effects/effect';
import { command, isGrant } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused, releasedBy } from '../../model/scenario/lock';
import { nodeId } from '../../model/scenario/processId';
import { fromMs, type Micros, type Ms, toWholeMs } from '../../model/values/time';
import { askFirstNode } from '../shared/firstNode';
import { sleepBeforeRetry } from '../shared/retry';
import { setnxGetsetFacts } from './facts';
import { type SetnxGetsetSettings, setnxGetsetFields, setnxGetsetTexts } from './settings';

type Context = LockContext<SetnxGetsetSettings>;

/** When the lock ends, in ms by this client's wall clock. */
interface Stamp {
  readonly over: Ms;
}

/** `vanished`: the key was deleted between SETNX and GET. */
type Answer = Held<Stamp> | Refused | { readonly kind: 'vanished' };

export const setnxGetset = defineLock<typeof setnxGetsetFields, Stamp>(setnxGetsetFacts, {
  ...setnxGetsetTexts,
  fields: setnxGetsetFields,
  steps: ['setnx', 'get', 'stamp', 'getset', 'compare-time', 'del'],
  services: () => [nodeId(0)],
  hasToken: () => false,
  endedBy: () => 'writer',
  keysLapse: true,
  acquire,
  release,
  remaining,
  source: 'core/locks/setnxGetset/lock.ts',
});

function* acquire(lock: Context): Program<Held<Stamp> | Refused> {
  for (let tried = 1; ; tried++) {
    const answer = yield* tryOnce(lock);
    if (answer.kind === 'held') return answer;
    if (tried === lock.settings.tries) return answer.kind === 'refused' ? answer : refused('gone');
    if (answer.kind === 'refused') yield* sleepBeforeRetry(lock.settings);
  }
}

function* tryOnce(lock: Context): Program<Answer> {
  const { key, settings } = lock;

  yield* step('setnx');
  const first = (yield* wallMs()) + settings.ttl;
  const set = yield* askFirstNode(lock, command('SETNX', key, first));
  if (isGrant(set)) return yield* held(first);
  if (set.kind !== 'ok') return refused('error');

  yield* step('get');
  const reply = yield* askFirstNode(lock, command('GET', key));
  if (reply.kind !== 'ok') return refused('error');
  if (reply.value === null) return { kind: 'vanished' };
  if (Number(reply.value) >= (yield* wallMs())) return refused('held');

  yield* step('stamp');
  const second = (yield* wallMs()) + settings.ttl;

  yield* step('getset');
  const before = yield* askFirstNode(lock, command('GETSET', key, second));
  if (before.kind !== 'ok') return refused('error');
  return before.value === reply.value ? yield* held(second) : refused('held');
}

function* held(over: Ms): Program<Held<Stamp>> {
  const state = { over };
  return { kind: 'held', validFor: yield* left(state), token: null, owner: String(over), state };
}

/**
 * Deletes the key only while the client's own time is not over. Until then the key should still be its own, unless
 * another client changed it in between.
 */
function* release(lock: Context, { state }: Held<Stamp>): Program<Reason> {
  if (lock.settings.comparesTime) {
    yield* step('compare-time');
    if ((yield* left(state)) === 0) return 'expired';
  }
  yield* step('del');
  const reply = yield* askFirstNode(lock, command('DEL', lock.key));
  return releasedBy(reply, 'gone');
}

function* remaining(_: Context, { state }: Held<Stamp>): Program<Micros> {
  return yield* left(state);
}

/** At least 0, because −1 means `forever`. */
function* left({ over }: Stamp): Program<Micros> {
  return Math.max(0, fromMs(over - (yield* wallMs())));
}

function* wallMs(): Program<Ms> {
  return toWholeMs(yield* now());
}
