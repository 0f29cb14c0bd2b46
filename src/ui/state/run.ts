/**
 * The runs of the committed scenario and of the draft: computed at once, outside React, kept by the scenario's identity
 * for these two only. A thrown invariant reaches the error boundary of whoever asks.
 */
import { runScenario } from '../../explore/onDemand';
import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import { shownScenario, useScenario } from './scenario';

let kept: readonly Run[] = [];

/** The run of a scenario; simulated where it is neither the committed one nor the draft. */
export function runOf(scenario: Scenario): Run {
  const known = kept.find((run) => run.scenario === scenario);
  if (known !== undefined) return known;
  const run = runScenario(scenario);
  const { committed, draft } = useScenario.getState();
  kept = [...kept.filter((other) => other.scenario === committed || other.scenario === draft), run];
  return run;
}

/** The run on screen, for handlers of events. */
export const currentRun = (): Run => runOf(shownScenario(useScenario.getState()));

/** The run on screen: of the draft while something is dragged, else of the committed scenario. */
export const useRun = (): Run => runOf(useScenario(shownScenario));

/** The run from before the drag; null when nothing is dragged. */
export function useGhost(): Run | null {
  const committed = useScenario((state) => (state.draft === null ? null : state.committed));
  return committed === null ? null : runOf(committed);
}
