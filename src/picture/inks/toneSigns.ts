/**
 * A sign for each tone, so that colour is never the only hint: lines in a square of 24. Each starts with an absolute
 * position, because a picture joins them into one path.
 */
import type { Tone } from '../../core/model/trace/severity';

export const toneSigns: Readonly<Record<Tone, readonly string[]>> = {
  red: ['M18 6 6 18', 'M6 6l12 12'],
  violet: ['M7 11V7a5 5 0 0 1 10 0v4', 'M4 11h16v10H4z'],
  amber: ['M12 3 2 20h20z', 'M12 10v4', 'M12 17v.01'],
  grey: ['M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18', 'M8 12h8'],
  green: ['M20 6 9 17l-5-5'],
};
