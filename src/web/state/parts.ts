/** The parts of this app. Its `main.tsx` hands them in before anything else happens. */
import { create } from 'zustand';
import type { Scenario } from '../../core/model/scenario';
import type { Parts } from '../../core/sim/parts';

/** The parts that a scenario needs; without a scenario, all. Rejects if they cannot be loaded. */
type PartsFor = (scenario?: Scenario) => Promise<Parts>;

interface Handed {
  readonly parts: Parts | null;
  /** Null: there are no other parts. */
  readonly partsFor: PartsFor | null;
}

const useHanded = create<Handed>()(() => ({ parts: null, partsFor: null }));

/** @param partsFor loads the other parts, for an app that opens with a few */
export const handIn = (parts: Parts, partsFor: PartsFor | null = null): void => useHanded.setState({ parts, partsFor });

/** Loads the parts that a scenario needs; without a scenario, all. Rejects if they cannot be loaded. */
export async function fetchPartsFor(scenario?: Scenario): Promise<void> {
  const { parts, partsFor } = useHanded.getState();
  if (partsFor === null) return;
  const found = await partsFor(scenario);
  if (found.locks.size > (parts?.locks.size ?? 0)) handIn(found);
}

export const areHandedIn = (): boolean => useHanded.getState().parts !== null;

/** For code outside of React. Throws if no parts have been handed in. */
export function currentParts(): Parts {
  const { parts } = useHanded.getState();
  if (parts === null) throw new Error('No parts were handed in.');
  return parts;
}
