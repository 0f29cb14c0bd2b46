/**
 * The desk of a search: it hands out the jobs, adds up what comes back, draws the map meanwhile, and tells the page as little as it
 * needs. It runs beside the page, so no message of a hand and no long list takes the page's time. It knows no worker and no clock
 * but those that it is handed.
 */
import { type Branch, finished, type Placements, scenarioOf } from '../../explore/branch';
import { goalsIn } from '../../explore/goals';
import { type Hire, searchWith } from '../../explore/hands';
import { type PlaceFate, placesOfRun } from '../../explore/placeFates';
import { done, Search } from '../../explore/search';
import { idleKinds, type Space, spaceOf } from '../../explore/space';
import { runsMost, runsToCome } from '../../explore/toCome';
import {
  breakTold,
  type FoundIn,
  heldCount,
  mostEventful,
  placesOf,
  SmallestBreaks,
  type SmallestFound,
  unreachedIn,
} from '../../explore/told';
import type { RunRegistry } from '../../faults/program';
import { miniatureOf } from '../../layout/miniature';
import type { Scenario } from '../../model/scenario';
import type { Both, Language } from '../../model/text';
import { runsLeft } from './estimate';
import type { Answer, DeskTelling, FoundBreak, Question } from './messages';

export interface Surroundings {
  readonly registry: RunRegistry;
  readonly tell: (telling: DeskTelling) => void;
  readonly hire: (space: Space) => Hire;
  readonly hands: number;
  /** Ms; of any clock. */
  readonly now: () => number;
  /** Lets messages in. */
  readonly pause: () => Promise<void>;
}

/** It works for this long before it lets messages in, in ms. */
const turn = 20;
/** The page hears of the progress as often, in ms. */
const progressEvery = 200;
/** Of the third level. Each keeps a few kilobytes. */
const branchesMost = 50_000;
/** So long an answer waits for a map that is not whole yet, in ms. Nine clients that try and try have 160,000 places. */
const mapWait = 5_000;
/** More cards than that nobody reads. */
const cardsMost = 40;

interface Done {
  readonly space: Space;
  readonly search: Search;
}

export class Desk {
  private isStopped = false;
  private mapUntil = Number.POSITIVE_INFINITY;
  private stopHands = (): void => {};
  private readonly seeds: Done[] = [];
  private isTooLarge = false;
  private readonly smallest: SmallestBreaks;
  private readonly cards = new Map<SmallestFound['link'], FoundBreak>();
  /** The runs of the search under way when its present level began. */
  private before = 0;
  private toldAt = Number.NEGATIVE_INFINITY;
  private readonly from: number;

  constructor(
    private readonly scenario: Scenario,
    private readonly question: Question,
    private readonly around: Surroundings,
  ) {
    this.smallest = new SmallestBreaks(around.registry, true);
    this.from = around.now();
  }

  /** What was found so far is told all the same. */
  stop(): void {
    this.isStopped = true;
    this.stopHands();
  }

  async work(): Promise<void> {
    const { scenario, question, around } = this;
    const { registry, tell } = around;
    let map: Promise<void> | null = null;
    for (let count = 0; count < question.seeds && !this.isStopped; count++) {
      const space = spaceOf(scenario, registry, { ...question, seed: scenario.seed + count });
      map ??= this.drawMap(space);
      await this.searchIn(space);
    }
    this.tellProgress('smaller');
    for (const { space, search } of this.seeds) await this.makeSmaller({ space, breaks: search.found().breaks });
    this.tellBreaks();
    this.mapUntil = this.around.now() + mapWait;
    await map;
    tell({ kind: 'ended', answer: this.answer() });
  }

  private async drawMap(space: Space): Promise<void> {
    const { registry, tell } = this.around;
    const { strips, count, fates } = placesOfRun(space, registry);
    const { scenario: calm, lengths } = space;
    tell({ kind: 'surveyed', surveyed: { calm, lengths, strips, places: count, idle: idleKinds(space, registry) } });
    let places: PlaceFate[] = [];
    const hand = (): void => {
      if (places.length > 0) tell({ kind: 'places', places });
      places = [];
    };
    let told = this.around.now();
    const each = (place: PlaceFate): void => {
      places.push(place);
      if (this.around.now() - told < progressEvery) return;
      told = this.around.now();
      hand();
    };
    await this.inTurns(fates(), each, () => this.isStopped || this.around.now() > this.mapUntil);
    hand();
  }

