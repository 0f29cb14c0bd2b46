/** The name of a fault at a place, for a search. It knows no run. */
import type { Placement } from '../../core/faults/injectionPoints';

/** A fault as text. A search uses it to recognize faults that do harm without others. */
export const nameOf = ({ fault }: Placement): string => JSON.stringify(fault);
