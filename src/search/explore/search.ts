/**
 * The search as a tree, level by level: all runs with one fault, then with two, then with three. It hands out jobs
 * and takes their results, so one thread or many can do them, in any order, with the same sum.
 */
import type { Placement } from '../../core/faults/injectionPoints';
import { nth } from '../../core/model/values/nth';
import type { Parts } from '../../core/sim/parts';
import {
  type Branch,
  type BranchProgress,
  grow,
  type Held,
  injectPart,
  type PartInjected,
  type Placements,
} from './branch';
import { nameOf } from './placementName';
import type { Space, TargetSpace } from './space';

/** Some branches of one level, for any worker. Doing a job twice is harmless. */
export interface Job {
  readonly number: number;
  readonly branches: readonly Placements[];
  /** The single faults that do the harm. */
  readonly harmful: readonly string[];
  /** Only these places of the one branch. Absent: all places. */
  readonly part?: readonly Placement[];
}

export interface Searched {
  readonly runs: number;
  /** The runs of the levels that are complete. */
  readonly before: number;
  /** The number of levels that are complete: every combination of that many faults was tried. */
  readonly levels: number;
  /** Of the level under way: how many branches, or parts of its one branch, are done, and how many there are. */
  readonly done: number;
  readonly all: number;
  /** The runs still to come of a branch that was cut into parts, or that is under way in the search's own thread. */
  readonly left: number;
  /** The number of places for one fault, then for one more, …, before symmetry. */
  readonly places: readonly number[];
  readonly breaks: readonly Placements[];
  readonly held: readonly Held[];
  /** The milestones that any run reached (`milestonesIn`). */
  readonly reached: number;
}

/** How many branches make one job. Each branch takes about as many runs as there are places. */
const jobBranches = 4;

/** Jobs and their sum do not depend on which harm is looked for. */
export class Search<H extends TargetSpace = Space> {
  private level = 0;
  private waiting: Job[] = [];
  /** By the number of the job: results that arrived while an earlier job was under way. */
  private readonly results = new Map<number, readonly Branch[]>();
  /** How many jobs of the level are merged. Keeping results longer fills a page's memory in a minute. */
  private summed = 0;
  private open: Placements[] = [];
  private jobs: readonly Job[] = [];
  private runs = 0;
  private before = 0;
  private readonly places: number[] = [];
  private readonly breaks: Placements[] = [];
  private readonly held = new Map<number, Held>();
  private reached = 0;
  private harmful: readonly string[] = [];
  private underWay: PartOfJob | null = null;
  /** The one branch of the level, once it is cut into parts. */
  private cut: BranchProgress | null = null;

  /** Whether this place is tried as the first. A next level leaves out every single fault that does harm. */
  readonly isTried: (first: Placement) => boolean;

  /**
   * @param isMine whether a fault is in this part of the space, with whatever hits after it. Two faults that may lead
   * to the same run must be in one part. Breaks of another part are not reported
   */
  constructor(
    readonly space: H,
    private readonly isMine: (first: Placement) => boolean = () => true,
  ) {
    this.isTried = space.faultsMax === 1 ? isMine : () => true;
    this.begin([[]]);
  }

  /** Null: no job is free now, or the search is over. */
  next(): Job | null {
    return this.waiting.shift() ?? null;
  }

  /** How many jobs can be handed out now. */
  get left(): number {
    return this.waiting.length;
  }

  /** Returns a job that was not finished, so that it is handed out again. */
  putBack(job: Job): void {
    if (!this.isTaken(job.number)) this.waiting.unshift(job);
  }

  get isDone(): boolean {
    return this.jobs.length === 0;
  }

  /** The number of levels that are complete. */
  get levels(): number {
    return this.isDone ? this.level : this.level - 1;
  }

  take({ number }: Job, branches: readonly Branch[]): void {
    this.underWay = null;
    if (this.isTaken(number)) return;
    this.results.set(number, branches);
    this.count(branches);
    for (let next = this.results.get(this.summed); next !== undefined; next = this.results.get(this.summed))
      this.addUp(next);
    if (this.summed === this.jobs.length) this.endLevel();
  }

  /** Counts a job under way as far as it is, until its result comes or its branch is shared. */
  note(part: PartOfJob): void {
    this.underWay = part;
  }

  /**
   * Shares the one branch of this level among many workers, because it is long: what is left of it becomes jobs of
   * `places` places each. The sum is the same however it is cut, and wherever it was stopped before.
   */
  share(job: Job, branch: BranchProgress, places: number): void {
    const rest = branch.rest();
    const parts: Job[] = [];
    this.underWay = null;
    for (let from = 0; from < rest.length; from += places)
      parts.push({ ...job, number: parts.length + 1, part: rest.slice(from, from + places) });
    this.cut = branch;
    this.jobs = [job, ...parts];
    this.waiting = [...parts];
    this.summed = 1;
    this.count([branch.branch()]);
    if (parts.length === 0) this.endLevel();
  }

