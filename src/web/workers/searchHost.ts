/**
 * The host of a search: it hands out the jobs, merges the results, draws the map meanwhile, and sends the page as
 * little as it needs. It runs in a worker, so messages of workers and long lists take none of the page's time. It knows
 * no worker and no clock except those that it is given.
 */

import type { Scenario } from '../../core/model/scenario/scenario';
import type { ProcessNames } from '../../core/model/scenario/story';
import type { Both, Language } from '../../core/model/values/text';
import type { Parts } from '../../core/sim/parts';
import { miniatureOf } from '../../picture/layout/miniature';
import { type Placements, scenarioOf } from '../../search/explore/branch';
import { drive, inTurns, type Turns } from '../../search/explore/drive';
import { type InjectionFate, injectionFatesOf } from '../../search/explore/injectionFates';
import { milestonesIn } from '../../search/explore/milestones';
import { Search, type Searched } from '../../search/explore/search';
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
import { unsettledIn } from '../../search/explore/settled';
import { idleKinds, type Space, searchedScenarios, spaceOf } from '../../search/explore/space';
import { type SpawnWorker, searchWith } from '../../search/explore/workers';
import { isGuess, runsLeft } from './estimate';
import type { Answer, FoundBreak, Progress, Question, SearchUpdate } from './messages';
import { Pace } from './pace';

export interface Surroundings {
  readonly parts: Parts;
  readonly names: ProcessNames | undefined;
  readonly report: (update: SearchUpdate) => void;
  readonly spawnFor: (space: Space) => SpawnWorker;
  readonly workers: number;
  /** In ms, on any clock. */
  readonly now: () => number;
  /** Lets messages in. */
  readonly pause: () => Promise<void>;
}

