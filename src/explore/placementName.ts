import type { Placement } from '../faults/places';

/** A fault as a text: what alone does harm is known by it. */
export const nameOf = ({ fault }: Placement): string => JSON.stringify(fault);
