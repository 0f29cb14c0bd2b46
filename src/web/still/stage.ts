/** The window of a still, and the fonts of its readers, as far as views ask for them. */
import { type MeasureText, roughMeasure } from '../../picture/layout/marks';
import type { StillSizes } from '../../picture/svg/stillView';

let room: StillSizes = { window: { width: 0, height: 0 }, timeline: { width: 0, height: 0 } };
let fonts: MeasureText = roughMeasure;

export function setStage(now: StillSizes, measure: MeasureText): void {
  room = now;
  fonts = measure;
}

export const roomNow = (): StillSizes => room;

export const measureNow: MeasureText = (text, look) => fonts(text, look);
