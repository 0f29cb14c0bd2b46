/**
 * Redlock: one lock on N independent nodes. A client holds it when it has a majority of them and time left. Source:
 * redis.io, "Distributed Locks with Redis", and antirez 2016, "Is Redlock safe?".
 */

import {
  all,
  cancel,
  fork,
  mark,
  type Program,
  quorum,
  type Reason,
  sleep,
  step,
  type Task,
} from '../../model/effects/effect';
import { defineLock, type Held, type Refused, refused } from '../../model/scenario/lock';
import { nodeId, type ProcessId } from '../../model/scenario/processId';
import { fromMs } from '../../model/values/time';
import { type Lease, leftNow, leftOf, type Reading, readClock } from '../shared/clock';
import { countAtFirstNode, countAtQuorum, largestCount } from '../shared/counterToken';
import { setIfAbsent, setIfFreeOrOwner } from '../shared/keyRequests';
import { ownerValue } from '../shared/ownerValue';
import { sleepBeforeRetry } from '../shared/retry';
import { countVotes, type Votes } from '../shared/votes';
import { ask, keysOf, type RedlockContext } from './asking';
import { plainCounter } from './counterRequests';
import { askToExtend, clearLossFlag, interrupt } from './extending';
import { redlockFacts } from './facts';
import { awaitedOf, deletionOf, type Leftovers, type ReleaseOccasion, send } from './releasing';
import {
  callOptions,
  driftAllowance,
  pauseBeforeExtending,
  quorumOf,
  redlockFields,
  redlockTexts,
  redlockWarnings,
  refusalOf,
  usuallyWhenLost,
} from './settings';

type Context = RedlockContext;

export interface RedlockState {
  /** Each extension renews it. */
  lease: Lease;
  extending: Task | null;
  readonly tried: Leftovers;
}
type State = RedlockState;

export const redlock = defineLock<typeof redlockFields, State>(redlockFacts, {
  ...redlockTexts,
  fields: redlockFields,
  warnings: redlockWarnings,
  steps: ['t1', 'ask', 'token', 't2', 'validity', 'release-nodes', 'extend'],
  services: ({ nodes }) => Array.from({ length: nodes.count }, (_, i) => nodeId(i)),
  quorum: quorumOf,
  ownersDiffer: true,
  hasToken: ({ token }) => token !== 'none',
  whenLost: usuallyWhenLost,
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state.lease),
  source: 'core/locks/redlock/lock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const { tries, releaseBetweenTries, extensions, owner } = lock.settings;
  const began = countsFromFirst(lock) ? yield* readClock(lock.settings.clock) : null;
  const tried: Leftovers = { owners: [yield* ownerValue('random')], granted: [], grantedNow: [] };
  for (let count = 1; ; count++) {
    const answer = yield* tryOnce(lock, tried, began);
    if (answer.kind === 'held') {
      if (extensions > 0) answer.state.extending = yield* fork(keepExtending(lock, answer));
      return answer;
    }
    const isLast = count === tries;
    if (isLast || releaseBetweenTries) yield* releaseNodes(lock, tried, 'attempt');
    if (isLast) return { kind: 'refused', reason: answer.reason };
    yield* sleepBeforeRetry(lock.settings);
    if (owner === 'try') {
      if (releaseBetweenTries) tried.owners.length = 0;
      tried.owners.push(yield* ownerValue('random'));
    }
  }
}

/** Whether the lease counts from the beginning of the first of several attempts. */
const countsFromFirst = ({ settings: { leaseFrom } }: Context): boolean => leaseFrom === 'first-attempt';

function* tryOnce(lock: Context, tried: Leftovers, began: Reading | null): Program<Held<State> | Refused> {
  const { nodes, settings } = lock;
  const take = settings.takes === 'free' ? setIfAbsent : setIfFreeOrOwner;
  const owner = tried.owners.at(-1) ?? '';

  yield* step('t1');
  const t1 = yield* readClock(settings.clock);

  yield* step('ask');
  const votes = yield* ask(lock, take(keysOf(lock), owner, settings.ttl), 'acquire');
  tried.granted.push(...votes.for);
  tried.grantedNow = votes.for;
  if (votes.for.length < quorumOf(settings, nodes))
    return refused(votes.against >= refusalOf(settings, nodes) ? 'held' : 'no-quorum');

  let token: number | null = null;
  if (settings.token !== 'none') {
    yield* step('token');
    token = yield* takeToken(lock, votes.for);
    if (token === null) return refused('error');
  }

  yield* step('t2');
  const t2 = yield* readClock(settings.clock);

  yield* step('validity');
  const valid = validLease(lock, began ?? t1);
  if (settings.validityCheck && leftOf(valid, t2) <= fromMs(settings.minValidity)) return refused('no-validity');
  const lease = assumedLease(lock, valid, t2);
  return { kind: 'held', validFor: leftOf(lease, t2), token, owner, state: { lease, extending: null, tried } };
}

/** Redlock has no fencing token, so these are counters beside its keys. Returns null if they did not answer. */
function takeToken({ nodes, key, settings }: Context, granted: readonly ProcessId[]): Program<number | null> {
  const counter = { nodes, key, options: callOptions(settings, 'acquire'), ...plainCounter };
  if (settings.token === 'one-node') return countAtFirstNode(counter);
  return settings.token === 'quorum'
    ? countAtQuorum(counter)
    : largestCount({ ...counter, nodes: granted }, quorumOf(settings, nodes));
}

