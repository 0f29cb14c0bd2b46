/** The parts of this app. Its `main.tsx` hands them in before anything else happens. */
import type { Scenario } from '../../core/model/scenario';
import type { Parts } from '../../core/sim/parts';

/** The parts that a scenario needs; without a scenario, all. Rejects if they cannot be loaded. */
type PartsFor = (scenario?: Scenario) => Promise<Parts>;

let handed: Parts | null = null;
/** Null: there are no other parts. */
let others: PartsFor | null = null;

/** @param partsFor loads the other parts, for an app that opens with a few */
export function provideParts(parts: Parts, partsFor: PartsFor | null = null): void {
  handed = parts;
  others = partsFor;
}

/** Loads the parts that a scenario needs; without a scenario, all. Rejects if they cannot be loaded. */
export async function fetchPartsFor(scenario?: Scenario): Promise<void> {
  if (others === null) return;
  const found = await others(scenario);
  if (found.locks.size > (handed?.locks.size ?? 0)) provideParts(found);
}

export const areHandedIn = (): boolean => handed !== null;

/** Throws if no parts have been handed in. */
export function currentParts(): Parts {
  if (handed === null) throw new Error('No parts were handed in.');
  return handed;
}
