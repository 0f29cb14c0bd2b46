/**
 * How a job of ShedLock keeps its lock: by hand, or by a KeepAliveLockProvider. Each lock defines one extension and
 * the times. Source: LockExtender.java and KeepAliveLockProvider.java of ShedLock 7.9.
 */
import { cancel, fork, mark, type Program, type Reason, sleep, type Task } from '../../model/effects/effect';
import { reportLoss } from '../../model/effects/lossNotice';
import type { LockContext, Refused } from '../../model/scenario/lock';
import { fromMs, type Ms } from '../../model/values/time';
import { type Lease, leftNow, type Reading, readClock } from '../shared/clock';

interface Settings {
  readonly lockAtMostFor: Ms;
  readonly lockAtLeastFor: Ms;
  readonly extension: 'none' | 'by-hand' | 'keep-alive';
  readonly extendEvery: Ms;
}

export const refused = ({ whenRefused }: { readonly whenRefused: string }, reason: Reason): Refused =>
  whenRefused === 'skips' ? { kind: 'refused', reason, skips: true } : { kind: 'refused', reason };

export interface ShedlockState {
  /** lockAtMostFor, by the scheduler's wall clock. Each extension begins it anew. */
  lease: Lease;
  /** Until this ends, an unlock only shortens the lock's time. */
  atLeast: Lease;
  /** Why an extension was refused. After that the library's lock object is void, and its unlock sends nothing. */
  refused: Reason;
  extending: Task | null;
}

/** `yes`, or the reason why not. Null: there was no answer, or it was an error. */
export type Extended = 'yes' | Reason | null;

/** Asks for a whole lockAtMostFor from the current reading of the wall clock. */
export type Extend = (from: Reading) => Program<Extended>;

export const newState = ({ lockAtMostFor, lockAtLeastFor }: Settings, from: Reading): ShedlockState => ({
  lease: wallLease(from, lockAtMostFor),
  atLeast: wallLease(from, lockAtLeastFor),
  refused: 'none',
  extending: null,
});

const wallLease = (from: Reading, lasts: Ms): Lease => ({ clock: 'wall', from, lasts: fromMs(lasts) });

/** The job extends in its own thread. The provider does it in a thread of the process. */
export function* startExtending(lock: LockContext<Settings>, state: ShedlockState, extend: Extend): Program {
  if (lock.settings.extension === 'by-hand')
    state.extending = yield* fork(extendByHand(lock, state, extend), { tied: true });
  if (lock.settings.extension === 'keep-alive') state.extending = yield* fork(keepAlive(lock, state, extend));
}

export function* stopExtending({ extending }: ShedlockState): Program {
  if (extending !== null) yield* cancel(extending);
}

/** The job gets LockCanNotBeExtendedException, or the exception of the request that failed. */
function* extendByHand(lock: LockContext<Settings>, state: ShedlockState, extend: Extend): Program {
  for (;;) {
    yield* sleep(fromMs(lock.settings.extendEvery));
    const extended = yield* extendOnce(lock, state, { extend, atLeastFor: 0 });
    if (extended !== 'yes') return yield* reportLoss(lock.notice, lock.hold, extended ?? 'error');
  }
}

/**
 * An exception ends a task of Java's scheduler for good, and no client is notified. A refusal ends it with a line in
 * the log.
 */
function* keepAlive(lock: LockContext<Settings>, state: ShedlockState, extend: Extend): Program {
  const period = Math.floor(lock.settings.lockAtMostFor / 2);
  const began = yield* readClock('mono');
  let atLeastFor = lock.settings.lockAtLeastFor;
  for (let nth = 1; ; nth++) {
    const due: Lease = { clock: 'mono', from: began, lasts: fromMs(Math.max(1, period) * nth) };
    yield* sleep(yield* leftNow(due));
    if ((yield* leftNow(state.lease)) === 0) return;
    atLeastFor = Math.max(0, atLeastFor - period);
    if ((yield* extendOnce(lock, state, { extend, atLeastFor })) !== 'yes') return;
  }
}

function* extendOnce(
  lock: LockContext<Settings>,
  state: ShedlockState,
  { extend, atLeastFor }: { readonly extend: Extend; readonly atLeastFor: Ms },
): Program<Extended> {
  const from = yield* readClock('wall');
  const extended = yield* extend(from);
  if (extended === 'yes') {
    state.lease = wallLease(from, lock.settings.lockAtMostFor);
    state.atLeast = wallLease(from, atLeastFor);
    yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* leftNow(state.lease) });
  } else if (extended !== null) state.refused = extended;
  return extended;
}
