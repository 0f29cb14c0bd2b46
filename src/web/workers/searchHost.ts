/**
 * The host of a search: it hands out the jobs, merges the results, draws the map meanwhile, and sends the page as
 * little as it needs. It runs beside the page, so no message of a worker and no long list takes the page's time. It
 * knows no worker and no clock except those that it is given.
 */

import type { Scenario } from '../../core/model/scenario';
import type { Both, Language } from '../../core/model/text';
import type { Parts } from '../../core/sim/parts';
import { miniatureOf } from '../../picture/layout/miniature';
import { type Branch, type Partly, type Placements, scenarioOf } from '../../search/explore/branch';
import { goalsIn } from '../../search/explore/goals';
import { type PlaceFate, placesOfRun } from '../../search/explore/placeFates';
import { done, type Job, type PartOfJob, Search, type Searched } from '../../search/explore/search';
import { runsMost, searchLength } from '../../search/explore/searchLength';
import {
  breakReport,
  type FoundIn,
  heldCount,
  mostEventful,
  placesOf,
  SmallestBreaks,
  type SmallestFound,
  unreachedIn,
} from '../../search/explore/searchReport';
import { idleKinds, type Space, searchedScenarios, spaceOf } from '../../search/explore/space';
import { type Hire, searchWith } from '../../search/explore/workers';
import { isGuess, runsLeft } from './estimate';
import type { Answer, FoundBreak, Progress, Question, SearchUpdate } from './messages';
import { Pace } from './pace';

export interface Surroundings {
  readonly parts: Parts;
  readonly report: (telling: SearchUpdate) => void;
  readonly hire: (space: Space) => Hire;
  readonly workers: number;
  /** In ms, on any clock. */
  readonly now: () => number;
  /** Lets messages in. */
  readonly pause: () => Promise<void>;
}

/** How long it works before it lets messages in, in ms. */
const turn = 20;
/** How often progress is reported to the page, in ms. */
const progressEvery = 200;
/** How long it tries the places of one fault alone, in ms. Workers need about as long to begin. */
const aloneFor = 1_000;
/**
 * About how long one job of a shared level takes, in ms: a stop does not wait for a worker, and the page can show
 * progress.
 */
const jobTakes = 500;
/** The most places in one job of a shared level. */
const placesMost = 500;
/** The most branches of the third level. Each takes a few kilobytes. */
const branchesMost = 50_000;
/** How long the answer waits for the map, in ms. Nine clients that keep trying have 160,000 places. */
const mapWait = 5_000;
/** The most cards shown. */
const cardsMost = 40;

interface Done {
  readonly space: Space;
  readonly search: Search;
}

export class SearchHost {
  private isStopped = false;
  private mapUntil = Number.POSITIVE_INFINITY;
  private stopWorkers = (): void => {};
  private readonly scenarios: readonly Scenario[];
  private readonly seeds: Done[] = [];
  private isTooLarge = false;
  private readonly smallest: SmallestBreaks;
  private readonly cards = new Map<SmallestFound['link'], FoundBreak>();
  /** The number of runs of the search when its present level began. */
  private before = 0;
  private toldAt = Number.NEGATIVE_INFINITY;
  private readonly pace: Pace;
  private haveWorkersBegun = false;
  private isMapDrawn = false;

  constructor(
    scenario: Scenario,
    private readonly question: Question,
    private readonly around: Surroundings,
  ) {
    this.scenarios = searchedScenarios(scenario, question.seeds, around.parts);
    this.smallest = new SmallestBreaks(around.parts, true);
    this.pace = new Pace(around.now());
  }

  /** What was found so far is still reported. */
  stop(): void {
    this.isStopped = true;
    this.stopWorkers();
  }

  async work(): Promise<Answer> {
    const { question, around } = this;
    const { parts } = around;
    let map: Promise<void> | null = null;
    for (const one of this.scenarios) {
      if (this.isStopped) break;
      const space = spaceOf(one, parts, question);
      map ??= this.drawMap(space);
      await this.searchIn(space);
    }
    this.reportProgress('smaller');
    for (const { space, search } of this.seeds) await this.makeSmaller({ space, breaks: search.found().breaks });
    this.tellBreaks();
    this.mapUntil = this.around.now() + mapWait;
    if (!this.isMapDrawn && !this.isStopped) this.reportProgress('map');
    await map;
    return this.answer();
  }

