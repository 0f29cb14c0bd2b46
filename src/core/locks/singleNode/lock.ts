/**
 * A lock on one Redis node: one SET, and a release that deletes the key only while it is still the client's own. The
 * settings bring back what the articles warn about: no expiry, a fixed value, a bare DEL. Source: redis.io,
 * "Distributed Locks with Redis", the single instance.
 */

import { call, type Program, type Reason, step } from '../../model/effects/effect';
import { command, isGrant, type Request } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused, releasedBy } from '../../model/scenario/lock';
import { nodeId } from '../../model/scenario/processId';
import { fromMs } from '../../model/values/time';
import { type Lease, leftNow, readClock } from '../shared/clock';
import { countAtFirstNode } from '../shared/counterToken';
import { askFirstNode, firstNode } from '../shared/firstNode';
import { deleteIfOwner, setIfAbsent } from '../shared/keyRequests';
import { ownerValue } from '../shared/ownerValue';
import { untilHeld } from '../shared/retry';
import { singleNodeFacts } from './facts';
import { type SingleNodeSettings, singleNodeFields, singleNodeTexts } from './settings';

type Context = LockContext<SingleNodeSettings>;

/** Null: the key does not expire. */
type State = Lease | null;

export const singleNode = defineLock<typeof singleNodeFields, State>(singleNodeFacts, {
  ...singleNodeTexts,
  fields: singleNodeFields,
  steps: ['set', 'wait', 'token', 'compare', 'delete'],
  services: () => [nodeId(0)],
  ownersDiffer: ({ value }) => value === 'random',
  hasToken: ({ token }) => token !== 'none',
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state),
  source: 'core/locks/singleNode/lock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const owner = yield* ownerValue(lock.settings.value);
  return yield* untilHeld(lock.settings, () => tryOnce(lock, owner));
}

function* tryOnce(lock: Context, owner: string): Program<Held<State> | Refused> {
  const { key, settings } = lock;
  const startedAt = yield* readClock(settings.clock);

  yield* step('set');
  const set = yield* askFirstNode(lock, setRequest(lock, owner));
  if (!isGrant(set)) return refused(set.kind === 'ok' ? 'held' : 'error');

  if (settings.wait !== 'none') {
    yield* step('wait');
    const replicas = yield* waitForReplicas(lock);
    if (settings.wait === 'checked' && replicas < settings.waitReplicas) {
      yield* giveBack(lock, owner);
      return refused('no-quorum');
    }
  }

  let token: number | null = null;
  if (settings.token === 'counter') {
    yield* step('token');
    const options = { timeout: fromMs(settings.nodeTimeout) };
    token = yield* countAtFirstNode({ nodes: lock.nodes, key, options, start: settings.counterStart });
    if (token === null) {
      yield* giveBack(lock, owner);
      return refused('error');
    }
  }

  const state =
    settings.expiry === 'none' ? null : { clock: settings.clock, from: startedAt, lasts: fromMs(settings.ttl) };
  return { kind: 'held', validFor: yield* leftNow(state), token, owner, state };
}

const setRequest = ({ key, settings }: Context, owner: string): Request =>
  settings.expiry === 'none' ? command('SET', key, owner, 'NX') : setIfAbsent([key], owner, settings.ttl);

/** Returns how many replicas have the key, or 0 when WAIT was not answered. */
function* waitForReplicas(lock: Context): Program<number> {
  const { waitReplicas, waitTimeout, nodeTimeout } = lock.settings;
  const reply = yield* call(firstNode(lock), command('WAIT', waitReplicas, waitTimeout), {
    timeout: fromMs(waitTimeout + nodeTimeout),
  });
  return reply.kind === 'ok' ? Number(reply.value) : 0;
}

function* release(lock: Context, held: Held<State>): Program<Reason> {
  const answer = yield* giveBack(lock, held.owner);
  return lock.settings.releaseTwice ? yield* giveBack(lock, held.owner) : answer;
}

/** A script, or DELEX, compares and deletes in one step. Between a GET and a DEL, anything can happen. */
function* giveBack(lock: Context, owner: string): Program<Reason> {
  const { key, settings } = lock;
  if (settings.release === 'get-del') {
    yield* step('compare');
    const valueReply = yield* askFirstNode(lock, command('GET', key));
    if (valueReply.kind !== 'ok') return 'error';
    if (valueReply.value === null) return 'gone';
    if (valueReply.value !== owner) return 'not-owner';
  }
  yield* step('delete');
  const reply = yield* askFirstNode(
    lock,
    settings.release === 'script' ? deleteIfOwner([key], owner, settings) : command('DEL', key),
  );
  return releasedBy(reply, settings.release === 'script' ? 'not-owner' : 'gone');
}
