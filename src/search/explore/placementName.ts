/** How a search knows a fault at a place. It knows no run. */
import type { Placement } from '../../core/faults/places';

/** A fault as a text: what alone does harm is known by it. */
export const nameOf = ({ fault }: Placement): string => JSON.stringify(fault);