/** How often progress is reported to the page, in ms. */
const progressEvery = 200;
/** How long it tries the places of one fault alone, in ms. Workers need about as long to begin. */
const aloneFor = 1_000;
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
  private readonly stopping = new AbortController();
  private readonly signal = this.stopping.signal;
  private readonly turns: Turns;
  private mapUntil = Number.POSITIVE_INFINITY;
  private readonly scenarios: readonly Scenario[];
  private readonly seeds: Done[] = [];
  private isTooLarge = false;
  private readonly smallest: SmallestBreaks;
  private readonly cards = new Map<SmallestFound['link'], FoundBreak>();
  private reportedAt = Number.NEGATIVE_INFINITY;
  private readonly pace: Pace;
  private haveWorkersBegun = false;
  private isMapDrawn = false;

  constructor(
    scenario: Scenario,
    private readonly question: Question,
    private readonly around: Surroundings,
  ) {
    this.scenarios = searchedScenarios(scenario, question.seeds, around.parts);
    this.smallest = new SmallestBreaks(around.parts, () => true);
    this.pace = new Pace(around.now());
    this.turns = { now: around.now, inTurn: (work) => around.pause().then(work) };
  }

  /** What was found so far is still reported. */
  stop(): void {
    this.stopping.abort();
  }

  async work(): Promise<Answer> {
    const { question, around } = this;
    const { parts } = around;
    let map: Promise<void> | null = null;
    for (const one of this.scenarios) {
      if (this.signal.aborted) break;
      const space = spaceOf(one, parts, question);
      map ??= this.drawMap(space);
      await this.searchIn(space);
    }
    this.reportProgress('smaller');
    for (const { space, search } of this.seeds)
      await this.makeSmaller({ space, breaks: search.collectResults().breaks });
    this.reportBreaks();
    this.mapUntil = this.around.now() + mapWait;
    if (!this.isMapDrawn && !this.signal.aborted) this.reportProgress('map');
    await map;
    return this.answer();
  }

  private async drawMap(space: Space): Promise<void> {
    const { parts, report } = this.around;
    const { strips, count, fates } = injectionFatesOf(space, parts);
    const { scenario: faultless, lengths } = space;
    report({
      kind: 'surveyed',
      surveyed: { faultless, lengths, strips, places: count, idle: idleKinds(space, parts) },
    });
    let unsent: InjectionFate[] = [];
    const reportFates = (): void => {
      if (unsent.length > 0) report({ kind: 'places', fates: unsent });
      unsent = [];
    };
    let reportedAt = this.around.now();
    const each = (fate: InjectionFate): void => {
      unsent.push(fate);
      if (this.around.now() - reportedAt < progressEvery) return;
      reportedAt = this.around.now();
      reportFates();
    };
    for await (const _ of inTurns(fates(), this.turns, each))
      if (this.signal.aborted || this.around.now() > this.mapUntil) break;
    reportFates();
    this.isMapDrawn = true;
  }

  private async searchIn(space: Space): Promise<void> {
    const search = new Search(space);
    this.seeds.push({ space, search });
    const { parts, spawnFor: hire, workers } = this.around;
    const steps = drive(search, {
      ...this.turns,
      parts,
      signal: this.signal,
      progressEvery,
      others: (jobs, watching) => searchWith(jobs, { ...watching, spawn: hire(space), workers }),
      sharesAfter: aloneFor,
      branchesMost,
    });
    let isTooLarge = false;
    for await (const step of steps) {
      if (step.kind === 'size') isTooLarge = step.isTooLarge;
      else if (step.kind === 'shared') this.restartPace(search.collectResults());
      else this.reportProgress('searching');
    }
    this.isTooLarge ||= isTooLarge;
    if (!isTooLarge || space.faultsMax === 2) return;
    this.seeds.pop();
    return this.searchIn({ ...space, faultsMax: space.faultsMax - 1 });
  }

  private restartPace({ runs }: Searched): void {
    if (!this.haveWorkersBegun) this.pace.restart({ at: this.around.now(), runs });
    this.haveWorkersBegun = true;
  }

  private isReportDue(): boolean {
    return this.around.now() - this.reportedAt >= progressEvery;
  }

  private reportProgress(phase: Progress['phase']): void {
    const { around, seeds, pace } = this;
    this.reportedAt = around.now();
    const results = seeds.map(({ search }) => search.collectResults());
    const runs = sumOf(results);
    if (phase !== 'searching') {
      around.report({ kind: 'progress', progress: { phase, runs, all: runs, rate: 0, left: null } });
      return;
    }
    pace.note({ at: this.reportedAt, runs });
    const { toCome, isGuess } = this.toCome(results);
    const rate = pace.rate < 10 ? Math.round(pace.rate * 10) / 10 : Math.round(pace.rate);
    const left = isGuess ? null : pace.msLeft(toCome);
    around.report({ kind: 'progress', progress: { phase, runs, all: runs + toCome, rate, left } });
  }

  private toCome(results: readonly Searched[]): { readonly toCome: number; readonly isGuess: boolean } {
    const { scenarios, seeds } = this;
    const last = results.at(-1);
    if (last === undefined) return { toCome: 0, isGuess: true };
    const faultsMax = seeds.at(-1)?.space.faultsMax ?? 1;
    const usual = results.length > 1 ? sumOf(results.slice(0, -1)) / (results.length - 1) : null;
    const plan = { faultsMax, before: last.before, usual };
    const ofThis = runsLeft(last, plan);
    const toCome = Math.round(ofThis + (scenarios.length - seeds.length) * (usual ?? last.runs + ofThis));
    return { toCome, isGuess: isGuess(last, plan) };
  }

  /** Continues after a stop: the breaks found so far are still shrunk. */
  private async makeSmaller(finding: { readonly space: Space; readonly breaks: readonly Placements[] }): Promise<void> {
    for await (const _ of inTurns(this.smallest.add([finding]), this.turns)) {
      if (!this.isReportDue()) continue;
      this.reportedAt = this.around.now();
      this.reportBreaks();
    }
  }

  private reportBreaks(): void {
    const { parts, names, report } = this.around;
    const breaks = this.smallest.all.slice(0, cardsMost).map((one) => {
      const { link, scenario, trace, verdict, count } = one;
      const oldCard = this.cards.get(link);
      const card: FoundBreak =
        oldCard === undefined
          ? {
              link,
              scenario,
              outcome: verdict.outcome,
              faults: Object.keys(scenario.faults).length,
              count,
              report: inEach((language) => breakReport(one, parts, language, names)),
              picture: miniatureOf(trace),
            }
          : { ...oldCard, count };
      this.cards.set(link, card);
      return card;
    });
    report({ kind: 'breaks', breaks });
  }

  private answer(): Answer {
    const { question, scenarios, seeds, isTooLarge } = this;
    const { aborted: isStopped } = this.signal;
    const searched = seeds.map(({ search }) => search.collectResults());
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
      unsettled: isWhole ? unsettledIn(all, this.around.parts) : null,
      unreached: unreachedIn(all),
      interesting: mostEventful(all).map(({ space, example, reached, count }) => ({
        scenario: scenarioOf(space, example),
        reached: milestonesIn(reached),
        count,
      })),
    };
  }
}

const inEach = <T>(report: (language: Language) => T): Both<T> => {
  const [en, zh] = [report('en'), report('zh')];
  return { en, zh };
};

const sumOf = (list: readonly { readonly runs: number }[]): number => list.reduce((all, { runs }) => all + runs, 0);

const empty = { breaks: [], held: [], places: [], reached: 0 };
