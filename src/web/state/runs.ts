/**
 * The simulated runs of a page. A run is simulated outside React, when its scenario is on screen or code requests it,
 * and is cached by the identity of the scenario. For a long run, the beginning is cached until the whole run is ready.
 * Components read the cache and never start a simulation.
 */
import { create } from 'zustand';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import type { Parts } from '../../core/sim/parts';
import {
  eventsAtOnceMax,
  isTruncated,
  latestOnly,
  type Simulate,
  simulateInSlices,
  simulateNow,
  withCachedSpans,
} from './longRun';

/** `short`: the beginning of a run; the whole is still to come. `live`: from real Redis. */
export type RunState = 'short' | 'whole' | 'live';

type RunResult =
  | { readonly run: Run; readonly state: Exclude<RunState, 'live'> }
  /** A broken invariant ended the simulation. */
  | { readonly error: unknown };

/** A run is valid only with the parts (`core/sim/parts.ts`) that it was simulated with. */
type CachedRun = RunResult & { readonly parts: Parts };

interface RunsDependencies {
  readonly parts: () => Parts;
  /** The scenarios whose runs a view may read. The runs of all others are dropped when a new run is cached. */
  readonly visibleScenarios: () => readonly Scenario[];
  readonly simulate: Simulate;
}

interface SimulateOptions {
  /** A run with more events is truncated. */
  readonly eventsMax?: number;
  /** Among the runs that are simulated with this option, only the newest is wanted. */
  readonly newestOnly?: boolean;
}

export class Runs {
  /** The cached runs. A view that shows a run is drawn again when the run changes. */
  readonly store = create<{ readonly cache: ReadonlyMap<Scenario, CachedRun> }>()(() => ({ cache: new Map() }));
  /** The long runs under way. */
  private readonly pendingRuns = new Map<Scenario, Promise<Run>>();
  private readonly completionListeners = new Set<() => void>();
  private readonly backgroundRuns = new WeakMap<Scenario, Run>();
  private simulator: Simulate;
  private readonly simulateNewest = latestOnly((scenario) => this.simulator(scenario));
  private placeholderRunOf: (scenario: Scenario) => Run | null = () => null;

  constructor(private readonly dependencies: RunsDependencies) {
    this.simulator = dependencies.simulate;
  }

  /** Sets how long runs are simulated, such as in a worker. A page calls it once. */
  setSimulator(simulator: Simulate): void {
    this.simulator = simulator;
  }

  /**
   * Simulates a run without blocking the page: with the page's simulator, or in slices if the run is truncated anyway.
   * Null: a newer run is wanted. Rejects if a broken invariant ends the simulation.
   */
  simulate(scenario: Scenario, { eventsMax, newestOnly = false }: SimulateOptions = {}): Promise<Run | null> {
    if (eventsMax !== undefined) return simulateInSlices(eventsMax)(scenario);
    return newestOnly ? this.simulateNewest(scenario) : this.simulator(scenario);
  }

  /**
   * Sets what a page shows until a run from elsewhere is ready. Such a page calls this once, together with `setSimulator`.
   * @param placeholderRunOf null: the run is simulated here
   */
  setPlaceholderRuns(placeholderRunOf: (scenario: Scenario) => Run | null): void {
    this.placeholderRunOf = placeholderRunOf;
  }

  /** Calls back when the whole of a long run is ready. */
  onComplete(listener: () => void): void {
    this.completionListeners.add(listener);
  }

  /** Simulates the runs that are on screen. It is called whenever other scenarios come on screen. */
  simulateVisible(): void {
    for (const scenario of this.dependencies.visibleScenarios()) if (!this.has(scenario)) this.startRun(scenario);
  }

  /** The run of a scenario. It is simulated if it is not cached. Throws the broken invariant that ended it. */
  get(scenario: Scenario): Run {
    return runOrThrow(this.findEntry(scenario) ?? this.startRun(scenario));
  }

  /** The same. For a long run, it waits for the whole run. */
  async getComplete(scenario: Scenario): Promise<Run> {
    const run = this.get(scenario);
    return (await this.pendingRuns.get(scenario)?.catch(() => run)) ?? run;
  }

  /**
   * The same, in tasks of a few milliseconds, for a scenario that is about to be opened. A broken invariant is left
   * to `get`.
   */
  async getInTasks(scenario: Scenario): Promise<Run> {
    const beginning = this.has(scenario)
      ? null
      : await this.simulate(scenario, { eventsMax: eventsAtOnceMax }).catch(() => null);
    if (beginning !== null && !this.has(scenario)) this.cacheBeginning(beginning);
    return this.get(scenario);
  }

  /** Caches a run that was made elsewhere. Its scenario is shown, or is about to be. */
  cacheRun(run: Run): void {
    this.cacheResult(run.scenario, { run, state: 'whole' });
  }

  /**
   * The run of a scenario that need not be on screen; for a long one the beginning, until the whole is ready. All
   * callers get the same run.
   */
  getInBackground(scenario: Scenario): Run {
    const earlierRun = this.backgroundRuns.get(scenario) ?? this.placeholderRunOf(scenario);
    const run = earlierRun ?? simulateNow(scenario);
    this.cacheBackgroundRun(scenario, run);
    if (earlierRun === null && isTruncated(run))
      void this.simulate(scenario).then(
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

  private startRun(scenario: Scenario): CachedRun {
    try {
      const placeholder = this.placeholderRunOf(scenario);
      if (placeholder === null) this.cacheBeginning(simulateNow(scenario));
      else {
        this.cacheResult(scenario, { run: placeholder, state: 'whole' });
        this.simulateWhole(placeholder);
      }
    } catch (error) {
      this.cacheResult(scenario, { error });
    }
    return this.findEntry(scenario) ?? { error: new Error('The run was not kept.'), parts: this.dependencies.parts() };
  }

  /** Caches a run of at most `eventsAtOnceMax` events. */
  private cacheBeginning(run: Run): void {
    this.cacheResult(run.scenario, { run, state: isTruncated(run) ? 'short' : 'whole' });
    if (isTruncated(run)) this.simulateWhole(run);
  }

  private cacheResult(scenario: Scenario, result: RunResult): void {
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
   * Starts to simulate the whole run, unless that is already under way. After a broken invariant the beginning stays,
   * and is still marked as truncated.
   */
  private simulateWhole(beginning: Run): void {
    const { scenario } = beginning;
    if (this.pendingRuns.has(scenario)) return;
    const complete = (run: Run): void => {
      this.pendingRuns.delete(scenario);
      this.cacheResult(scenario, { run, state: 'whole' });
      for (const listener of this.completionListeners) listener();
    };
    // The caller may be in the middle of an update, so the simulation begins after it.
    const whole = Promise.resolve()
      .then(() => this.simulate(scenario))
      .then((run) => (run === null ? beginning : withCachedSpans({ ...run, scenario })));
    this.pendingRuns.set(scenario, whole);
    whole.then(complete, () => complete(beginning));
  }
}

/** Throws the broken invariant that ended the run. */
export function runOrThrow(result: RunResult): Run {
  if ('error' in result) throw result.error;
  return result.run;
}
