/**
 * The lock of a job in BullMQ. A client is a worker that adds a job and takes the next one; the script that takes it
 * sets its lock. Two timers run in the worker's event loop. One renews the lock. The other checks for stalled jobs: a
 * check marks the active job, and the next one gives it back if its lock is gone. A worker whose lock is gone goes on
 * with the job, and is refused when it finishes it. A connection that ends is made again, and its requests are sent
 * again, as ioredis does for BullMQ. Left out: after a refused finish BullMQ tries to fail the job, in vain as well.
 * Source: BullMQ 6.7.0, src/classes/worker.ts and lock-manager.ts.
 */

import {
  call,
  cancel,
  fork,
  mark,
  now,
  type Program,
  type Reason,
  sleep,
  step,
  type Task,
} from '../../model/effects/effect';
import { whenFree } from '../../model/effects/eventLoop';
import { reportLoss } from '../../model/effects/lossNotice';
import { type Argument, command, isGrant, type Reply } from '../../model/effects/request';
import { defineLock, type Held, type LockContext } from '../../model/scenario/lock';
import { fromMs, type Ms, toWholeMs } from '../../model/values/time';
import { type Lease, leftNow, readClock } from '../shared/clock';
import { ownerValue } from '../shared/ownerValue';
import { bullmqJobFacts } from './facts';
import { type BullmqJobSettings, bullmqJobFields, bullmqJobTexts, warnings } from './settings';

type Context = LockContext<BullmqJobSettings>;

/** A job that a worker is processing. */
interface ActiveJob {
  readonly id: string;
  readonly token: string;
  readonly worker: Worker;
  /** By the worker's wall clock: when it was taken, or when its latest renewal was sent. */
  renewedAt: Ms;
  lease: Lease;
}

/** Lives as long as its process, or until the client's last round is over. */
interface Worker {
  readonly id: string;
  /** The number of the next token. */
  nextToken: number;
  /** The jobs whose locks are renewed, each with its acquisition. */
  readonly jobs: Map<ActiveJob, Context>;
  readonly timers: Task[];
}

export const bullmqJob = defineLock<typeof bullmqJobFields, ActiveJob>(bullmqJobFacts, {
  ...bullmqJobTexts,
  fields: bullmqJobFields,
  warnings,
  steps: ['check-stalled', 'extend-lock', 'add-job', 'take-job', 'fail-job', 'wait-for-job', 'finish-job'],
  services: () => ['service'],
  quorum: () => 1,
  hasToken: () => false,
  computes: ({ processor }) => processor === 'computes',
  acquire,
  release,
  remaining: (_, { state }) => leftNow(state.lease),
  whenLost: 'never',
  // One check has to mark the job, and a later one to find it without a lock.
  freedAfter: ({ lockDuration, stalledInterval }) => Math.max(lockDuration, stalledInterval) + stalledInterval,
  ownersDiffer: true,
  quit,
  source: 'core/locks/bullmqJob/lock.ts',
});

function* acquire(lock: Context): Program<Held<ActiveJob>> {
  const { lockDuration, drainDelay } = lock.settings;
  const worker = yield* workerOf(lock);
  yield* step('add-job');
  yield* ask(lock, 'ADD JOB');
  for (;;) {
    yield* step('take-job');
    const token = `${worker.id}:${worker.nextToken++}`;
    const renewedAt = toWholeMs(yield* now());
    const lease: Lease = { clock: 'mono', from: yield* readClock('mono'), lasts: fromMs(lockDuration) };
    const reply = yield* ask(lock, 'MOVE TO ACTIVE', token, lockDuration);
    if (reply.kind === 'ok' && Array.isArray(reply.value)) {
      const [id, deferredFailure] = reply.value;
      const job: ActiveJob = { id: String(id), token, worker, renewedAt, lease };
      if (deferredFailure === null) {
        worker.jobs.set(job, lock);
        return { kind: 'held', validFor: yield* leftNow(job.lease), token: null, owner: token, state: job };
      }
      // The job has stalled too often: the worker fails it, and takes the next one.
      yield* step('fail-job');
      yield* ask(lock, 'MOVE TO FINISHED', job.id, token, 'failed');
      continue;
    }
    yield* step('wait-for-job');
    yield* call('service', command('WAIT FOR JOB', lock.key, drainDelay), { timeout: fromMs(drainDelay + watchdog) });
  }
}

