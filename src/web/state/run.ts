/**
 * The run on screen, and the one drawn behind it. Simulated runs come from `runs`; a run on real Redis replaces the
 * run of the committed scenario. A broken invariant is thrown to the reader's error boundary.
 */
import { useEffect } from 'react';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import { shownScenario, useEdition } from './edition';
import { useLive } from './live';
import { simulateInSlices } from './longRun';
import { areHandedIn, currentParts } from './parts';
import { Runs, runOrThrow } from './runs';
import { currentLive, liveBeforeDrag, useShownLive } from './shownLive';

/**
 * The committed scenario and the draft. The committed one is left out while a run on real Redis is shown in its
 * place.
 */
function visibleScenarios(): readonly Scenario[] {
  const { committed, draft } = useEdition.getState();
  return [...(liveBeforeDrag() === null ? [committed] : []), ...(draft === null ? [] : [draft])];
}

export const runs = new Runs({ parts: currentParts, visibleScenarios: visibleScenarios, simulate: simulateInSlices() });

/** Makes the runs of what is shown before any view is drawn again: this file hears of a change before the views do. */
function follow(): void {
  if (areHandedIn()) runs.simulateVisible();
}

useEdition.subscribe(follow);
useLive.subscribe(follow);

/** Plays in tasks of a few milliseconds, for a scenario that is about to be opened. */
export const runInTasks = (scenario: Scenario): Promise<Run> => runs.getInTasks(scenario);

/** The run on screen, for event handlers. */
export const currentRun = (): Run => currentLive()?.run ?? runs.get(shownScenario(useEdition.getState()));

/**
 * The simulated run of a scenario that is shown. Undefined: it is not shown, or a run on real Redis is shown in its
 * place.
 */
export function useSimulatedRun(scenario: Scenario): Run | undefined {
  const entry = runs.store((state) => state.cache.get(scenario));
  return entry && runOrThrow(entry);
}

/**
 * The run on screen. During a drag, the draft's run; otherwise that of the committed scenario, from real Redis if
 * there is one.
 */
export function useRun(): Run {
  const live = useShownLive();
  const simulated = useSimulatedRun(useEdition(shownScenario));
  return required(live?.run ?? simulated);
}

/** Throws if a view is drawn before its run was made. */
export function required(run: Run | undefined): Run {
  if (run === undefined) throw new Error('What is on screen has no run.');
  return run;
}

export const isBeginning = (run: Run): boolean => runs.stateOf(run) === 'short';

export const useIsBeginning = (run: Run): boolean => runs.store(() => isBeginning(run));

/** The simulated run of a scenario that is not on screen; null until it is ready. */
export function useBackgroundRun(scenario: Scenario | null): Run | null {
  useEffect(() => void (scenario !== null && runs.getInBackground(scenario)), [scenario]);
  return runs.store(() => (scenario === null ? null : runs.cachedBackgroundRun(scenario)));
}

/**
 * The ghost: a run drawn faintly behind the one on screen. During a drag, it is the run from before. Behind a run on
 * real Redis it is the simulated one, while the real run grows or if a person asks for it. Behind a run that a search
 * found it is the run without its faults, and behind an answer the run that it changes. Otherwise null. The axis and the
 * compared rows are the ghost's while there is one, so they stand still during a drag.
 */
export function useGhost(): Run | null {
  const committed = useEdition((state) => state.committed);
  const draft = useEdition((state) => state.draft);
  const behind = useEdition((state) => state.ghostScenario);
  const live = useShownLive();
  const asksGhost = useLive((state) => state.asksGhost);
  const before = useSimulatedRun(committed);
  const isAsked = live !== null && (asksGhost || live.state === 'growing');
  const ghost = live === null ? behind : null;
  const aside = useBackgroundRun(draft !== null ? null : isAsked ? live.requestedScenario : ghost);
  return draft === null ? aside : (liveBeforeDrag()?.run ?? before ?? null);
}
