/**
 * The chains of causes of runs that held or stand still. The rules that tell them, and the sentences for these, are
 * loaded with the first such run, and with the locks and checks (`parts.ts`).
 */
import { create } from 'zustand';
import { isToldLater, knowRules } from '../../judge/judgeOnDemand';
import type { Run } from '../../model/run';
import { knowLaterCauses } from '../../narrate/laterCauses';

export const useChains = create<{ readonly areAllThere: boolean }>()(() => ({ areAllThere: false }));

/** Rejects if they cannot be loaded; a later call tries again. */
export async function fetchChains(): Promise<void> {
  if (useChains.getState().areAllThere) return;
  const { causesLater, stepsLater } = await import('./wholeChains');
  knowLaterCauses(causesLater);
  knowRules(stepsLater);
  useChains.setState({ areAllThere: true });
}

/** Loads them if the run needs them. Without a network, the run is shown with the end of its chain. */
export async function fetchChainOf({ verdict }: Run): Promise<void> {
  // Why a late machine leaves a run open is told by such sentences, too.
  if (isToldLater(verdict) || verdict.unknownBecause === 'late') await fetchChains().catch(() => undefined);
}
