/**
 * The run for the panels beside the timeline. While something is dragged, they are updated a few times a second in
 * tasks of their own. A move of the pointer then pays only for the timeline and the verdict.
 */
import { useDeferredValue } from 'react';
import { create } from 'zustand';
import type { Run } from '../../core/model/run';
import type { Scenario } from '../../core/model/scenario';
import { shownScenario, useEdition } from './edition';
import { currentRun, required, useSimulatedRun } from './run';
import { useLiveBeforeDrag } from './shownLive';

/** Nobody can read a panel that changes more often, in ms. */
const followMs = 100;

/** The run of the draft that the panels show; null: no run yet, or nothing is dragged. */
const useFollowed = create<{ readonly run: Run | null }>()(() => ({ run: null }));

let isDue = false;

useEdition.subscribe(({ draft }, before) => {
  if (draft === before.draft) return;
  if (draft === null) useFollowed.setState({ run: null });
  else if (!isDue) {
    isDue = true;
    setTimeout(follow, followMs);
  }
});

function follow(): void {
  isDue = false;
  if (useEdition.getState().draft !== null) useFollowed.setState({ run: currentRun() });
}

export function useDeferredRun(): Run {
  const live = useLiveBeforeDrag();
  const committed = useEdition((state) => state.committed);
  const followed = useFollowed((state) => state.run);
  const simulated = useSimulatedRun(committed);
  return useDeferredValue(required(followed ?? live?.run ?? simulated));
}

/**
 * The scenario on screen. While something is dragged with the pointer, the scenario of the run that the panels show.
 */
export function useDeferredScenario(): Scenario {
  const shown = useEdition((state) => (state.drag === null ? shownScenario(state) : state.committed));
  const isDragged = useEdition((state) => state.drag !== null);
  const followed = useFollowed((state) => state.run);
  return isDragged && followed !== null ? followed.scenario : shown;
}
