/** The window of a still, and the fonts of its readers, as far as views ask for them. */
import { type Measure, roughMeasure } from '../../picture/layout/marks';
import type { StillRoom } from '../../picture/svg/stillView';

let room: StillRoom = { window: { width: 0, height: 0 }, timeline: { width: 0, height: 0 } };
let fonts: Measure = roughMeasure;

export function setStage(now: StillRoom, measure: Measure): void {
  room = now;
  fonts = measure;
}

export const roomNow = (): StillRoom => room;

export const measureNow: Measure = (text, look) => fonts(text, look);
