/**
 * The simulated runs of a page. They are computed outside React, when their scenario is shown or asked for, and
 * cached by the identity of the scenario. For a long run, its beginning is cached until the whole is ready.
 * Components read the cache and start nothing.
 */
import { create } from 'zustand';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import type { Parts } from '../../core/sim/parts';
import { eventsAtOnce, inSlices, isCut, latestOnly, type Play, playAtOnce, withCachedSpans } from './longRun';

/** `short`: the beginning of a run; the whole is still to come. `live`: from real Redis. */
export type RunState = 'short' | 'whole' | 'live';

type RunResult =
  | { readonly run: Run; readonly state: Exclude<RunState, 'live'> }
  /** A broken invariant ended the simulation. */
  | { readonly error: unknown };

/** A run belongs to the parts with which it was made. */
type CachedRun = RunResult & { readonly parts: Parts };

interface RunsDependencies {
  readonly parts: () => Parts;
  /** The scenarios whose runs a view may read. All other runs are dropped when a new run is asked for. */
  readonly visibleScenarios: () => readonly Scenario[];
  readonly play: Play;
}

interface PlayOptions {
  /** A longer run is cut off here. */
  readonly upTo?: number;
  /** Of the runs that are played with this option, only the newest is wanted. */
  readonly newestOnly?: boolean;
}

export class Runs {
  /** The cached runs. A view that shows a run is drawn again when the run changes. */
  readonly store = create<{ readonly cache: ReadonlyMap<Scenario, CachedRun> }>()(() => ({ cache: new Map() }));
  /** The long runs under way. */
  private readonly pendingRuns = new Map<Scenario, Promise<Run>>();
  private readonly completionListeners = new Set<() => void>();
  private readonly backgroundRuns = new WeakMap<Scenario, Run>();
  private player: Play;
  private readonly newest = latestOnly((scenario) => this.player(scenario));
  private placeholderOf: (scenario: Scenario) => Run | null = () => null;

  constructor(private readonly dependencies: RunsDependencies) {
    this.player = dependencies.play;
  }

  /** Called once, by a page that has another way to play long runs. */
  setPlayer(way: Play): void {
    this.player = way;
  }

  /**
   * Makes a run without blocking the page: in the page's way for long runs, or in slices if it is cut off anyway.
   * Null: a newer run is wanted. Rejects if a broken invariant ends the simulation.
   */
  play(scenario: Scenario, { upTo, newestOnly = false }: PlayOptions = {}): Promise<Run | null> {
    if (upTo !== undefined) return inSlices(upTo)(scenario);
    return newestOnly ? this.newest(scenario) : this.player(scenario);
  }

  /**
   * Called once, with the way to play, by a page whose runs are made elsewhere.
   * @param standIn what is shown until a run is ready; null: the run is made here
   */
  setPlaceholder(standIn: (scenario: Scenario) => Run | null): void {
    this.placeholderOf = standIn;
  }

  /** Calls back when the whole of a long run is ready. */
  onComplete(listener: () => void): void {
    this.completionListeners.add(listener);
  }

  /** Makes the runs that are shown now. Called with each change of what is shown. */
  follow(): void {
    for (const scenario of this.dependencies.visibleScenarios()) if (!this.has(scenario)) this.make(scenario);
  }

  /** The run of a scenario. It is simulated if it is not cached. Throws the broken invariant that ended it. */
  get(scenario: Scenario): Run {
    return runOrThrow(this.findEntry(scenario) ?? this.make(scenario));
  }

  /** The same, when it is final: for a long run, the whole of it. */
  async getComplete(scenario: Scenario): Promise<Run> {
    const run = this.get(scenario);
    return (await this.pendingRuns.get(scenario)?.catch(() => run)) ?? run;
  }

  /**
   * The same, in tasks of a few milliseconds, for a scenario that is about to be opened. A broken invariant is left
   * to `get`.
   */
  async inTasks(scenario: Scenario): Promise<Run> {
    const beginning = this.has(scenario) ? null : await this.play(scenario, { upTo: eventsAtOnce }).catch(() => null);
    if (beginning !== null && !this.has(scenario)) this.begin(beginning);
    return this.get(scenario);
  }