/** Validity = TTL − (t2 − t1) − drift allowance. */
const validLease = ({ settings }: Context, from: Reading): Lease => ({
  clock: settings.clock,
  from,
  lasts: fromMs(settings.ttl) - driftAllowance(settings),
});

/** The validity as the client counts it. Without the check, or by a setting, it is a whole TTL from t2 on. */
function assumedLease({ settings }: Context, valid: Lease, t2: Reading): Lease {
  const { clock, ttl, validityCheck, leaseFrom } = settings;
  const countsFromAsking = leaseFrom === 'first-attempt' || (leaseFrom === 'asking' && validityCheck);
  return countsFromAsking ? valid : { clock, from: t2, lasts: fromMs(ttl) };
}

/** Runs concurrently with the holder's work. After each share of the remaining time, it asks for a whole TTL again. */
function* keepExtending(lock: Context, held: Held<State>): Program {
  const { extensions, extendsExpired, whenExtensionFails, toldBy } = lock.settings;
  let isGone = false;
  for (let attempt = 0; attempt < extensions; attempt++) {
    yield* sleep(pauseBeforeExtending(lock.settings, yield* leftNow(held.state.lease)));
    if (!extendsExpired && (yield* leftNow(held.state.lease)) === 0)
      return yield* interrupt(lock, isGone ? 'gone' : 'expired');

    const { agreed, gone } = yield* tryToExtend(lock, held);
    isGone = gone;
    const validFor = yield* leftNow(held.state.lease);
    if (agreed && validFor > 0) {
      clearLossFlag(lock);
      yield* mark({ mark: 'extended', hold: lock.hold, validFor });
      continue;
    }
    if (whenExtensionFails !== 'keeps' || toldBy === 'flag') yield* interrupt(lock, gone ? 'gone' : 'no-quorum');
    if (whenExtensionFails === 'deletes') yield* releaseNodes(lock, held.state.tried, 'work');
    if (whenExtensionFails !== 'keeps') return;
  }
}

function* tryToExtend(lock: Context, held: Held<State>): Program<Extension> {
  const { extendTries, whenExtensionFails } = lock.settings;
  const began = countsFromFirst(lock) ? yield* readClock(lock.settings.clock) : null;
  for (let count = 1; ; count++) {
    const answer = yield* extendOnce(lock, held, began);
    if (answer.agreed) return answer;
    if (whenExtensionFails === 'deletes-each') yield* releaseNodes(lock, held.state.tried, 'work');
    if (count >= extendTries) return answer;
    yield* sleepBeforeRetry(lock.settings);
  }
}

interface Extension {
  /** A quorum says yes, and time is left, unless the lock ignores the time. */
  readonly agreed: boolean;
  /** A quorum says no. */
  readonly gone: boolean;
}

/** Asks for a whole TTL again and sets the lease by the answers. */
export function* extendOnce(lock: Context, held: Held<State>, began: Reading | null = null): Program<Extension> {
  const { nodes, settings } = lock;
  yield* step('extend');
  const t1 = yield* readClock(settings.clock);
  const votes = yield* askToExtend(lock, held.state.tried.owners);
  const t2 = yield* readClock(settings.clock);
  const isQuorum = votes.for.length >= quorumOf(settings, nodes);
  if (isQuorum) held.state.lease = assumedLease(lock, validLease(lock, began ?? t1), t2);
  const agreed = isQuorum && (!settings.validityCheck || leftOf(held.state.lease, t2) > 0);
  // If a quorum says no, the lock is gone even if time is left. A missing answer decides nothing.
  const gone = votes.against >= refusalOf(settings, nodes);
  if (gone) held.state.lease = { ...held.state.lease, lasts: 0 };
  return { agreed, gone };
}

function* release(lock: Context, held: Held<State>): Program<Reason> {
  const { extending, tried } = held.state;
  if (extending !== null) yield* cancel(extending);
  for (let count = 1; ; count++) {
    const reason = releasedBy(lock, yield* releaseNodes(lock, tried, 'work'));
    if (reason === 'none' || count >= lock.settings.releaseTries) return reason;
    yield* sleepBeforeRetry(lock.settings);
  }
}

/** @param votes null: the client does not wait for them */
function releasedBy({ nodes, settings }: Context, votes: Votes | null): Reason {
  if (votes === null || votes.for.length >= quorumOf(settings, nodes)) return 'none';
  return votes.against >= refusalOf(settings, nodes) ? 'not-owner' : 'error';
}

/** Returns the votes on the latest value; null: the client does not wait for them. */
function* releaseNodes(lock: Context, tried: Leftovers, after: ReleaseOccasion): Program<Votes | null> {
  yield* step('release-nodes');
  const { calls, targetCount, deletes } = deletionOf(lock, tried, after);
  switch (awaitedOf(lock, after)) {
    case 'all': {
      const replies = yield* all(calls);
      const before = calls.length - targetCount;
      return countVotes(calls.slice(before), replies.slice(before), deletes);
    }
    case 'majority': {
      const { goesOn } = lock.settings;
      const need = Math.min(quorumOf(lock.settings, lock.nodes), targetCount);
      const until = goesOn === 'granted' ? 'granted' : 'decided';
      return countVotes(calls, (yield* quorum(calls, need, deletes, until)).replies, deletes);
    }
    case 'none':
      yield* fork(send(calls));
      return null;
  }
}