  /** Runs the steps with pauses, until it is over. Returns the last value if it got to the end. */
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
    if (search.isDone) return;
    const runs = runsToCome(search.found(), faultsMax);
    if (runs > runsMost || (faultsMax === 3 && branchesToCome(search) > branchesMost)) {
      this.isTooLarge = true;
      if (faultsMax === 2) return;
      this.seeds.pop();
      return this.searchIn({ ...space, faultsMax: faultsMax - 1 });
    }
    this.before = search.found().runs;
    let levels = search.found().levels;
    const progress = (): void => {
      if (!this.isTimeToTell()) return;
      const found = search.found();
      if (found.levels !== levels) this.before = found.runs;
      levels = found.levels;
      this.tellProgress('searching');
    };
    const { hire, hands } = this.around;
    const stopping = {
      isStopped: () => this.isStopped,
      whenStopped: (stop: () => void) => {
        this.stopHands = stop;
      },
    };
    await searchWith(search, { hire: hire(space), hands, stopping, progress });
  }

  /** The runs with one fault take less time than a hand needs to begin. */
  private async oneFaultEach(search: Search): Promise<boolean> {
    const job = search.next();
    if (job === null) return true;
    let part: { readonly branches: () => readonly Branch[] } | null = null;
    const ended = await this.inTurns(done(job, search.space, this.around.registry), (step) => {
      part = step;
      if (this.isTimeToTell()) this.tellProgress('searching', step.branches());
    });
    if (ended !== null) search.take(job, ended.value);
    else if (part !== null) search.stop(part);
    return ended !== null;
  }

  private isTimeToTell(): boolean {
    return this.around.now() - this.toldAt >= progressEvery;
  }

  /** @param part of the job under way */
  private tellProgress(phase: 'searching' | 'smaller', part: readonly Branch[] = []): void {
    const { question, around, seeds } = this;
    this.toldAt = around.now();
    const found = seeds.map(({ search }) => search.found());
    const last = found.at(-1);
    const sum = (list: readonly { readonly runs: number }[]): number => list.reduce((all, { runs }) => all + runs, 0);
    const runs = sum(found) + sum(part);
    const seconds = Math.max(1, around.now() - this.from) / 1000;
    const rate = Math.round(runs / seconds);
    let toCome = 0;
    if (last !== undefined && phase === 'searching') {
      const known = {
        ...last,
        runs: last.runs + sum(part),
        places: last.places.length > 0 ? last.places : placesIn(part),
      };
      const faultsMax = seeds.at(-1)?.space.faultsMax ?? 1;
      const usual = found.length > 1 ? sum(found.slice(0, -1)) / (found.length - 1) : null;
      const ofThis = runsLeft(known, { faultsMax, before: this.before, usual });
      toCome = Math.round(ofThis + (question.seeds - seeds.length) * (usual ?? known.runs + ofThis));
    }
    const left = rate > 0 && phase === 'searching' ? (toCome / rate) * 1000 : null;
    around.tell({ kind: 'progress', progress: { phase, runs, all: runs + toCome, rate, left } });
  }

  /** Goes on when the search was stopped: what was found is made smaller all the same. */
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
    const { registry, tell } = this.around;
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
              told: toldIn((language) => breakTold(one, registry, language)),
              picture: miniatureOf(trace),
            }
          : { ...known, count };
      this.cards.set(link, card);
      return card;
    });
    tell({ kind: 'breaks', breaks });
  }

  private answer(): Answer {
    const { question, seeds, isStopped, isTooLarge } = this;
    const searched = seeds.map(({ search }) => search.found());
    const all: readonly FoundIn[] = seeds.map(({ space }, index) => ({ ...empty, ...searched[index], space }));
    const isWhole = !isStopped && !isTooLarge && seeds.length === question.seeds;
    return {
      isWhole,
      isTooLarge: isTooLarge && !isStopped,
      runs: searched.reduce((sum, { runs }) => sum + runs, 0),
      breaks: searched.reduce((sum, { breaks }) => sum + breaks.length, 0),
      levels:
        isStopped && seeds.length < question.seeds
          ? 0
          : Math.min(question.faultsMax, ...searched.map((one) => one.levels)),
      seeds: seeds.map(({ space }) => space.scenario.seed),
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

const toldIn = <T>(tell: (language: Language) => T): Both<T> => {
  const [en, zh] = [tell('en'), tell('zh')];
  return { en, zh };
};

const empty = { breaks: [], held: [], places: [], reached: 0 };

const placesIn = (part: readonly Branch[]): readonly number[] => part.map(({ places }) => places);

function branchesToCome(search: Search): number {
  const { all, places } = search.found();
  return (all * (places[0] ?? 0)) / 2;
}

/** A hand in this very thread, where no worker can start another one. */
export const hireHere =
  (space: Space, { registry, pause }: Pick<Surroundings, 'registry' | 'pause'>): Hire =>
  (telling) => {
    let isOver = false;
    return {
      send: (job) =>
        void pause().then(() => {
          if (!isOver) telling.finished(finished(done(job, space, registry)));
        }),
      end: () => {
        isOver = true;
      },
    };
  };
