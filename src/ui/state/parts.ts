/** Which locks and checks the page has loaded. A view that lists them is drawn again when the others have come. */
import { create } from 'zustand';
import type { Scenario } from '../../model/scenario';
import { hasParts, loadParts } from '../../run/onDemand';
import { fetchChains } from './chains';

export const useParts = create<{ readonly areAllThere: boolean }>()(() => ({ areAllThere: false }));

/** Loads all of them. Rejects if they cannot be loaded. */
export async function fetchParts(): Promise<void> {
  await Promise.all([loadParts(), fetchChains()]);
  useParts.setState({ areAllThere: true });
}

/** Loads at least those that the scenario needs. */
export async function fetchPartsFor(scenario: Scenario): Promise<void> {
  if (!hasParts(scenario)) await fetchParts();
}
