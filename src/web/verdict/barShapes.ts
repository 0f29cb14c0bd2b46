/** The bar of one seed, in the units of its picture. */
import type { Tone } from '../../core/model/trace/severity';

export const barWidth = 3;
export const barHeight = 14;

/** Each tone has a position and a height of its own, for people who cannot distinguish the colours. */
export const barShapes: Readonly<Record<Tone, { readonly y: number; readonly height: number }>> = {
  red: { y: 0, height: barHeight },
  violet: { y: 0, height: 6 },
  amber: { y: 4, height: 10 },
  grey: { y: 6, height: 3 },
  green: { y: 10, height: 4 },
};
