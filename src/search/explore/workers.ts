/**
 * Many workers for one search. A worker is anything that does jobs, such as a thread of Node or a web worker. A
 * worker that crashes is replaced and its job is done again. The sum equals the sum of one thread, in whatever order
 * workers finish.
 */
import type { Stopping } from '../../core/model/effects/calls';
import type { Branch } from './branch';
import type { Job, Search } from './search';

export interface SearchWorker {
  /** Rejects if the worker crashes or was ended. It does one job at a time. */
  readonly work: (job: Job) => Promise<readonly Branch[]>;
  /** Stops it at once, in the middle of a job. */
  readonly end: () => void;
}

export type SpawnWorker = () => SearchWorker;

export interface Watching {
  readonly signal: Stopping;
  /** Called after each job. */
  readonly progress: () => void;
  /** Asked after each job. */
  readonly goesOn: () => boolean;
}

export interface Options extends Watching {
  readonly spawn: SpawnWorker;
  readonly workers: number;
}

/** If this many workers crash on one job, the search ends with an error. */
const crashesMax = 3;

/** Works until the search is done or is asked to stop. Rejects when a job cannot be done. */
export function searchWith(search: Search, options: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    new WorkerPool(search, options, (error) => (error === null ? resolve() : reject(error))).begin();
  });
}

interface PooledWorker {
  worker: SearchWorker;
  job: Job | null;
}

class WorkerPool {
  private readonly pool: PooledWorker[] = [];
  private readonly deaths = new Map<number, number>();
  private isOver = false;

  constructor(
    private readonly search: Search,
    private readonly options: Options,
    private readonly ended: (error: Error | null) => void,
  ) {}

  begin(): void {
    const { signal, workers } = this.options;
    if (signal.aborted || this.search.isDone) return this.end(null);
    signal.addEventListener('abort', this.stopped);
    for (let number = 0; number < workers; number++) this.pool.push({ worker: this.options.spawn(), job: null });
    this.handOut();
  }

  private readonly stopped = (): void => this.end(null);

  private handOut(): void {
    for (const pooled of this.pool) {
      if (pooled.job !== null) continue;
      const job = this.search.next();
      if (job === null) return;
      pooled.job = job;
      pooled.worker
        .work(job)
        .then((branches) => this.finished(pooled, job, branches))
        .catch((error) => this.onWorkerCrash(pooled, error));
    }
  }

  private finished(pooled: PooledWorker, job: Job, branches: readonly Branch[]): void {
    if (this.isOver) return;
    this.search.take(job, branches);
    pooled.job = null;
    this.options.progress();
    if (this.search.isDone || !this.options.goesOn()) this.end(null);
    else this.handOut();
  }

  private onWorkerCrash(pooled: PooledWorker, error: Error): void {
    const { worker, job } = pooled;
    if (this.isOver) return;
    if (job === null) return this.end(error);
    const deaths = (this.deaths.get(job.number) ?? 0) + 1;
    this.deaths.set(job.number, deaths);
    if (deaths >= crashesMax) return this.end(error);
    worker.end();
    this.search.putBack(job);
    Object.assign(pooled, { worker: this.options.spawn(), job: null });
    this.handOut();
  }

  private end(error: Error | null): void {
    if (this.isOver) return;
    this.isOver = true;
    this.options.signal.removeEventListener('abort', this.stopped);
    for (const { worker } of this.pool) worker.end();
    this.ended(error);
  }
}
