/** Replaces `appearance/useInks`: a still has the variables of the style sheet, so it fits both themes. */
import type { Inks } from '../../picture/inks/inks';
import type { MeasureText } from '../../picture/layout/marks';
import { measureNow } from './stage';

const inks: Inks = { colour: (ink) => `var(--${ink}, var(--ink))`, sans: 'var(--sans)', mono: 'var(--mono)' };

export const useInks = (): Inks => inks;

export const measureWith = (): MeasureText => measureNow;
