/** The parts of this app. Its `main.tsx` hands them in before anything else happens. */
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Parts } from '../../core/sim/parts';

/** The parts that are there, with those that these scenarios need. Rejects if they cannot be loaded. */
export type PartsFor = (have: Parts, scenarios: readonly Scenario[] | 'all') => Promise<Parts>;

let handed: Parts | null = null;
/** Null: there are no other parts. */
let others: PartsFor | null = null;

/** @param partsFor loads the other parts, for an app that opens with a few */
export function provideParts(parts: Parts, partsFor: PartsFor | null = null): void {
  handed = parts;
  others = partsFor;
}

/** Loads the parts that these scenarios need. Rejects if they cannot be loaded. */
export async function fetchPartsFor(scenarios: readonly Scenario[] | 'all'): Promise<void> {
  while (others !== null) {
    const have = currentParts();
    const loaded = await others(have, scenarios);
    if (loaded === have) return;
    // Otherwise the parts of other scenarios have come meanwhile.
    if (currentParts() === have) return provideParts(loaded, scenarios === 'all' ? null : others);
  }
}

export const areHandedIn = (): boolean => handed !== null;

/** Throws if no parts have been handed in. */
export function currentParts(): Parts {
  if (handed === null) throw new Error('No parts were handed in.');
  return handed;
}
