import type { Placement } from '../../core/faults/places';

/** A fault as text. A search uses it to recognize a fault that does harm alone. */
export const nameOf = ({ fault }: Placement): string => JSON.stringify(fault);
