/**
 * A lease as a file in a repository, by the contents API of a forge. The file names the holder, the end of the lease
 * by its writer's wall clock, and how often it was taken. An agent that finds it absent, released, or expired by its
 * own wall clock replaces the sha that it has read with its name. The second of two writes is refused (409; 422 if
 * there was no file). The count is the fencing token, and lives as long as the file. Source: agent-coord of
 * shakacode/agent-coordination at e2a28386, bin/agent-coord (claim, release, write_with_cas); its
 * docs/backend-design.md at 0c9e2edf has the count and the times. Agent-coord renews a second file; here both are one.
 * Before a release it reads the file again, and compares a name that two sessions may share.
 */

import { mark, now, type Program, type Reason, sleep, step, type Task } from '../../model/effects/effect';
import { reportLoss } from '../../model/effects/lossNotice';
import { defineLock, type Held, type Refused } from '../../model/scenario/lock';
import { fromMs, toWholeMs } from '../../model/values/time';
import { loopRenews, startRenewing, stopRenewing } from '../shared/agentRenewal';
import { leftUntil } from '../shared/clock';
import { ownerValue } from '../shared/ownerValue';
import { contentsLeaseFacts } from './facts';
import { type Claim, type Context, deleteClaim, newEnd, readClaim, writeClaim } from './file';
import { contentsLeaseFields, contentsLeaseTexts, warnings } from './settings';

interface State {
  /** The file as this agent wrote it last. */
  claim: Claim;
  renewing: readonly Task[];
}

export const contentsLease = defineLock<typeof contentsLeaseFields, State>(contentsLeaseFacts, {
  ...contentsLeaseTexts,
  fields: contentsLeaseFields,
  warnings,
  steps: ['read-claim', 'write-claim', 'renew-claim', 'release-claim'],
  services: () => ['service'],
  quorum: () => 1,
  ownersDiffer: true,
  keysLapse: true,
  hasToken: () => true,
  endedBy: () => 'writer',
  computes: loopRenews,
  acquire,
  release,
  remaining: (_, { state }) => leftUntil(state.claim.endsAt),
  whenLost: 'at-once',
  source: 'core/locks/contentsLease/lock.ts',
});

/** Reads and writes until the file is its own. */
function* acquire(lock: Context): Program<Held<State> | Refused> {
  const owner = yield* ownerValue('random');
  let claim = yield* tryOnce(lock, owner);
  while (claim === null) {
    yield* sleep(fromMs(lock.settings.retryDelay));
    claim = yield* tryOnce(lock, owner);
  }
  const state: State = { claim, renewing: [] };
  const period = fromMs((lock.settings.lease * 1000) / 3);
  state.renewing = yield* startRenewing(lock, { period, renew: () => renew(lock, state) });
  return { kind: 'held', validFor: yield* leftUntil(claim.endsAt), token: claim.count, owner, state };
}

function* tryOnce(lock: Context, owner: string): Program<Claim | null> {
  yield* step('read-claim');
  const claim = yield* readClaim(lock);
  if (claim === 'error') return null;
  if (claim !== 'absent' && !isFree(claim, toWholeMs(yield* now()))) {
    // A write that was not answered may have been carried out.
    return claim.owner === owner ? claim : null;
  }
  yield* step('write-claim');
  const count = claim === 'absent' ? 1 : claim.count + 1;
  const sha = claim === 'absent' ? null : claim.sha;
  const written = yield* writeClaim(lock, { owner, endsAt: yield* newEnd(lock), count, isReleased: false }, sha);
  return typeof written === 'string' ? null : written;
}

const isFree = ({ isReleased, endsAt }: Claim, at: number): boolean => isReleased || at >= endsAt;

/** Returns false when another agent has the file. An expired file that no agent has taken is renewed, too. */
function* renew(lock: Context, state: State): Program<boolean> {
  yield* step('renew-claim');
  const { claim } = state;
  const written = yield* writeClaim(lock, { ...claim, endsAt: yield* newEnd(lock) }, claim.sha);
  const mine = written === 'refused' ? yield* ownOf(lock, claim) : written;
  if (mine === 'error') return true;
  if (mine === null) {
    yield* reportLoss(lock.notice, lock.hold, 'stolen');
    return false;
  }
  state.claim = mine;
  yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* leftUntil(mine.endsAt) });
  return true;
}

/** A renewal that was not answered may have changed the sha. Null: the file is not the agent's any more. */
function* ownOf(lock: Context, { owner, count }: Claim): Program<Claim | null | 'error'> {
  const claim = yield* readClaim(lock);
  if (claim === 'error') return 'error';
  return claim !== 'absent' && claim.owner === owner && claim.count === count ? claim : null;
}

/**
 * Names the sha that it wrote last, so it never touches another agent's file. A refusal may also mean that its own
 * unanswered renewal changed the sha.
 */
function* release(lock: Context, { state }: Held<State>): Program<Reason> {
  yield* stopRenewing(state.renewing);
  yield* step('release-claim');
  let outcome = yield* giveBack(lock, state.claim);
  if (outcome === 'refused') {
    const mine = yield* ownOf(lock, state.claim);
    if (mine === null) return 'stolen';
    outcome = mine === 'error' ? mine : yield* giveBack(lock, mine);
  }
  if (outcome === 'done') return 'none';
  return outcome === 'refused' ? 'stolen' : 'error';
}

function* giveBack(lock: Context, claim: Claim): Program<'done' | 'refused' | 'error'> {
  if (lock.settings.release === 'delete') return yield* deleteClaim(lock, claim.sha);
  const written = yield* writeClaim(lock, { ...claim, isReleased: true }, claim.sha);
  return typeof written === 'string' ? written : 'done';
}
