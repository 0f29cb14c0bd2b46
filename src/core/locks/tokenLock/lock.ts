/**
 * The fencing token as the lock's value, on one node. The client first takes a token, then the lock with it. The token
 * in the key shows a client what to do: an older one means that the client has to wait, a newer one that it slept and
 * was overtaken. Source: "Redis distributed lock design" (2019), the author's own lock.
 */

import { call, type Program, type Reason, step } from '../../model/effects/effect';
import { command, evaluate, isGrant } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused, releasedBy } from '../../model/scenario/lock';
import { nodeId } from '../../model/scenario/processId';
import { fromMs } from '../../model/values/time';
import { type Lease, leftNow, readClock } from '../shared/clock';
import { askFirstNode, firstNode } from '../shared/firstNode';
import { deleteIfOwner } from '../shared/keyRequests';
import { sleepBeforeRetry } from '../shared/retry';
import { tokenLockFacts } from './facts';
import { countAndLock } from './scripts/countAndLock';
import { lockWithToken } from './scripts/lockWithToken';
import { type TokenLockSettings, tokenLockFields, tokenLockTexts } from './settings';

type Context = LockContext<TokenLockSettings>;
type Answer = Held<Lease> | Refused;

export const tokenLock = defineLock<typeof tokenLockFields, Lease>(tokenLockFacts, {
  ...tokenLockTexts,
  fields: tokenLockFields,
  steps: ['incr', 'lock', 'incr-and-lock', 'unlock'],
  services: (_, { counter }) => (counter === 'elsewhere' ? [nodeId(0), nodeId(1)] : [nodeId(0)]),
  quorum: () => 1,
  hasToken: () => true,
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state),
  source: 'core/locks/tokenLock/lock.ts',
});

function* acquire(lock: Context): Program<Answer> {
  const { counter, tries } = lock.settings;
  let token: number | null = null;
  if (counter !== 'inside') {
    yield* step('incr');
    token = yield* takeToken(lock);
    if (token === null) return refused('error');
  }
  for (let tried = 1; ; tried++) {
    const answer = yield* token === null ? countAndTake(lock) : takeWith(lock, token);
    // A client that slept needs a newer token; waiting does not make its own token newer.
    if (answer.kind === 'held' || answer.reason === 'slept' || tried === tries) return answer;
    yield* sleepBeforeRetry(lock.settings);
  }
}

function* takeToken(lock: Context): Program<number | null> {
  const { nodes, settings } = lock;
  const node = (settings.counter === 'elsewhere' ? nodes[1] : undefined) ?? firstNode(lock);
  const reply = yield* call(node, command('INCR', counterKey(lock)), { timeout: fromMs(settings.nodeTimeout) });
  return reply.kind === 'ok' ? Number(reply.value) : null;
}

function* takeWith(lock: Context, token: number): Program<Answer> {
  yield* step('lock');
  const from = yield* readClock('mono');
  const reply = yield* askFirstNode(lock, evaluate(lockWithToken, [lock.key], [token, lock.settings.ttl]));
  if (reply.kind !== 'ok') return refused('error');
  switch (reply.value) {
    case 1:
      return yield* held({ clock: 'mono', from, lasts: fromMs(lock.settings.ttl) }, token);
    case -1:
      return refused('slept');
    default:
      return refused('held');
  }
}

/** One script takes the token and the lock, so no client can sleep between the two. */
function* countAndTake(lock: Context): Program<Answer> {
  yield* step('incr-and-lock');
  const from = yield* readClock('mono');
  const script = evaluate(countAndLock, [lock.key, counterKey(lock)], [lock.settings.ttl]);
  const reply = yield* askFirstNode(lock, script);
  if (reply.kind !== 'ok') return refused('error');
  if (!isGrant(reply)) return refused('held');
  return yield* held({ clock: 'mono', from, lasts: fromMs(lock.settings.ttl) }, Number(reply.value));
}

function* held(lease: Lease, token: number): Program<Held<Lease>> {
  return { kind: 'held', validFor: yield* leftNow(lease), token, owner: String(token), state: lease };
}

function* release(lock: Context, { owner }: Held<Lease>): Program<Reason> {
  yield* step('unlock');
  const reply = yield* askFirstNode(lock, deleteIfOwner([lock.key], owner, lock.settings));
  return releasedBy(reply, 'not-owner');
}

const counterKey = ({ key }: Context): string => `${key}:token`;
