import type { NumberRange } from './readNumber';

/** The text behind a number of this unit. */
export const unitText = (unit: NumberRange['unit']): string => (unit === 'count' || unit === 'ratio' ? '' : unit);
