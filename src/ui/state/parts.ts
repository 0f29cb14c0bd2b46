/** Which locks and checks the page has by now. Whoever lists them draws itself anew when the others have come. */
import { create } from 'zustand';
import type { Scenario } from '../../model/scenario';
import { hasParts, loadParts } from '../../run/onDemand';

export const useParts = create<{ readonly areAllThere: boolean }>()(() => ({ areAllThere: false }));

/** All of them. Rejects where they cannot be had. */
export async function fetchParts(): Promise<void> {
  await loadParts();
  useParts.setState({ areAllThere: true });
}

/** Those that the scenario needs, at least. */
export async function fetchPartsFor(scenario: Scenario): Promise<void> {
  if (!hasParts(scenario)) await fetchParts();
}

/** So long after the page was drawn, nobody waits for anything any more. */
const quietMs = 2500;

/** Loads the rest when the page has come to rest, so that every list is whole before a hand gets there. */
export function fetchPartsLater(): void {
  setTimeout(() => {
    // Without a network the page goes on with what it has, and asks again when something is chosen that needs more.
    fetchParts().catch(() => undefined);
  }, quietMs);
}
