/**
 * The runs of the committed scenario and of the draft: computed at once, outside React, kept by the scenario's identity
 * for these two only; of a long run its beginning, until the whole is there. On real Redis, the run that came from there stands
 * in the committed one's place. A thrown invariant reaches the error boundary of whoever asks.
 */

import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import { registry } from '../../run/onDemand';
import { runScenario } from '../../run/runScenario';
import { currentLive, liveBeforeDrag, useLive, useShownLive } from './live';
import { eventsAtOnce, isBeginning, longRuns, useLongRuns } from './longRun';
import { shownScenario, useScenario } from './scenario';

let kept: readonly Run[] = [];

/** The simulated run of a scenario; simulated anew where it is neither the committed one nor the draft. */
export function runOf(scenario: Scenario): Run {
  const known = kept.find((run) => run.scenario === scenario);
  if (known !== undefined) return known;
  const run = runScenario(scenario, registry, eventsAtOnce);
  keepRun(run);
  if (run.trace.header.ended === 'bound') void longRuns.playWhole(run, keepRun).catch(() => undefined);
  return run;
}

/** The same when there is nothing more to come: of a long run, the whole of it. */
export async function wholeRunOf(scenario: Scenario): Promise<Run> {
  const run = runOf(scenario);
  return isBeginning(run) ? longRuns.playWhole(run, keepRun).catch(() => run) : run;
}

/** A run that was made elsewhere, of a scenario that is the committed one or the draft, or is just about to be. */
export function keepRun(run: Run): void {
  const { committed, draft } = useScenario.getState();
  const isKept = (scenario: Scenario): boolean =>
    scenario !== run.scenario && (scenario === committed || scenario === draft);
  kept = [...kept.filter(({ scenario }) => isKept(scenario)), run];
}

/** The run on screen, for handlers of events. */
export const currentRun = (): Run => currentLive()?.run ?? runOf(shownScenario(useScenario.getState()));

/** The run on screen: of the draft while something is dragged, else of the committed scenario, from real Redis if it is there. */
export function useRun(): Run {
  const live = useShownLive();
  const scenario = useScenario(shownScenario);
  useLongRuns();
  return live?.run ?? runOf(scenario);
}

/**
 * What lies faintly behind the run: while something is dragged, the run from before; behind a run on real Redis, while it
 * grows or where it is asked for, the simulated one. Else null.
 */
export function useGhost(): Run | null {
  const committed = useScenario((state) => (state.draft === null ? null : state.committed));
  const live = useShownLive();
  const hasGhost = useLive((state) => state.hasGhost);
  useLongRuns();
  if (committed !== null) return liveBeforeDrag()?.run ?? runOf(committed);
  if (live === null || !(hasGhost || live.state === 'growing')) return null;
  return besides(live.asked);
}

/** Each view that asks gets the same run; it goes with its scenario. */
const beside = new WeakMap<Scenario, Run>();

/** The simulated run of a scenario that need not be the one on screen; of a very long one its beginning. */
export function besides(scenario: Scenario): Run {
  const run = beside.get(scenario) ?? runScenario(scenario, registry, eventsAside);
  beside.set(scenario, run);
  return run;
}

/** A run on the side is looked at once in a while, so it may take longer than one that follows the pointer. */
const eventsAside = 40_000;
