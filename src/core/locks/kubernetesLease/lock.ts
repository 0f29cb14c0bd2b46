/**
 * Leadership by a Lease of Kubernetes, as client-go elects a leader. A candidate reads the Lease again and again. When
 * the record has changed, it starts its own stopwatch, and it takes the Lease over once the stopwatch has run for the
 * duration in the record. Times in the record are never compared with a clock. The leader renews, and stops when no
 * renewal has succeeded for RenewDeadline. Source: client-go at 32ce75a7, tools/leaderelection/leaderelection.go.
 */

import { cancel, fork, mark, now, type Program, type Reason, random, sleep, step } from '../../model/effects/effect';
import { reportLoss } from '../../model/effects/lossNotice';
import { defineLock, type Held, type Refused } from '../../model/scenario/lock';
import { fromMs, toWholeMs } from '../../model/values/time';
import { type Lease, leftOf, readClock } from '../shared/clock';
import {
  type Context,
  type Elector,
  isConflict,
  isLeader,
  isValid,
  type LeaseRecord,
  leftOfLease,
  newElector,
  nobody,
  observe,
  readLease,
  writeLease,
} from './elector';
import { kubernetesLeaseFacts } from './facts';
import { jitterFactor, kubernetesFields, kubernetesTexts, warnings } from './settings';

export const kubernetesLease = defineLock<typeof kubernetesFields, Elector>(kubernetesLeaseFacts, {
  ...kubernetesTexts,
  fields: kubernetesFields,
  warnings,
  steps: ['renew', 'read-lease', 'create-lease', 'take-lease', 'read-own', 'give-up'],
  services: () => ['service'],
  quorum: () => 1,
  keysLapse: true,
  hasToken: ({ token }) => token !== 'none',
  endedBy: () => 'observer',
  acquire,
  release,
  remaining: (_, { state }) => leftOfLease(state),
  whenLost: 'at-once',
  source: 'core/locks/kubernetesLease/lock.ts',
});

/** Asks until it leads. Each wait is one RetryPeriod, and up to 1.2 more at random. */
function* acquire(lock: Context): Program<Held<Elector> | Refused> {
  const period = fromMs(lock.settings.retryPeriod);
  const elector = yield* newElector(lock);
  while (!(yield* tryAcquireOrRenew(lock, elector, null)))
    yield* sleep(period + (yield* random('retry', Math.ceil(period * jitterFactor))));
  elector.renewer = yield* fork(renew(lock, elector));
  const token = lock.settings.token === 'none' ? null : elector.observed.transitions;
  return { kind: 'held', validFor: yield* leftOfLease(elector), token, owner: elector.identity, state: elector };
}

/** Returns whether it leads now. `until` cuts its requests short. */
function* tryAcquireOrRenew(lock: Context, elector: Elector, until: Lease | null): Program<boolean> {
  const at = yield* readClock('mono');
  const mine = yield* recordOf(lock, elector);
  if (isLeader(elector) && isValid(elector, at)) {
    yield* step('renew');
    const record = { ...mine, transitions: elector.observed.transitions };
    if ((yield* writeLease(lock, elector, { record, until })).kind === 'ok') return true;
  }

  yield* step('read-lease');
  const currentRecord = yield* readLease(lock, elector, { until });
  if (currentRecord === 'error') return false;
  if (currentRecord === 'absent') {
    yield* step('create-lease');
    return (yield* writeLease(lock, elector, { record: mine, isNew: true, until })).kind === 'ok';
  }
  if (elector.read !== textOf(currentRecord)) {
    elector.read = textOf(currentRecord);
    yield* observe(elector, currentRecord);
  }
  if (currentRecord.holder !== nobody && isValid(elector, at) && !isLeader(elector)) return false;

  yield* step('take-lease');
  const record = { ...mine, transitions: currentRecord.transitions + (isLeader(elector) ? 0 : 1) };
  return (yield* writeLease(lock, elector, { record, until })).kind === 'ok';
}

/** Renews at once, and then a RetryPeriod after each success. */
function* renew(lock: Context, elector: Elector): Program {
  while (yield* renewInTime(lock, elector)) {
    yield* mark({ mark: 'extended', hold: lock.hold, validFor: yield* leftOfLease(elector) });
    yield* sleep(fromMs(lock.settings.retryPeriod));
  }
  const reason = isLeader(elector) ? 'expired' : 'stolen';
  // client-go gives the Lease up first. Only then does it cancel the context of the work.
  if (lock.settings.release !== 'never') yield* giveUp(lock, elector);
  elector.lossReason = reason;
  yield* reportLoss(lock.notice, lock.hold, reason);
}

/**
 * Tries at each tick of a RetryPeriod. A tick that comes during an attempt is used after it. False: RenewDeadline is
 * over.
 */
function* renewInTime(lock: Context, elector: Elector): Program<boolean> {
  const { renewDeadline, retryPeriod, stopsWhenDeposed } = lock.settings;
  const until: Lease = { clock: 'mono', from: yield* readClock('mono'), lasts: fromMs(renewDeadline) };
  const period = fromMs(retryPeriod);
  for (let tick = 1; ; tick++) {
    if (yield* tryAcquireOrRenew(lock, elector, until)) return true;
    if (stopsWhenDeposed && !isLeader(elector)) return false;
    const left = leftOf(until, yield* readClock('mono'));
    const passed = until.lasts - left;
    tick = Math.max(tick, Math.floor(passed / period));
    const rest = Math.max(0, tick * period - passed);
    yield* sleep(Math.min(rest, left));
    if (rest >= left) return false;
  }
}

function* release(lock: Context, { state: elector }: Held<Elector>): Program<Reason> {
  if (elector.lossReason !== 'none') return elector.lossReason;
  if (elector.renewer !== null) yield* cancel(elector.renewer);
  return lock.settings.release === 'never' ? 'none' : yield* giveUp(lock, elector);
}

/**
 * Writes a Lease without a holder over the version that it has just read. To see whether it still leads, client-go
 * looks at the record that it observed before, not at the one that it has just read.
 */
function* giveUp(lock: Context, elector: Elector): Program<Reason> {
  const { renewDeadline, release: how } = lock.settings;
  const until: Lease = { clock: 'mono', from: yield* readClock('mono'), lasts: fromMs(renewDeadline) };
  for (;;) {
    yield* step('read-own');
    const currentRecord = yield* readLease(lock, elector, { until });
    if (currentRecord === 'error' || currentRecord === 'absent') return currentRecord === 'absent' ? 'gone' : 'error';
    const { holder } = how === 'if-still-holder' ? currentRecord : elector.observed;
    if (holder !== elector.identity) return 'stolen';

    yield* step('give-up');
    const record = {
      holder: nobody,
      seconds: 1,
      transitions: currentRecord.transitions,
      renewTime: toWholeMs(yield* now()),
    };
    const written = yield* writeLease(lock, elector, { record, until });
    if (written.kind === 'ok') return 'none';
    if (!isConflict(written)) return 'error';
  }
}

function* recordOf({ settings }: Context, { identity }: Elector): Program<LeaseRecord> {
  const renewTime = toWholeMs(yield* now());
  return { holder: identity, seconds: settings.leaseDuration, transitions: 0, renewTime };
}

/** The record as client-go compares it: as JSON text, with times in whole seconds. */
const textOf = ({ holder, seconds, transitions, renewTime }: LeaseRecord): string =>
  [holder, seconds, transitions, Math.floor(renewTime / 1000)].join();
