/**
 * Drives a search to its end: the runs with one fault in this thread, then the rest by others, if there are any. It
 * knows no page and no process; clock, turns, workers and the request to stop are passed in.
 */
import type { Stopping } from '../../core/model/effects/calls';
import type { Parts } from '../../core/sim/parts';
import type { BranchProgress } from './branch';
import { type Job, runJob, type Search, type Searched } from './search';
import { runsMost, searchLength } from './searchLength';
import type { Watching } from './workers';

export interface Turns {
  /** In ms, on any clock. */
  readonly now: () => number;
  /** Does some work after others had their turn. */
  readonly inTurn: <T>(work: () => T) => Promise<T>;
}

/** Does the jobs of a search until it is over or is asked to stop. Rejects when a job cannot be done. */
export type WorkerPool = (search: Search, watching: Watching) => Promise<void>;

export interface Driving extends Turns {
  readonly parts: Parts;
  readonly signal: Stopping;
  /** How often progress is reported, in ms. */
  readonly progressEvery: number;
  /** Null: this thread does all jobs. */
  readonly others: WorkerPool | null;
  /** After this many ms of runs with one fault, others continue them. Absent: never. */
  readonly sharesAfter?: number;
  /** The most branches of the third level. Absent: any number. */
  readonly branchesMost?: number;
  /** Whether no more faults at once are tried after a level with a break. */
  readonly endsAtBreak?: boolean;
}

export type DriveStep =
  | { readonly kind: 'progress'; readonly results: Searched; readonly isShared: boolean }
  /** The runs with one fault are done, and about this many follow. If they are too many, the search ends. */
  | { readonly kind: 'size'; readonly runs: number; readonly isTooLarge: boolean }
  /** From here on others do the jobs. */
  | { readonly kind: 'shared' };

/** How long a turn lasts before others get theirs, in ms. */
const turn = 20;
/** About how long one job of a shared level takes, in ms. A stop does not wait for it, and progress comes by jobs. */
const jobTakes = 500;
/** The most places in one job of a shared level. */
const placesMost = 500;

/** Yields the last step of each turn. */
export async function* inTurns<Step, Value>(
  steps: Generator<Step, Value, void>,
  { now, inTurn }: Turns,
  each: (step: Step) => void = () => {},
): AsyncGenerator<Step, Value, void> {
  const work = (): IteratorResult<Step, Value> => {
    for (const from = now(); ; ) {
      const step = steps.next();
      if (step.done === true) return step;
      each(step.value);
      if (now() - from >= turn) return step;
    }
  };
  for (;;) {
    const step = await inTurn(work);
    if (step.done === true) return step.value;
    yield step.value;
  }
}

/** What was found is in the search. To end it early, stop it by the signal. */
export const drive = (search: Search, driving: Driving): AsyncGenerator<DriveStep, void, void> =>
  new Drive(search, driving).run();

class Drive {
  private news: DriveStep[] = [];
  private wake = (): void => {};
  private due = Number.NEGATIVE_INFINITY;
  private levels = 0;
  private isEnough = false;
  private isShared = false;

  constructor(
    private readonly search: Search,
    private readonly driving: Driving,
  ) {}

  async *run(): AsyncGenerator<DriveStep, void, void> {
    const { search, driving } = this;
    const { others, signal } = driving;
    for (let job = search.next(); job !== null; job = others === null ? search.next() : null) {
      yield* this.here(job);
      if (signal.aborted || !this.goesOn()) break;
    }
    yield* this.fresh();
    if (others !== null && !signal.aborted && this.goesOn()) yield* this.by(others);
  }

  /** The runs with one fault mostly take less time than a worker needs to begin. If not, others go on with them. */
  private async *here(job: Job): AsyncGenerator<DriveStep, void, void> {
    const { search, driving } = this;
    const { now, signal, parts, others, sharesAfter = Number.POSITIVE_INFINITY } = driving;
    const from = now();
    const turns = inTurns(runJob(job, search.space, parts, search.isTried), driving);
    for (;;) {
      const step = await turns.next();
      if (step.done === true) return search.take(job, step.value);
      search.note(step.value);
      if (signal.aborted) return;
      this.progress();
      yield* this.fresh();
      const [branch, duration] = [step.value.branch(), now() - from];
      if (others !== null && branch !== null && duration > sharesAfter && this.shareLong(job, branch, duration)) return;
    }
  }

  /** Shares the rest of a branch if that is worth it. Returns whether it is. */
  private shareLong(job: Job, branch: BranchProgress, duration: number): boolean {
    const perMs = branch.branch().runs / duration;
    const places = Math.min(placesMost, Math.ceil(perMs * jobTakes));
    if (branch.rest().length <= 2 * places) return false;
    this.search.share(job, branch, places);
    return true;
  }

  private async *by(others: WorkerPool): AsyncGenerator<DriveStep, void, void> {
    this.isShared = true;
    yield { kind: 'shared' };
    let isOver = false;
    let problem: unknown = null;
    const watching = { signal: this.driving.signal, progress: () => this.progress(), goesOn: () => this.goesOn() };
    void others(this.search, watching)
      .catch((error: unknown) => {
        problem = error;
      })
      .finally(() => {
        isOver = true;
        this.wake();
      });
    while (!isOver) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        if (this.news.length > 0) resolve();
      });
      yield* this.fresh();
    }
    yield* this.fresh();
    if (problem !== null) throw problem;
  }

  private *fresh(): Generator<DriveStep, void, void> {
    const { news } = this;
    this.news = [];
    yield* news;
  }

  private report(step: DriveStep): void {
    this.news.push(step);
    this.wake();
  }

  private progress(): void {
    const { search, driving, isShared } = this;
    const now = driving.now();
    if (now < this.due) return;
    this.due = now + driving.progressEvery;
    this.report({ kind: 'progress', results: search.collectResults(), isShared });
  }

  /** Whether there is more to do, and it is wanted. */
  private goesOn(): boolean {
    const { search } = this;
    if (search.isDone || this.isEnough) return false;
    if (search.levels === this.levels) return true;
    this.levels = search.levels;
    this.isEnough = this.isLastLevel();
    return !this.isEnough;
  }

  private isLastLevel(): boolean {
    const { search, driving, levels } = this;
    const { endsAtBreak = false, branchesMost = Number.POSITIVE_INFINITY } = driving;
    const { faultsMax } = search.space;
    const results = search.collectResults();
    if (endsAtBreak && results.breaks.length > 0) return true;
    if (levels > 1) return false;
    const runs = searchLength(results, faultsMax);
    const branches = faultsMax === 3 ? (results.all * (results.places[0] ?? 0)) / 2 : 0;
    const isTooLarge = runs > runsMost || branches > branchesMost;
    this.report({ kind: 'size', runs, isTooLarge });
    return isTooLarge;
  }
}
