/**
 * The run for the panels beside the timeline. While something is dragged, they are updated a few times a second in
 * tasks of their own. A move of the pointer then pays only for the timeline and the verdict.
 */
import { useDeferredValue } from 'react';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import { shownScenario, useEdition } from './edition';
import { currentRun, required, useSimulatedRun } from './run';
import { useLiveBeforeDrag } from './shownLive';

/** A panel that changes more often cannot be read, in ms. */
const followMs = 100;

let isDue = false;

useEdition.subscribe(({ draft }, before) => {
  if (draft === before.draft || draft === null || isDue) return;
  isDue = true;
  setTimeout(follow, followMs);
});

function follow(): void {
  isDue = false;
  if (useEdition.getState().draft !== null) useEdition.setState({ draftRun: currentRun() });
}

const useFollowed = (): Run | null => useEdition(({ draft, draftRun: followed }) => (draft === null ? null : followed));

export function useDeferredRun(): Run {
  const live = useLiveBeforeDrag();
  const committed = useEdition((state) => state.committed);
  const followed = useFollowed();
  const simulated = useSimulatedRun(committed);
  return useDeferredValue(required(followed ?? live?.run ?? simulated));
}

/**
 * The scenario on screen. While something is dragged with the pointer, the scenario of the run that the panels show.
 */
export function useDeferredScenario(): Scenario {
  const visibleScenario = useEdition((state) => (state.drag === null ? shownScenario(state) : state.committed));
  const isDragged = useEdition((state) => state.drag !== null);
  const followed = useFollowed();
  return isDragged && followed !== null ? followed.scenario : visibleScenario;
}