  private async drawMap(space: Space): Promise<void> {
    const { parts, report } = this.around;
    const { strips, count, fates } = placesOfRun(space, parts);
    const { scenario: calm, lengths } = space;
    report({ kind: 'surveyed', surveyed: { calm, lengths, strips, places: count, idle: idleKinds(space, parts) } });
    let places: PlaceFate[] = [];
    const tellPlaces = (): void => {
      if (places.length > 0) report({ kind: 'places', places });
      places = [];
    };
    let told = this.around.now();
    const each = (place: PlaceFate): void => {
      places.push(place);
      if (this.around.now() - told < progressEvery) return;
      told = this.around.now();
      tellPlaces();
    };
    await this.inTurns(fates(), each, () => this.isStopped || this.around.now() > this.mapUntil);
    tellPlaces();
    this.isMapDrawn = true;
  }

  /** Runs the steps with pauses until the search is over. Returns the last value if it got to the end. */
  private async inTurns<Step, Value>(
    steps: Generator<Step, Value, void>,
    each: (step: Step) => void,
    isOver: () => boolean = () => this.isStopped,
  ): Promise<{ readonly value: Value } | null> {
    const { now, pause } = this.around;
    for (let from = now(); !isOver(); ) {
      const step = steps.next();
      if (step.done === true) return { value: step.value };
      each(step.value);
      if (now() - from < turn) continue;
      await pause();
      from = now();
    }
    return null;
  }

  private async searchIn(space: Space): Promise<void> {
    const search = new Search(space);
    this.before = 0;
    this.seeds.push({ space, search });
    if (!(await this.oneFaultEach(search))) return;
    const { faultsMax } = space;
    if (search.isDone || this.isStopped) return;
    const runs = searchLength(search.found(), faultsMax);
    if (runs > runsMost || (faultsMax === 3 && branchesToCome(search) > branchesMost)) {
      this.isTooLarge = true;
      if (faultsMax === 2) return;
      this.seeds.pop();
      return this.searchIn({ ...space, faultsMax: faultsMax - 1 });
    }
    await this.byWorkers(search);
  }

  /** @param last the most faults at once that are looked at */
  private async byWorkers(search: Search, last = search.space.faultsMax): Promise<void> {
    let { levels } = search;
    this.before = search.found().runs;
    if (!this.haveWorkersBegun) this.pace.restart({ at: this.around.now(), runs: this.before });
    this.haveWorkersBegun = true;
    const progress = (): void => {
      if (search.levels !== levels) this.before = search.found().runs;
      levels = search.levels;
      if (this.isTimeToTell()) this.reportProgress('searching');
    };
    const { hire, workers } = this.around;
    const stopping = {
      isStopped: () => this.isStopped,
      whenStopped: (stop: () => void) => {
        this.stopWorkers = stop;
      },
    };
    await searchWith(search, { hire: hire(search.space), workers, stopping, progress, levels: last });
  }

  /**
   * The runs with one fault mostly take less time than a worker needs to begin. If not, the workers go on with them.
   * @returns whether all of them were done
   */
  private async oneFaultEach(search: Search): Promise<boolean> {
    const job = search.next();
    if (job === null) return true;
    const from = this.around.now();
    let part: PartOfJob | null = null;
    let isShared = false;
    const each = (step: PartOfJob): void => {
      part = step;
      if (this.isTimeToTell()) this.reportProgress('searching', step);
      const branch = this.isStopped ? null : step.branch();
      const taken = this.around.now() - from;
      if (branch !== null && taken > aloneFor) isShared = shareLong(search, { job, branch, taken });
    };
    const isOver = (): boolean => isShared || this.isStopped;
    const ended = await this.inTurns(done(job, search.space, this.around.parts), each, isOver);
    if (ended !== null) search.take(job, ended.value);
    else if (isShared) await this.byWorkers(search, 1);
    else if (part !== null) search.stop(part);
    return search.levels > 0;
  }

  private isTimeToTell(): boolean {
    return this.around.now() - this.toldAt >= progressEvery;
  }

  /** @param step of the job under way */
  private reportProgress(phase: Progress['phase'], step: PartOfJob | null = null): void {
    const { around, seeds, pace } = this;
    this.toldAt = around.now();
    const part = step?.branches() ?? [];
    const found = seeds.map(({ search }) => search.found());
    const runs = sumOf(found) + sumOf(part);
    if (phase !== 'searching') {
      around.report({ kind: 'progress', progress: { phase, runs, all: runs, rate: 0, left: null } });
      return;
    }
    pace.note({ at: this.toldAt, runs });
    const { toCome, isGuess } = this.toCome(found, part, step?.branch()?.rest().length);
    const rate = pace.rate < 10 ? Math.round(pace.rate * 10) / 10 : Math.round(pace.rate);
    const left = isGuess ? null : pace.left(toCome);
    around.report({ kind: 'progress', progress: { phase, runs, all: runs + toCome, rate, left } });
  }

