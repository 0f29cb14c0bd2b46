/**
 * The simulated runs of a page. They are computed outside React, when their scenario is shown or asked for, and
 * cached by the identity of the scenario. For a long run, its beginning is cached until the whole is ready.
 * Components read the cache and start nothing.
 */
import { create } from 'zustand';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import type { Parts } from '../../core/sim/parts';
import { eventsAtOnce, inSlices, isCut, newestOf, type Play, playAtOnce, sorted } from './longRun';

/** `short`: the beginning of a run; the whole is still to come. `live`: from real Redis. */
export type RunState = 'short' | 'whole' | 'live';

type Made =
  | { readonly run: Run; readonly state: Exclude<RunState, 'live'> }
  /** A broken invariant ended the simulation. */
  | { readonly error: unknown };

/** A run belongs to the parts with which it was made. */
type Kept = Made & { readonly parts: Parts };

interface Surroundings {
  readonly parts: () => Parts;
  /** The scenarios whose runs a view may read. All other runs are dropped when a new run is asked for. */
  readonly visibleScenarios: () => readonly Scenario[];
  readonly play: Play;
}

interface HowToPlay {
  /** A longer run is cut off here. */
  readonly upTo?: number;
  /** Of the runs that are played with this option, only the newest is wanted. */
  readonly newestOnly?: boolean;
}

export class Runs {
  /** The cached runs. A view that shows a run is drawn again when the run changes. */
  readonly store = create<{ readonly cache: ReadonlyMap<Scenario, Kept> }>()(() => ({ cache: new Map() }));
  /** The long runs under way. */
  private readonly pendingRuns = new Map<Scenario, Promise<Run>>();
  private readonly wholes = new Set<() => void>();
  private readonly asides = new WeakMap<Scenario, Run>();
  private way: Play;
  private readonly newest = newestOf((scenario) => this.way(scenario));
  private standIn: (scenario: Scenario) => Run | null = () => null;

  constructor(private readonly around: Surroundings) {
    this.way = around.play;
  }

  /** Called once, by a page that has another way to play long runs. */
  playBy(way: Play): void {
    this.way = way;
  }

  /**
   * Makes a run without blocking the page: in the page's way for long runs, or in slices if it is cut off anyway.
   * Null: a newer run is wanted. Rejects if a broken invariant ends the simulation.
   */
  play(scenario: Scenario, { upTo, newestOnly = false }: HowToPlay = {}): Promise<Run | null> {
    if (upTo !== undefined) return inSlices(upTo)(scenario);
    return newestOnly ? this.newest(scenario) : this.way(scenario);
  }

  /**
   * Called once, with the way to play, by a page whose runs are made elsewhere.
   * @param standIn what is shown until a run is ready; null: the run is made here
   */
  standInBy(standIn: (scenario: Scenario) => Run | null): void {
    this.standIn = standIn;
  }

  /** Calls back when the whole of a long run is ready. */
  onWhole(listener: () => void): void {
    this.wholes.add(listener);
  }

  /** Makes the runs that are shown now. Called with each change of what is shown. */
  follow(): void {
    for (const scenario of this.around.visibleScenarios()) if (!this.has(scenario)) this.make(scenario);
  }

  /** The run of a scenario. It is simulated if it is not cached. Throws the broken invariant that ended it. */
  get(scenario: Scenario): Run {
    return runIn(this.findEntry(scenario) ?? this.make(scenario));
  }

  /** The same, when it is final: for a long run, the whole of it. */
  async whole(scenario: Scenario): Promise<Run> {
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
  keep(run: Run): void {
    this.put(run.scenario, { run, state: 'whole' });
  }

  /**
   * The run of a scenario that need not be on screen; for a long one the beginning, until the whole is ready. All
   * callers get the same run.
   */
  aside(scenario: Scenario): Run {
    const earlierRun = this.asides.get(scenario) ?? this.standIn(scenario);
    const run = earlierRun ?? playAtOnce(scenario);
    this.putAside(scenario, run);
    if (earlierRun === null && isCut(run))
      void this.play(scenario).then(
        (whole) => whole && this.putAside(scenario, whole),
        () => {},
      );
    return run;
  }

  /** The same if it is cached already. For a view, which is drawn again when it changes. */
  asideThere(scenario: Scenario): Run | null {
    return this.asides.get(scenario) ?? null;
  }

  stateOf(run: Run): RunState {
    if (run.trace.header.origin !== 'simulated') return 'live';
    const entry = this.findEntry(run.scenario);
    return entry !== undefined && 'run' in entry && entry.run === run ? entry.state : 'whole';
  }

  private findEntry(scenario: Scenario): Kept | undefined {
    const entry = this.store.getState().cache.get(scenario);
    return entry?.parts === this.around.parts() ? entry : undefined;
  }

  private has(scenario: Scenario): boolean {
    return this.findEntry(scenario) !== undefined;
  }

  private make(scenario: Scenario): Kept {
    try {
      const standIn = this.standIn(scenario);
      if (standIn === null) this.begin(playAtOnce(scenario));
      else {
        this.put(scenario, { run: standIn, state: 'whole' });
        this.playWhole(standIn);
      }
    } catch (error) {
      this.put(scenario, { error });
    }
    return this.findEntry(scenario) ?? { error: new Error('The run was not kept.'), parts: this.around.parts() };
  }

  /** Caches a run of at most `eventsAtOnce` events. */
  private begin(run: Run): void {
    this.put(run.scenario, { run, state: isCut(run) ? 'short' : 'whole' });
    if (isCut(run)) this.playWhole(run);
  }

  private put(scenario: Scenario, result: Made): void {
    const visibleScenarios = this.around.visibleScenarios();
    const entries = [...this.store.getState().cache].filter(([one]) => visibleScenarios.includes(one));
    this.store.setState({ cache: new Map([...entries, [scenario, { ...result, parts: this.around.parts() }]]) });
  }

  private putAside(scenario: Scenario, run: Run): void {
    if (this.asides.get(scenario) === run) return;
    this.asides.set(scenario, run);
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
      for (const listener of this.wholes) listener();
    };
    // The caller may be in the middle of something, so the run begins afterwards.
    const whole = Promise.resolve()
      .then(() => this.play(scenario))
      .then((run) => (run === null ? beginning : sorted({ ...run, scenario })));
    this.pendingRuns.set(scenario, whole);
    whole.then(come, () => come(beginning));
  }
}

/** Throws the broken invariant that ended the run. */
export function runIn(result: Made): Run {
  if ('error' in result) throw result.error;
  return result.run;
}