/** How much longer a worker waits for the answer before it drops its connection. */
const watchdog: Ms = 1000;

const memoryKey = 'worker';

/** The worker of this process. The first acquisition starts it, and with it both timers. */
function* workerOf(lock: Context): Program<Worker> {
  const storedWorker = lock.memory?.get(memoryKey) as Worker | undefined;
  if (storedWorker !== undefined) return storedWorker;
  const worker: Worker = { id: yield* ownerValue('random'), nextToken: 0, jobs: new Map(), timers: [] };
  lock.memory?.set(memoryKey, worker);
  worker.timers.push(yield* fork(checkStalled(lock)));
  worker.timers.push(yield* fork(renewLocks(worker, lock)));
  return worker;
}

/** Checks at once, and then after each interval. */
function* checkStalled(lock: Context): Program {
  const { maxStalledCount, stalledInterval } = lock.settings;
  for (;;) {
    yield* step('check-stalled');
    yield* ask(lock, 'MOVE STALLED JOBS TO WAIT', maxStalledCount, stalledInterval);
    yield* whenFree(lock.loop);
    yield* sleep(fromMs(stalledInterval));
    yield* whenFree(lock.loop);
  }
}

/**
 * Every quarter of lockDuration, renews the locks that are older than that by the wall clock. A refusal does not end
 * it.
 */
function* renewLocks(worker: Worker, lock: Context): Program {
  const { lockDuration } = lock.settings;
  const quarter: Ms = lockDuration / 4;
  for (;;) {
    yield* sleep(fromMs(quarter));
    yield* whenFree(lock.loop);
    const at = toWholeMs(yield* now());
    for (const [job, holder] of worker.jobs) {
      if (job.renewedAt + quarter >= at) continue;
      job.renewedAt = at;
      yield* step('extend-lock');
      const from = yield* readClock('mono');
      const reply = yield* ask(lock, 'EXTEND LOCK', job.id, job.token, lockDuration);
      yield* whenFree(lock.loop);
      if (!worker.jobs.has(job)) continue;
      if (!isGrant(reply)) yield* reportLoss(holder.notice, holder.hold, 'gone');
      else {
        job.lease = { ...job.lease, from };
        yield* mark({ mark: 'extended', hold: holder.hold, validFor: yield* leftNow(job.lease) });
      }
    }
  }
}

function* release(lock: Context, { state: job }: Held<ActiveJob>): Program<Reason> {
  job.worker.jobs.delete(job);
  yield* step('finish-job');
  const reply = yield* ask(lock, 'MOVE TO FINISHED', job.id, job.token, 'completed');
  if (isGrant(reply)) return 'none';
  return reply.kind === 'error' && reply.message.startsWith('Lock mismatch') ? 'stolen' : 'gone';
}

/** worker.close() */
function* quit({ memory }: Omit<Context, 'hold'>): Program {
  const worker = memory?.get(memoryKey) as Worker | undefined;
  for (const timer of worker?.timers ?? []) yield* cancel(timer);
}

/** Waits for an answer as long as it takes, over one connection after the other. */
function* ask({ key }: Pick<Context, 'key'>, name: string, ...args: readonly Argument[]): Program<Reply> {
  for (;;) {
    const reply = yield* call('service', command(name, key, ...args), { lossCloses: true });
    if (reply.kind !== 'closed') return reply;
    yield* sleep(fromMs(reconnectDelay));
  }
}

/** The first delay of BullMQ's retryStrategy. */
const reconnectDelay: Ms = 1000;