  private toCome(
    found: readonly Searched[],
    part: readonly Branch[],
    left: number | undefined,
  ): { readonly toCome: number; readonly isGuess: boolean } {
    const { scenarios, seeds } = this;
    const last = found.at(-1);
    if (last === undefined) return { toCome: 0, isGuess: true };
    const known = {
      ...last,
      runs: last.runs + sumOf(part),
      places: last.places.length > 0 ? last.places : placesIn(part),
      left: left ?? last.left,
    };
    const faultsMax = seeds.at(-1)?.space.faultsMax ?? 1;
    const usual = found.length > 1 ? sumOf(found.slice(0, -1)) / (found.length - 1) : null;
    const plan = { faultsMax, before: this.before, usual };
    const ofThis = runsLeft(known, plan);
    const toCome = Math.round(ofThis + (scenarios.length - seeds.length) * (usual ?? known.runs + ofThis));
    return { toCome, isGuess: isGuess(known, plan) };
  }

  /** Continues after a stop: the breaks found so far are still shrunk. */
  private async makeSmaller(found: { readonly space: Space; readonly breaks: readonly Placements[] }): Promise<void> {
    const { now, pause } = this.around;
    let from = now();
    for (const _ of this.smallest.add([found])) {
      if (now() - from < turn) continue;
      if (this.isTimeToTell()) {
        this.toldAt = now();
        this.tellBreaks();
      }
      await pause();
      from = now();
    }
  }

  private tellBreaks(): void {
    const { parts, report } = this.around;
    const breaks = this.smallest.all.slice(0, cardsMost).map((one) => {
      const { link, scenario, trace, verdict, count } = one;
      const known = this.cards.get(link);
      const card: FoundBreak =
        known === undefined
          ? {
              link,
              scenario,
              lock: verdict.lock,
              data: verdict.data,
              faults: Object.keys(scenario.faults).length,
              count,
              told: toldIn((language) => breakReport(one, parts, language)),
              picture: miniatureOf(trace),
            }
          : { ...known, count };
      this.cards.set(link, card);
      return card;
    });
    report({ kind: 'breaks', breaks });
  }

  private answer(): Answer {
    const { question, scenarios, seeds, isStopped, isTooLarge } = this;
    const searched = seeds.map(({ search }) => search.found());
    const all: readonly FoundIn[] = seeds.map(({ space }, index) => ({ ...empty, ...searched[index], space }));
    const isWhole = !isStopped && !isTooLarge && seeds.length === scenarios.length;
    return {
      isWhole,
      isTooLarge: isTooLarge && !isStopped,
      runs: searched.reduce((sum, { runs }) => sum + runs, 0),
      breaks: searched.reduce((sum, { breaks }) => sum + breaks.length, 0),
      levels:
        isStopped && seeds.length < scenarios.length
          ? 0
          : Math.min(question.faultsMax, ...searched.map((one) => one.levels)),
      seeds: [...new Set(seeds.map(({ space }) => space.scenario.seed))],
      places: placesOf(all),
      held: heldCount(all),
      unreached: unreachedIn(all),
      interesting: mostEventful(all).map(({ space, example, reached, count }) => ({
        scenario: scenarioOf(space, example),
        reached: goalsIn(reached),
        count,
      })),
    };
  }
}

/** Shares the rest of a branch if that is worth it. Returns whether it is. */
function shareLong(
  search: Search,
  { job, branch, taken }: { readonly job: Job; readonly branch: Partly; readonly taken: number },
): boolean {
  const perMs = branch.branch().runs / taken;
  const places = Math.min(placesMost, Math.ceil(perMs * jobTakes));
  if (branch.rest().length <= 2 * places) return false;
  search.share(job, branch, places);
  return true;
}

const toldIn = <T>(report: (language: Language) => T): Both<T> => {
  const [en, zh] = [report('en'), report('zh')];
  return { en, zh };
};

const sumOf = (list: readonly { readonly runs: number }[]): number => list.reduce((all, { runs }) => all + runs, 0);

const empty = { breaks: [], held: [], places: [], reached: 0 };

const placesIn = (part: readonly Branch[]): readonly number[] => part.map(({ places }) => places);

function branchesToCome(search: Search): number {
  const { all, places } = search.found();
  return (all * (places[0] ?? 0)) / 2;
}