  /** Caches a run that was made elsewhere. Its scenario is shown, or is about to be. */
  cacheRun(run: Run): void {
    this.put(run.scenario, { run, state: 'whole' });
  }

  /**
   * The run of a scenario that need not be on screen; for a long one the beginning, until the whole is ready. All
   * callers get the same run.
   */
  getInBackground(scenario: Scenario): Run {
    const earlierRun = this.backgroundRuns.get(scenario) ?? this.placeholderOf(scenario);
    const run = earlierRun ?? playAtOnce(scenario);
    this.cacheBackgroundRun(scenario, run);
    if (earlierRun === null && isCut(run))
      void this.play(scenario).then(
        (whole) => whole && this.cacheBackgroundRun(scenario, whole),
        () => {},
      );
    return run;
  }

  /** The same if it is cached already. For a view, which is drawn again when it changes. */
  cachedBackgroundRun(scenario: Scenario): Run | null {
    return this.backgroundRuns.get(scenario) ?? null;
  }

  stateOf(run: Run): RunState {
    if (run.trace.header.origin !== 'simulated') return 'live';
    const entry = this.findEntry(run.scenario);
    return entry !== undefined && 'run' in entry && entry.run === run ? entry.state : 'whole';
  }

  private findEntry(scenario: Scenario): CachedRun | undefined {
    const entry = this.store.getState().cache.get(scenario);
    return entry?.parts === this.dependencies.parts() ? entry : undefined;
  }

  private has(scenario: Scenario): boolean {
    return this.findEntry(scenario) !== undefined;
  }

  private make(scenario: Scenario): CachedRun {
    try {
      const standIn = this.placeholderOf(scenario);
      if (standIn === null) this.begin(playAtOnce(scenario));
      else {
        this.put(scenario, { run: standIn, state: 'whole' });
        this.playWhole(standIn);
      }
    } catch (error) {
      this.put(scenario, { error });
    }
    return this.findEntry(scenario) ?? { error: new Error('The run was not kept.'), parts: this.dependencies.parts() };
  }

  /** Caches a run of at most `eventsAtOnce` events. */
  private begin(run: Run): void {
    this.put(run.scenario, { run, state: isCut(run) ? 'short' : 'whole' });
    if (isCut(run)) this.playWhole(run);
  }

  private put(scenario: Scenario, result: RunResult): void {
    const visibleScenarios = this.dependencies.visibleScenarios();
    const entries = [...this.store.getState().cache].filter(([one]) => visibleScenarios.includes(one));
    this.store.setState({ cache: new Map([...entries, [scenario, { ...result, parts: this.dependencies.parts() }]]) });
  }

  private cacheBackgroundRun(scenario: Scenario, run: Run): void {
    if (this.backgroundRuns.get(scenario) === run) return;
    this.backgroundRuns.set(scenario, run);
    this.store.setState({});
  }

  /**
   * Starts making the whole run, unless that is under way. After a broken invariant the beginning stays, marked as
   * cut off.
   */
  private playWhole(beginning: Run): void {
    const { scenario } = beginning;
    if (this.pendingRuns.has(scenario)) return;
    const come = (run: Run): void => {
      this.pendingRuns.delete(scenario);
      this.put(scenario, { run, state: 'whole' });
      for (const listener of this.completionListeners) listener();
    };
    // The caller may be in the middle of something, so the run begins afterwards.
    const whole = Promise.resolve()
      .then(() => this.play(scenario))
      .then((run) => (run === null ? beginning : withCachedSpans({ ...run, scenario })));
    this.pendingRuns.set(scenario, whole);
    whole.then(come, () => come(beginning));
  }
}

/** Throws the broken invariant that ended the run. */
export function runOrThrow(result: RunResult): Run {
  if ('error' in result) throw result.error;
  return result.run;
}
