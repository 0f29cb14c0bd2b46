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

/** This long after the page was drawn, nobody waits for anything any more. */
const quietMs = 2500;

/** Loads the rest once the page is at rest, so that every list is complete before somebody opens it. */
export function fetchPartsLater(): void {
  setTimeout(() => {
    // Without a network the page goes on with what it has. It asks again when a person chooses something that needs
    // more.
    fetchParts().catch(() => undefined);
  }, quietMs);
}
