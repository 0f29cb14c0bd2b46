/**
 * The runs of the committed scenario and of the draft. They are computed at once, outside React, and kept by the
 * identity of the scenario, for these two only. Of a long run the beginning is kept until the whole is there. A run on
 * real Redis replaces that of the committed scenario. A broken invariant is thrown to the asker's error boundary.
 */

import { create } from 'zustand';
import { isToldLater } from '../../judge/judgeOnDemand';
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import { judgedAgain, runOnPage } from '../../run/pageRuns';
import { fetchChainOf, useChains } from './chains';
import { currentLive, liveBeforeDrag, useLive, useShownLive } from './live';
import { eventsAtOnce, inSlices, isBeginning, longRuns, useLongRuns } from './longRun';
import { shownScenario, useScenario } from './scenario';

let kept: readonly Run[] = [];

/** The simulated run of a scenario. It is simulated again unless the scenario is the committed one or the draft. */
export function runOf(scenario: Scenario): Run {
  const known = kept.find((run) => run.scenario === scenario);
  if (known !== undefined) return known;
  return begun(runOnPage(scenario, eventsAtOnce));
}

/** The same, in tasks of a few milliseconds: for a scenario that is about to be opened. A broken invariant is left to `runOf`. */
export async function runInTasks(scenario: Scenario): Promise<Run> {
  const isKept = (): boolean => kept.some((run) => run.scenario === scenario);
  const made = isKept() ? null : await inSlices(eventsAtOnce)(scenario).catch(() => null);
  return made === null || isKept() ? runOf(scenario) : begun(made);
}

function begun(run: Run): Run {
  keepRun(run);
  void fetchChainOf(run);
  if (run.trace.header.ended === 'bound') void longRuns.playWhole(run, keepRun).catch(() => undefined);
  return run;
}

/** The same, once nothing more is to come: for a long run, the whole of it. */
export async function wholeRunOf(scenario: Scenario): Promise<Run> {
  const run = runOf(scenario);
  return isBeginning(run) ? longRuns.playWhole(run, keepRun).catch(() => run) : run;
}

/** Keeps a run that was made elsewhere. Its scenario is the committed one or the draft, or is about to be. */
export function keepRun(run: Run): void {
  const { committed, draft } = useScenario.getState();
  const isKept = (scenario: Scenario): boolean =>
    scenario !== run.scenario && (scenario === committed || scenario === draft);
  kept = [...kept.filter(({ scenario }) => isKept(scenario)), run];
}

/** How often runs that were kept got the rest of their chain. A view that shows one looks again. */
const useJudgedAgain = create<{ readonly count: number }>()(() => ({ count: 0 }));

useChains.subscribe(() => {
  // Of a long run, the whole is still to come.
  const isShort = (run: Run): boolean => isToldLater(run.verdict) && !isBeginning(run);
  if (!kept.some(isShort)) return;
  kept = kept.map((run) => (isShort(run) ? judgedAgain(run) : run));
  useJudgedAgain.setState(({ count }) => ({ count: count + 1 }));
});

/** The run on screen, for event handlers. */
export const currentRun = (): Run => currentLive()?.run ?? runOf(shownScenario(useScenario.getState()));

/**
 * The run on screen. While something is dragged, it is the draft's; else the committed scenario's, from real Redis if
 * there is one.
 */
export function useRun(): Run {
  const live = useShownLive();
  const scenario = useScenario(shownScenario);
  useLongRuns();
  useJudgedAgain();
  return live?.run ?? runOf(scenario);
}

interface Behind {
  /** The scenario on screen behind which it lies. */
  readonly of: Scenario;
  readonly scenario: Scenario;
}

const useBehind = create<{ readonly behind: Behind | null }>()(() => ({ behind: null }));

/** Puts a simulated run behind that of a scenario, as long as that is the committed one. */
export const showBehind = (behind: Behind | null): void => useBehind.setState({ behind });

/**
 * The ghost: a run that lies faintly behind the one on screen. While something is dragged, it is the run from before.
 * Behind a run on real Redis it is the simulated one, while the real run grows or if it is asked for. Behind a run that a
 * search has found it is the run without its faults. Else null.
 */
export function useGhost(): Run | null {
  const behind = useBehind((state) => state.behind);
  const shown = useScenario((state) => state.committed);
  const committed = useScenario((state) => (state.draft === null ? null : state.committed));
  const live = useShownLive();
  const hasGhost = useLive((state) => state.hasGhost);
  useLongRuns();
  if (committed !== null) return liveBeforeDrag()?.run ?? runOf(committed);
  if (live === null && behind?.of === shown) return besides(behind.scenario);
  if (live === null || !(hasGhost || live.state === 'growing')) return null;
  return besides(live.asked);
}

/** All views that ask get the same run. It is dropped with its scenario. */
const beside = new WeakMap<Scenario, Run>();

/** The simulated run of a scenario that need not be on screen; the beginning of a very long one. */
export function besides(scenario: Scenario): Run {
  const run = beside.get(scenario) ?? runOnPage(scenario, eventsAside);
  beside.set(scenario, run);
  return run;
}

/** A run on the side is drawn once in a while, so it may take longer than one that follows the pointer. */
const eventsAside = 40_000;
