/**
 * redlock-py: Redlock in a hundred lines of Python, one node after the other. If any node answers with an error, it
 * raises, even with a majority and time left. Then no client has the lock, and its keys stay for the whole TTL.
 * Source: "A distributed lock on one Redis node" (2021), chapter 4, and redlock-py.
 */

import { call, type Program, type Reason, sleep, step } from '../../model/effects/effect';
import { command, isGrant, type Reply, type Request } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, refused } from '../../model/scenario/lock';
import { nodeId, type ProcessId } from '../../model/scenario/processId';
import { fromMs } from '../../model/values/time';
import { type Lease, leftNow, readClock } from '../shared/clock';
import { deleteIfOwner, setIfAbsent } from '../shared/keyRequests';
import { ownerValue } from '../shared/ownerValue';
import { majority } from '../shared/votes';
import { redlockPyFacts } from './facts';
import { driftMs, type RedlockPySettings, redlockPyFields, redlockPyTexts } from './settings';

type Context = LockContext<RedlockPySettings>;

export const redlockPy = defineLock<typeof redlockPyFields, Lease>(redlockPyFacts, {
  ...redlockPyTexts,
  fields: redlockPyFields,
  steps: [
    'connect',
    'CannotObtainLock',
    'start-time',
    'lock-instance',
    'elapsed-time',
    'MultipleRedlockException',
    'unlock-instance',
  ],
  services: ({ nodes }) => Array.from({ length: nodes.count }, (_, i) => nodeId(i)),
  ownersDiffer: true,
  hasToken: () => false,
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state),
  source: 'core/locks/redlockPy/lock.ts',
});

function* acquire(lock: Context): Program<Held<Lease> | Refused> {
  const { nodes, settings } = lock;
  const servers = settings.connectsFirst ? yield* connect(lock) : nodes;
  if (servers.length < majority(nodes)) {
    yield* step('CannotObtainLock');
    return refused('no-quorum');
  }

  const owner = yield* ownerValue('random');
  for (let tried = 1; ; tried++) {
    const answer = yield* tryOnce(lock, servers, owner);
    if (answer.kind === 'held' || answer.reason === 'error') return answer;
    yield* unlockAll(lock, servers, owner);
    yield* sleep(fromMs(settings.retryDelay));
    if (tried === settings.tries) return answer;
  }
}

/** The servers that answer a PING. */
function* connect(lock: Context): Program<readonly ProcessId[]> {
  yield* step('connect');
  const reached: ProcessId[] = [];
  for (const node of lock.nodes) if (isGrant(yield* ask(lock, node, command('PING')))) reached.push(node);
  return reached;
}

function* tryOnce(lock: Context, servers: readonly ProcessId[], owner: string): Program<Held<Lease> | Refused> {
  const { nodes, key, settings } = lock;
  let granted = 0;
  let errors = 0;

  yield* step('start-time');
  const from = yield* readClock('wall');
  for (const server of servers) {
    yield* step('lock-instance');
    const reply = yield* ask(lock, server, setIfAbsent([key], owner, settings.ttl));
    if (isGrant(reply)) granted++;
    if (reply.kind !== 'ok') errors++;
  }

  yield* step('elapsed-time');
  const lease: Lease = { clock: 'wall', from, lasts: fromMs(settings.ttl - driftMs(settings)) };
  const validFor = yield* leftNow(lease);
  if (granted < majority(nodes)) return refused(granted + errors < majority(nodes) ? 'held' : 'no-quorum');
  if (validFor === 0) return refused('no-validity');
  if (errors > 0 && settings.raises) {
    // The caller gets an exception and no lock object, so it cannot give anything back.
    yield* step('MultipleRedlockException');
    return refused('error');
  }
  return { kind: 'held', validFor, token: null, owner, state: lease };
}

function* release(lock: Context, { owner }: Held<Lease>): Program<Reason> {
  const deleted = yield* unlockAll(lock, lock.nodes, owner);
  return deleted >= majority(lock.nodes) ? 'none' : 'not-owner';
}

/** Deletes the key on one server after the other and ignores errors. Returns on how many servers it was deleted. */
function* unlockAll(lock: Context, servers: readonly ProcessId[], owner: string): Program<number> {
  let deleted = 0;
  for (const server of servers) {
    yield* step('unlock-instance');
    if (isGrant(yield* ask(lock, server, deleteIfOwner([lock.key], owner, lock.settings)))) deleted++;
  }
  return deleted;
}

/** Waits without a timeout unless one is set, as redis-py did up to version 7. */
function* ask({ settings }: Context, server: ProcessId, request: Request): Program<Reply> {
  const timeout = settings.nodeTimeout === 0 ? null : fromMs(settings.nodeTimeout);
  return yield* call(server, request, { timeout, reconnect: true });
}
