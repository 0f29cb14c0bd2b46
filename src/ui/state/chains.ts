/**
 * The chains of causes of runs that held or stand still. The rules that tell them are loaded with the first such run,
 * and with the locks and checks (`parts.ts`).
 */
import { create } from 'zustand';
import { isToldLater, loadChains } from '../../judge/judgeOnDemand';
import type { Run } from '../../model/run';

export const useChains = create<{ readonly areAllThere: boolean }>()(() => ({ areAllThere: false }));

/** Rejects if they cannot be loaded; a later call tries again. */
export async function fetchChains(): Promise<void> {
  await loadChains();
  if (!useChains.getState().areAllThere) useChains.setState({ areAllThere: true });
}

/** Loads them if the run needs them. Without a network, the run is shown with the end of its chain. */
export async function fetchChainOf({ verdict }: Run): Promise<void> {
  if (isToldLater(verdict) && !useChains.getState().areAllThere) await fetchChains().catch(() => undefined);
}
