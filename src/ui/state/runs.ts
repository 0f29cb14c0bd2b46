/**
 * The simulated runs of a page. They are computed outside React, when their scenario is shown or asked for, and kept by
 * the identity of the scenario. Of a long run the beginning is kept until the whole is there. Components read what is
 * kept, and start nothing.
 */
import { create } from 'zustand';
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import { runScenario } from '../../run/runScenario';
import type { Parts } from '../../sim/parts';
import { eventsAtOnce, type PlayLong, sorted } from './longRun';

/** `short`: the beginning of a run whose whole is still to come. `live`: it comes from real Redis. */
export type RunState = 'short' | 'whole' | 'live';

type Made =
  | { readonly run: Run; readonly state: Exclude<RunState, 'live'> }
  /** A broken invariant has ended the simulation. */
  | { readonly error: unknown };

/** A run belongs to the parts with which it was made. */
type Kept = Made & { readonly parts: Parts };

interface Surroundings {
  readonly parts: () => Parts;
  /** The scenarios whose runs a view may read. All other runs are dropped once a run is asked for anew. */
  readonly shown: () => readonly Scenario[];
  readonly play: PlayLong;
}

/** A run on the side is drawn once in a while, so it may take longer than one that follows the pointer. */
const eventsAside = 40_000;

export class Runs {
  /** What is kept. A view that shows a run is drawn again when it changes. */
  readonly store = create<{ readonly kept: ReadonlyMap<Scenario, Kept> }>()(() => ({ kept: new Map() }));
  /** The long runs under way. */
  private readonly asked = new Map<Scenario, Promise<Run>>();
  private readonly wholes = new Set<() => void>();
  private readonly asides = new WeakMap<Scenario, Run>();
  private play: PlayLong;
  private standIn: (scenario: Scenario) => Run | null = () => null;

  constructor(private readonly around: Surroundings) {
    this.play = around.play;
  }

  /** Called once, by a page that has another way to play long runs. */
  playBy(way: PlayLong): void {
    this.play = way;
  }

  /**
   * Called once, by a page whose runs are made elsewhere, by its way to play long runs.
   * @param standIn what is shown until a run has come; null: it is made here
   */
  standInBy(standIn: (scenario: Scenario) => Run | null): void {
    this.standIn = standIn;
  }

  /** Calls back when the whole of a long run has come. */
  onWhole(listener: () => void): void {
    this.wholes.add(listener);
  }

  /** Makes the runs that are shown now. Called with each change of what is shown. */
  follow(): void {
    for (const scenario of this.around.shown()) if (!this.has(scenario)) this.make(scenario);
  }

  /** The run of a scenario. It is simulated if it is not kept. Throws the broken invariant that has ended it. */
  get(scenario: Scenario): Run {
    return runIn(this.kept(scenario) ?? this.make(scenario));
  }

  /** The same, once nothing more is to come: for a long run, the whole of it. */
  async whole(scenario: Scenario): Promise<Run> {
    const run = this.get(scenario);
    return (await this.asked.get(scenario)?.catch(() => run)) ?? run;
  }

  /** The same, in tasks of a few milliseconds: for a scenario that is about to be opened. A broken invariant is left to `get`. */
  async inTasks(scenario: Scenario, play: PlayLong): Promise<Run> {
    const made = this.has(scenario) ? null : await play(scenario).catch(() => null);
    if (made !== null && !this.has(scenario)) this.begin(made);
    return this.get(scenario);
  }

  /** Keeps a run that was made elsewhere. Its scenario is shown, or is about to be. */
  keep(run: Run): void {
    this.put(run.scenario, { run, state: 'whole' });
  }

  /** The run of a scenario that need not be on screen; the beginning of a very long one. All who ask get the same. */
  aside(scenario: Scenario): Run {
    const run =
      this.asides.get(scenario) ?? this.standIn(scenario) ?? runScenario(scenario, this.around.parts(), eventsAside);
    this.asides.set(scenario, run);
    return run;
  }

  stateOf(run: Run): RunState {
    if (run.trace.header.origin !== 'simulated') return 'live';
    const kept = this.kept(run.scenario);
    return kept !== undefined && 'run' in kept && kept.run === run ? kept.state : 'whole';
  }

  private kept(scenario: Scenario): Kept | undefined {
    const kept = this.store.getState().kept.get(scenario);
    return kept?.parts === this.around.parts() ? kept : undefined;
  }

  private has(scenario: Scenario): boolean {
    return this.kept(scenario) !== undefined;
  }

  private make(scenario: Scenario): Kept {
    try {
      const standIn = this.standIn(scenario);
      if (standIn === null) this.begin(runScenario(scenario, this.around.parts(), eventsAtOnce));
      else {
        this.put(scenario, { run: standIn, state: 'whole' });
        this.playWhole(standIn);
      }
    } catch (error) {
      this.put(scenario, { error });
    }
    return this.kept(scenario) ?? { error: new Error('The run was not kept.'), parts: this.around.parts() };
  }

  /** Keeps a run of at most `eventsAtOnce` events. */
  private begin(run: Run): void {
    const isShort = run.trace.header.ended === 'bound';
    this.put(run.scenario, { run, state: isShort ? 'short' : 'whole' });
    if (isShort) this.playWhole(run);
  }

  private put(scenario: Scenario, made: Made): void {
    const shown = this.around.shown();
    const kept = [...this.store.getState().kept].filter(([one]) => shown.includes(one));
    this.store.setState({ kept: new Map([...kept, [scenario, { ...made, parts: this.around.parts() }]]) });
  }

  /** Has the whole made, unless it is under way. After a broken invariant the beginning stays, and it says that it is cut off. */
  private playWhole(beginning: Run): void {
    const { scenario } = beginning;
    if (this.asked.has(scenario)) return;
    const come = (run: Run): void => {
      this.asked.delete(scenario);
      this.put(scenario, { run, state: 'whole' });
      for (const listener of this.wholes) listener();
    };
    // The asker may be in the middle of something, so the run begins afterwards.
    const whole = Promise.resolve()
      .then(() => this.play(scenario))
      .then(({ trace, verdict }) => sorted({ scenario, trace, verdict }));
    this.asked.set(scenario, whole);
    whole.then(come, () => come(beginning));
  }
}

/** Throws the broken invariant that has ended the run. */
export function runIn(kept: Made): Run {
  if ('error' in kept) throw kept.error;
  return kept.run;
}
