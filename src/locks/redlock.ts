/**
 * Redlock: one lock on N nodes that know nothing of each other. A client holds it when it has a majority of them and
 * time left. Source: redis.io, "Distributed Locks with Redis", and antirez 2016, "Is Redlock safe?".
 */
import {
  all,
  call,
  cancel,
  fork,
  mark,
  type Program,
  quorum,
  type Reason,
  sleep,
  step,
  type Task,
  to,
} from '../model/effect';
import { defineLock, type Held, type LockContext, type Refused } from '../model/lock';
import type { Reply, Request } from '../model/request';
import { nodeId, type ProcessId } from '../model/scenario';
import { fromMs, type Micros } from '../model/time';
import { type Lease, leftOf, type Reading, readClock } from './clock';
import { plainCounter } from './counterRequests';
import { countAtFirstNode, countAtQuorum, largestCount } from './counterToken';
import { deleteIfOwner, extendIfOwner, lockKeys, setIfAbsent } from './keyRequests';
import { ownerValue } from './ownerValue';
import {
  callOptions,
  driftAllowance,
  inOrder,
  type RedlockSettings,
  redlockFields,
  redlockTexts,
} from './redlockFields';
import { sleepBeforeRetry } from './retry';
import { countVotes, majority, type Votes } from './votes';

export type RedlockContext = LockContext<RedlockSettings>;
type Context = RedlockContext;

export interface RedlockState {
  /** Each extension renews it. */
  lease: Lease;
  extending: Task | null;
  readonly tried: Tried;
}
type State = RedlockState;

/** What the tries of an acquire may have left on the nodes. */
interface Tried {
  /** The values that were not given back, the latest last. */
  readonly owners: string[];
  /** The nodes that have granted any try. */
  readonly granted: ProcessId[];
}

