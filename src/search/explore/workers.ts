/**
 * Many workers for one search. A worker is anything that does jobs, such as a thread of Node or a web worker. A
 * worker that dies is replaced and its job is done again. The sum equals the sum of one thread, in whatever order workers
 * finish.
 */
import type { Branch } from './branch';
import type { Job, Search } from './search';

/** What a worker reports. */
export interface WorkerEvents {
  readonly finished: (branches: readonly Branch[]) => void;
  readonly died: (problem: string) => void;
}

export interface SearchWorker {
  readonly send: (job: Job) => void;
  /** Stops it at once, in the middle of a job. */
  readonly end: () => void;
}

export type Hire = (events: WorkerEvents) => SearchWorker;

/** A request to stop, such as a signal to the process or an edit on a page. An `AbortSignal` is one. */
export interface Stopping {
  readonly aborted: boolean;
  readonly addEventListener: (type: 'abort', stop: () => void) => void;
  readonly removeEventListener: (type: 'abort', stop: () => void) => void;
}

export interface Watching {
  readonly signal: Stopping;
  /** Called after each job. */
  readonly progress: () => void;
  /** Asked after each job. */
  readonly goesOn: () => boolean;
}

export interface Options extends Watching {
  readonly hire: Hire;
  readonly workers: number;
}

/** If this many workers die on one job, the search ends with an error. */
const deathsMax = 3;
/** The number of a job where there is no job. */
const nothing = -1;

/** Works until the search is done or is asked to stop. Rejects when a job cannot be done. */
export function searchWith(search: Search, options: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    const pool = new WorkerPool(search, options, (problem) =>
      problem === null ? resolve() : reject(new Error(problem)),
    );
    pool.begin();
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
    private readonly ended: (problem: string | null) => void,
  ) {}

  begin(): void {
    const { signal, workers } = this.options;
    if (signal.aborted || this.search.isDone) return this.end(null);
    signal.addEventListener('abort', this.stopped);
    for (let number = 0; number < workers; number++) this.hire(number);
    this.handOut();
  }

  private readonly stopped = (): void => this.end(null);

  private hire(number: number): void {
    const worker = this.options.hire({
      finished: (branches) => this.finished(number, branches),
      died: (problem) => this.died(number, problem),
    });
    this.pool[number] = { worker, job: null };
  }

  private handOut(): void {
    for (const pooled of this.pool) {
      if (pooled.job !== null) continue;
      pooled.job = this.search.next();
      if (pooled.job !== null) pooled.worker.send(pooled.job);
    }
  }

  private finished(number: number, branches: readonly Branch[]): void {
    const pooled = this.pool[number];
    if (this.isOver || pooled === undefined || pooled.job === null) return;
    this.search.take(pooled.job, branches);
    pooled.job = null;
    this.options.progress();
    if (this.search.isDone || !this.options.goesOn()) this.end(null);
    else this.handOut();
  }

  private died(number: number, problem: string): void {
    const job = this.pool[number]?.job ?? null;
    if (this.isOver) return;
    const doing = job?.number ?? nothing;
    const deaths = (this.deaths.get(doing) ?? 0) + 1;
    this.deaths.set(doing, deaths);
    if (deaths >= deathsMax) return this.end(problem);
    if (job !== null) this.search.putBack(job);
    this.hire(number);
    this.handOut();
  }

  private end(problem: string | null): void {
    if (this.isOver) return;
    this.isOver = true;
    this.options.signal.removeEventListener('abort', this.stopped);
    for (const { worker } of this.pool) worker.end();
    this.ended(problem);
  }
}
