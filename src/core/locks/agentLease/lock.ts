/**
 * A coding agent's lease on a file, in Redis. One SET takes it. The scripts that renew it and give it back compare its
 * holder first. While it lasts, other agents can read who has it, but nothing keeps them from editing the file.
 * `shared/agentRenewal.ts` decides which part of the agent renews it. Left out: agentlock keeps a note in the value,
 * leases several files in one script, and lets the agent renew at any time; here a renewal comes at each third of the
 * TTL.
 * Source: tangosdev/sm64ds-decomp at 1894139a, tools/agentlock.py (pull request 1819); tomcounsell/ai #2714 has the
 * same with a heartbeat in its own process.
 */

import { mark, type Program, type Reason, step, type Task } from '../../model/effects/effect';
import { whenFree } from '../../model/effects/eventLoop';
import { reportLoss } from '../../model/effects/lossNotice';
import { isGrant } from '../../model/effects/request';
import { defineLock, type Held, type LockContext, type Refused, releasedBy } from '../../model/scenario/lock';
import { nodeId } from '../../model/scenario/processId';
import { fromMs } from '../../model/values/time';
import { loopRenews, startRenewing, stopRenewing } from '../shared/agentRenewal';
import { type Lease, leftNow, readClock } from '../shared/clock';
import { askFirstNode } from '../shared/firstNode';
import { deleteIfOwner, extendIfOwner, setIfAbsent } from '../shared/keyRequests';
import { ownerValue } from '../shared/ownerValue';
import { sleepBeforeRetry } from '../shared/retry';
import { agentLeaseFacts } from './facts';
import { type AgentLeaseSettings, agentLeaseFields, agentLeaseTexts, warnings } from './settings';

type Context = LockContext<AgentLeaseSettings>;

interface State {
  /** By the agent's own clock, from when its latest granted request was sent. */
  lease: Lease;
  renewing: readonly Task[];
}

export const agentLease = defineLock<typeof agentLeaseFields, State>(agentLeaseFacts, {
  ...agentLeaseTexts,
  fields: agentLeaseFields,
  warnings,
  steps: ['set', 'renew', 'delete'],
  services: () => [nodeId(0)],
  ownersDiffer: ({ holder }) => holder === 'session',
  hasToken: () => false,
  computes: loopRenews,
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state.lease),
  whenLost: ({ renewedBy }) => (renewedBy === 'nobody' ? undefined : 'never'),
  source: 'core/locks/agentLease/lock.ts',
});

function* acquire(lock: Context): Program<Held<State> | Refused> {
  const { key, settings } = lock;
  const owner = yield* ownerValue(settings.holder === 'session' ? 'random' : 'fixed');
  for (let tried = 1; ; tried++) {
    yield* step('set');
    const from = yield* readClock('mono');
    const set = yield* askFirstNode(lock, setIfAbsent([key], owner, settings.ttl));
    if (isGrant(set)) {
      const state: State = { lease: { clock: 'mono', from, lasts: fromMs(settings.ttl) }, renewing: [] };
      const period = Math.floor(fromMs(settings.ttl) / 3);
      state.renewing = yield* startRenewing(lock, { period, renew: () => renew(lock, owner, state) });
      return { kind: 'held', validFor: yield* leftNow(state.lease), token: null, owner, state };
    }
    if (tried === settings.tries) return { kind: 'refused', reason: set.kind === 'ok' ? 'held' : 'error' };
    yield* sleepBeforeRetry(settings);
  }
}

/** Asks for the whole TTL again. Without an answer, the lease may still be its own. */
function* renew(lock: Context, owner: string, state: State): Program<boolean> {
  yield* step('renew');
  const from = yield* readClock('mono');
  const reply = yield* askFirstNode(lock, extendIfOwner([lock.key], owner, lock.settings.ttl));
  yield* whenFree(lock.loop);
  if (isGrant(reply)) {
    state.lease = { ...state.lease, from };
    yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* leftNow(state.lease) });
    return true;
  }
  if (reply.kind !== 'ok') return true;
  yield* reportLoss(lock.notice, lock.hold, 'gone');
  return false;
}

function* release(lock: Context, { owner, state }: Held<State>): Program<Reason> {
  yield* stopRenewing(state.renewing);
  yield* step('delete');
  const reply = yield* askFirstNode(lock, deleteIfOwner([lock.key], owner, lock.settings));
  return releasedBy(reply, 'not-owner');
}
