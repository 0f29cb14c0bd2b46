/** The run on real Redis that is on screen, derived from what is open. */
import type { Run } from '../../core/model/trace/run';
import { useEdition } from './edition';
import { type LiveRun, shownLive, useLive } from './live';

export const currentLive = (): LiveRun | null => shownLive(useLive.getState(), useEdition.getState());

/** The same, as if nothing were being dragged. */
export const liveBeforeDrag = (): LiveRun | null =>
  shownLive(useLive.getState(), { ...useEdition.getState(), draft: null });

export function useShownLive(): LiveRun | null {
  const isOn = useLive((state) => state.isOn);
  const runs = useLive((state) => state.runs);
  return useEdition((state) => shownLive({ isOn, runs }, state));
}

/** The same, as if nothing were being dragged. */
export function useLiveBeforeDrag(): LiveRun | null {
  const isOn = useLive((state) => state.isOn);
  const runs = useLive((state) => state.runs);
  return useEdition((state) => shownLive({ isOn, runs }, { ...state, draft: null }));
}

export const useIsGrowing = (): boolean => useShownLive()?.state === 'growing';

/** Whether it is still growing and its outcome is not known yet. */
export const useIsOpen = ({ verdict }: Run): boolean => useIsGrowing() && verdict.outcome === 'unknown';
