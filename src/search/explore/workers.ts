/**
 * Many workers for one search. A worker is anything that does jobs, such as a thread of Node or a web worker. A worker that dies is
 * replaced and its job is done again. The sum is that of one thread, whoever is quicker.
 */
import type { Branch } from './branch';
import type { Job, Search } from './search';

/** What a worker tells. */
export interface WorkerEvents {
  readonly finished: (branches: readonly Branch[]) => void;
  readonly died: (problem: string) => void;
}

export interface SearchWorker {
  readonly send: (job: Job) => void;
  /** It stops at once, in the middle of a job. */
  readonly end: () => void;
}

export type Hire = (telling: WorkerEvents) => SearchWorker;

/** A wish to stop, such as a signal of the process or an edit on a page. */
export interface Stopping {
  readonly isStopped: () => boolean;
  readonly whenStopped: (stop: () => void) => void;
}

export interface Options {
  readonly hire: Hire;
  readonly workers: number;
  readonly stopping: Stopping;
  /** Told after each job. */
  readonly progress: () => void;
  /** So many faults at once are looked at in full, and no more. Absent: as many as the space has. */
  readonly levels?: number;
}

/** A job that has ended so many workers ends the search with an error. */
const deathsMax = 3;
/** In place of the number of a job. */
const nothing = -1;

/** Works until the search is done or somebody wants it to stop. Rejects when a job cannot be done. */
export function searchWith(search: Search, options: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    const pool = new WorkerPool(search, options, (problem) =>
      problem === null ? resolve() : reject(new Error(problem)),
    );
    pool.begin();
  });
}

interface Place {
  worker: SearchWorker;
  job: Job | null;
}

class WorkerPool {
  private readonly places: Place[] = [];
  private readonly deaths = new Map<number, number>();
  private isOver = false;

  constructor(
    private readonly search: Search,
    private readonly options: Options,
    private readonly ended: (problem: string | null) => void,
  ) {}

  begin(): void {
    const { stopping, workers } = this.options;
    if (stopping.isStopped() || this.isThrough()) return this.end(null);
    stopping.whenStopped(() => this.end(null));
    for (let number = 0; number < workers; number++) this.hire(number);
    this.handOut();
  }

  private hire(number: number): void {
    const worker = this.options.hire({
      finished: (branches) => this.finished(number, branches),
      died: (problem) => this.died(number, problem),
    });
    this.places[number] = { worker, job: null };
  }

  private handOut(): void {
    for (const place of this.places) {
      if (place.job !== null) continue;
      place.job = this.search.next();
      if (place.job !== null) place.worker.send(place.job);
    }
  }

  private finished(number: number, branches: readonly Branch[]): void {
    const place = this.places[number];
    if (this.isOver || place === undefined || place.job === null) return;
    this.search.take(place.job, branches);
    place.job = null;
    this.options.progress();
    if (this.isThrough()) this.end(null);
    else this.handOut();
  }

  private isThrough(): boolean {
    const { search, options } = this;
    return search.isDone || search.levels >= (options.levels ?? Number.POSITIVE_INFINITY);
  }

  private died(number: number, problem: string): void {
    const job = this.places[number]?.job ?? null;
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
    for (const { worker } of this.places) worker.end();
    this.ended(problem);
  }
}
