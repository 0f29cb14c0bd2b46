/** The unit after a number. */
import type { NumberField } from '../../core/model/scenario/fields';

export const unitText = (unit: NumberField['unit']): string => (unit === 'count' || unit === 'ratio' ? '' : unit);