export const redlock = defineLock<typeof redlockFields, State>({
  id: 'redlock',
  ...redlockTexts,
  fields: redlockFields,
  steps: ['t1', 'ask', 'token', 't2', 'validity', 'release-nodes', 'extend'],
  services: ({ nodes }) => Array.from({ length: nodes.count }, (_, i) => nodeId(i)),
  ownersDiffer: true,
  hasToken: ({ token }) => token !== 'none',
  acquire,
  release,
  remaining,
  source: 'locks/redlock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const { tries, releaseBetweenTries, extensions, owner } = lock.settings;
  const tried: Tried = { owners: [yield* ownerValue('random')], granted: [] };
  for (let count = 1; ; count++) {
    const answer = yield* tryOnce(lock, tried);
    if (answer.kind === 'held') {
      if (extensions > 0) answer.state.extending = yield* fork(keepExtending(lock, answer));
      return answer;
    }
    const isLast = count === tries;
    if (isLast || releaseBetweenTries) yield* releaseNodes(lock, tried);
    if (isLast) return { kind: 'refused', reason: answer.reason };
    yield* sleepBeforeRetry(lock.settings);
    if (owner === 'try') {
      if (releaseBetweenTries) tried.owners.length = 0;
      tried.owners.push(yield* ownerValue('random'));
    }
  }
}

function* tryOnce(lock: Context, tried: Tried): Program<Held<State> | Refused> {
  const { nodes, settings } = lock;
  const quorumSize = majority(nodes);
  const owner = tried.owners.at(-1) ?? '';

  yield* step('t1');
  const t1 = yield* readClock(settings.clock);

  yield* step('ask');
  const votes = yield* ask(lock, setIfAbsent(keysOf(lock), owner, settings.ttl));
  tried.granted.push(...votes.for);
  if (votes.for.length < quorumSize) return refused(votes.against >= quorumSize ? 'held' : 'no-quorum');

  let token: number | null = null;
  if (settings.token !== 'none') {
    yield* step('token');
    token = yield* takeToken(lock, votes.for);
    if (token === null) return refused('error');
  }

  yield* step('t2');
  const t2 = yield* readClock(settings.clock);

  yield* step('validity');
  const lease = leaseFrom(lock, t1, t2);
  const validFor = leftOf(lease, t2);
  if (settings.validityCheck && validFor <= fromMs(settings.minValidity)) return refused('no-validity');
  return { kind: 'held', validFor, token, owner, state: { lease, extending: null, tried } };
}

/**
 * Redlock has no fencing token of its own, so these are counters beside its keys. Returns null when they did not
 * answer.
 */
function takeToken({ nodes, key, settings }: Context, granted: readonly ProcessId[]): Program<number | null> {
  const counter = { nodes, key, options: callOptions(settings), ...plainCounter };
  if (settings.token === 'one-node') return countAtFirstNode(counter);
  return settings.token === 'quorum'
    ? countAtQuorum(counter)
    : largestCount({ ...counter, nodes: granted }, majority(nodes));
}

/** Validity = TTL − (t2 − t1) − allowance for drift. Without the check, a client believes in a whole TTL from t2 on. */
function leaseFrom({ settings }: Context, t1: Reading, t2: Reading): Lease {
  const { clock, ttl, validityCheck } = settings;
  return validityCheck
    ? { clock, from: t1, lasts: fromMs(ttl) - driftAllowance(settings) }
    : { clock, from: t2, lasts: fromMs(ttl) };
}

/**
 * `parallel` asks all nodes at once and returns as soon as a majority is decided. In sequence it asks every node, and
 * goes on after a failure.
 */
function* ask({ me, nodes, settings }: Context, request: Request): Program<Votes> {
  const options = callOptions(settings);
  const calls = inOrder(settings, me, nodes).map((node) => to(node, request, options));
  if (settings.ask === 'parallel') return countVotes(calls, (yield* quorum(calls, majority(nodes))).replies);
  const replies: Reply[] = [];
  for (const next of calls) replies.push(yield* call(next.to, next.request, next));
  return countVotes(calls, replies);
}

/**
 * Runs beside the holder's work. Whenever half of the remaining time is over, it asks the nodes for a whole TTL again.
 */
function* keepExtending(lock: Context, held: Held<State>): Program {
  for (let asked = 0; asked < lock.settings.extensions; asked++) {
    yield* sleep(Math.floor((yield* remaining(lock, held)) / 2));
    if ((yield* remaining(lock, held)) === 0) return;

    const { agreed } = yield* extendOnce(lock, held);
    const validFor = yield* remaining(lock, held);
    if (agreed && validFor > 0) yield* mark({ mark: 'extended', hold: lock.hold, validFor });
  }
}

/** Asks for a whole TTL again and sets the lease by the answers. */
export function* extendOnce(
  lock: Context,
  held: Held<State>,
): Program<{ readonly agreed: boolean; readonly gone: boolean }> {
  const { nodes, settings } = lock;
  yield* step('extend');
  const t1 = yield* readClock(settings.clock);
  const votes = yield* ask(lock, extendIfOwner(keysOf(lock), held.owner, settings.ttl));
  const t2 = yield* readClock(settings.clock);
  const agreed = votes.for.length >= majority(nodes);
  if (agreed) held.state.lease = leaseFrom(lock, t1, t2);
  // A majority that says no means that the lock is gone, whatever the clock says. A missing answer says nothing.
  const gone = votes.against >= majority(nodes);
  if (gone) held.state.lease = { ...held.state.lease, lasts: 0 };
  return { agreed, gone };
}

function* release(lock: Context, held: Held<State>): Program<Reason> {
  const { extending, tried } = held.state;
  if (extending !== null) yield* cancel(extending);
  const votes = yield* releaseNodes(lock, tried);
  if (votes.for.length >= majority(lock.nodes)) return 'none';
  return votes.against >= majority(lock.nodes) ? 'not-owner' : 'error';
}

/**
 * Asks all nodes, because a node whose reply was lost may still have set the key. Returns the votes on the latest
 * value.
 */
function* releaseNodes(lock: Context, { owners, granted }: Tried): Program<Votes> {
  const { nodes, settings } = lock;
  yield* step('release-nodes');
  const targets = settings.releaseTo === 'all' ? nodes : nodes.filter((node) => granted.includes(node));
  const options = callOptions(settings);
  const calls = owners.flatMap((owner) => {
    const request = deleteIfOwner(keysOf(lock), owner);
    return targets.map((node) => to(node, request, options));
  });
  const replies = yield* all(calls);
  return countVotes(calls.slice(-targets.length), replies.slice(-targets.length));
}

function* remaining(_: Context, { state }: Held<State>): Program<Micros> {
  return leftOf(state.lease, yield* readClock(state.lease.clock));
}

const keysOf = ({ key, settings }: Context): readonly [string, ...string[]] => lockKeys(key, settings.keys);

const refused = (reason: Reason): Refused => ({ kind: 'refused', reason });
