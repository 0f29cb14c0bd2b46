/**
 * A BullMQ job that has a resource for itself.
 *
 * It protects against two jobs that change the same thing at once: jobs with the same resource, jobs of other queues,
 * and other programs that take the same lock. BullMQ's own lock is of the job, not of what the job changes. While the
 * resource is locked, the job goes back to the queue and keeps its attempts, and the worker does something else.
 *
 * It does not protect against a job that runs twice: BullMQ repeats a job whose worker stalled, so the work has to be
 * harmless when it is done again. It does not protect against a worker that is paused for longer than the lock lasts:
 * for that, let the storage check (see fencingInSql.ts). The order of jobs that wait for a resource is not kept.
 */
import { DelayedError, type Job } from 'bullmq';
import { ContendedError, type Redlock } from 'quorum-lock';

export interface Exclusive<Data, Result> {
  readonly redlock: Redlock;
  /** What the job must have for itself, by its data. */
  readonly resource: (data: Data) => string;
  /** Ends its work when the signal is aborted. */
  readonly work: (job: Job<Data, Result>, signal: AbortSignal) => Promise<Result>;
  /** How long the lock lasts without an extension, in ms. `using` extends it while the work goes on. */
  readonly duration?: number;
  /** How long a job waits in the queue when its resource is locked, in ms. */
  readonly againAfter?: number;
}

/** The processor of a worker: `new Worker('transfers', exclusively({ … }), { connection })`. */
export function exclusively<Data, Result>({
  redlock,
  resource,
  work,
  duration = 10_000,
  againAfter = 1000,
}: Exclusive<Data, Result>) {
  return async (job: Job<Data, Result>, token?: string): Promise<Result> => {
    let hasBegun = false;
    try {
      return await redlock.using([resource(job.data)], duration, { retryCount: 0 }, (signal) => {
        hasBegun = true;
        return work(job, signal);
      });
    } catch (error) {
      // The work may itself fail to get another lock: that is a failed attempt.
      if (hasBegun || !(error instanceof ContendedError)) throw error;
      await job.moveToDelayed(Date.now() + againAfter, token);
      throw new DelayedError();
    }
  };
}