  /** What is known so far, in the order of the tree, not of arrival. */
  collectResults(): Searched {
    const { runs, before, levels, level, places, breaks, held } = this;
    const doneCount = this.summed + this.results.size;
    const all = this.jobs.reduce((sum, { branches }) => sum + branches.length, 0);
    const sum = new Sum([...places], [...breaks], new Map(held));
    const later = [...this.results].sort(([one], [other]) => one - other);
    if (this.cut === null) for (const [, branches] of later) sum.add(level, branches);
    else sum.add(level, [this.cut.branch(later.map(([number, branches]) => partOf(nth(this.jobs, number), branches)))]);
    const part = this.underWay?.branches() ?? [];
    sum.add(level, part);
    return {
      runs: part.reduce((all, one) => all + one.runs, runs),
      before,
      levels,
      done: this.cut === null ? Math.min(doneCount * jobBranches, all) : doneCount,
      all,
      left: this.underWay?.branch()?.rest().length ?? this.runsLeft(),
      places: sum.places,
      breaks: sum.breaks.filter((placements) => this.hasMine(placements)),
      held: [...sum.held.values()],
      reached: part.reduce((all, { reached }) => all | reached, this.reached),
    };
  }

  private runsLeft(): number {
    const { jobs, cut } = this;
    if (cut === null) return 0;
    return jobs.reduce((sum, { number, part = [] }) => (this.isTaken(number) ? sum : sum + part.length), 0);
  }

  private count(branches: readonly Branch[]): void {
    for (const { runs, reached } of branches) {
      this.runs += runs;
      this.reached |= reached;
    }
  }

  private begin(branches: readonly Placements[]): void {
    const jobs: Job[] = [];
    for (let from = 0; from < branches.length; from += jobBranches)
      jobs.push({ number: jobs.length, branches: branches.slice(from, from + jobBranches), harmful: this.harmful });
    this.jobs = jobs;
    this.waiting = [...jobs];
    this.summed = 0;
    this.open = [];
    this.before = this.runs;
    if (jobs.length > 0) this.level++;
  }

  private endLevel(): void {
    const { space, open, level, cut } = this;
    this.cut = null;
    if (cut !== null) this.addBranches([[]], [cut.branch()]);
    if (level === 1) this.harmful = this.breaks.flatMap((placements) => placements.map(nameOf));
    this.begin(level < space.faultsMax ? open.filter((placements) => this.hasMine(placements)) : []);
  }

  /** A break without a fault is in every part. */
  private hasMine([first]: Placements): boolean {
    return first === undefined || this.isMine(first);
  }

  private isTaken(number: number): boolean {
    return number < this.summed || this.results.has(number);
  }

  /** Adds the result of the next job in the order of the tree. */
  private addUp(branches: readonly Branch[]): void {
    const job = nth(this.jobs, this.summed);
    if (this.cut === null) this.addBranches(job.branches, branches);
    else this.cut.add(partOf(job, branches));
    this.results.delete(this.summed);
    this.summed++;
  }

  /** The branches of the last level leave nothing open. */
  private addBranches(all: readonly Placements[], branches: readonly Branch[]): void {
    new Sum(this.places, this.breaks, this.held).add(this.level, branches);
    all.forEach((before, index) => {
      for (const placement of nth(branches, index).open) this.open.push([...before, placement]);
    });
  }
}

const partOf = ({ part = [] }: Job, branches: readonly Branch[]): PartInjected => ({
  placements: part,
  branch: nth(branches, 0),
});

class Sum {
  constructor(
    readonly places: number[],
    readonly breaks: Placements[],
    readonly held: Map<number, Held>,
  ) {}

  add(level: number, branches: readonly Branch[]): void {
    for (const { places, breaks, held } of branches) {
      this.places[level - 1] = (this.places[level - 1] ?? 0) + places;
      this.breaks.push(...breaks);
      for (const one of held) {
        const same = this.held.get(one.reached);
        this.held.set(one.reached, { ...one, ...same, count: one.count + (same?.count ?? 0) });
      }
    }
  }
}

export interface PartOfJob {
  /** The result so far. */
  readonly branches: () => readonly Branch[];
  /** The branch under way. Null: the job is a part of a branch, or no branch is under way. */
  readonly branch: () => BranchProgress | null;
}

/**
 * Does a job. Yields after each run.
 *
 * @param isTried of the search; only its own thread knows it, and that thread begins the first level
 */
export function* runJob(
  { branches, harmful, part: places }: Job,
  space: TargetSpace,
  parts: Parts,
  isTried?: Search['isTried'],
): Generator<PartOfJob, readonly Branch[], void> {
  if (places !== undefined) {
    const ofPart = (branch: Branch): PartOfJob => ({ branches: () => [branch], branch: () => null });
    return [yield* mapped(injectPart(space, parts, places), ofPart)];
  }
  const harmfulNames = new Set(harmful);
  const grownBranches: Branch[] = [];
  let current: BranchProgress | null = null;
  const part = {
    branches: () => (current === null ? grownBranches : [...grownBranches, current.branch()]),
    branch: () => current,
  };
  for (const placements of branches) {
    const branch = yield* mapped(grow(space, parts, placements, { harmful: harmfulNames, isTried }), (step) => {
      current = step;
      return part;
    });
    current = null;
    // The search ends after the last level, and a thread would copy thousands of places.
    grownBranches.push(placements.length + 1 < space.faultsMax ? branch : { ...branch, open: [] });
  }
  return grownBranches;
}

/** The whole search in one thread. Yields after each run. The caller decides how long it goes on. */
export function* search(space: TargetSpace, parts: Parts): Generator<Searched | null, Searched, void> {
  const searching = new Search(space);
  for (let job = searching.next(); job !== null; job = searching.next()) {
    searching.take(job, yield* mapped(runJob(job, space, parts), () => null));
    yield searching.collectResults();
  }
  return searching.collectResults();
}

function* mapped<From, To, Result>(
  steps: Generator<From, Result, void>,
  to: (step: From) => To,
): Generator<To, Result, void> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    yield to(step.value);
  }
}
