/**
 * The position of a value on a slider. Wide ranges are logarithmic, so that both 10 ms and 10 hours can be reached.
 */

export interface SliderRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Slider positions run from 0 to this. */
export const positionMax = 1000;

/** A range wider than this is logarithmic. */
const linearMax = 200;
/** Below this the logarithmic scale is almost linear. */
const bend = 20;

/** From 0 to `positionMax`. A range around 0 is mirrored, with 0 in the middle. */
export function positionOf(value: number, range: SliderRange): number {
  if (range.min < 0) {
    const half = positionMax / 2;
    const side = value < 0 ? -1 : 1;
    return Math.round(half + (side * share(Math.abs(value), sideOf(range, side)) * positionMax) / 2);
  }
  return Math.round(share(value, range) * positionMax);
}

/** The value at a position, rounded to the field's step and, on a logarithmic scale, to two digits. */
export function valueAt(position: number, range: SliderRange): number {
  if (range.min < 0) {
    const side = position < positionMax / 2 ? -1 : 1;
    const value = side * at(Math.abs(position / positionMax - 0.5) * 2, sideOf(range, side));
    return value === 0 ? 0 : value;
  }
  return at(position / positionMax, range);
}

const sideOf = ({ min, max, step }: SliderRange, side: number): SliderRange => ({
  min: 0,
  max: side < 0 ? -min : max,
  step,
});

function share(value: number, { min, max, step }: SliderRange): number {
  if (max <= min) return 0;
  if ((max - min) / step <= linearMax) return (value - min) / (max - min);
  return Math.log1p((value - min) / (bend * step)) / Math.log1p((max - min) / (bend * step));
}

function at(part: number, { min, max, step }: SliderRange): number {
  if (part <= 0) return min;
  if (part >= 1) return max;
  if ((max - min) / step <= linearMax) return stepped(min + part * (max - min), min, max, step);
  const value = min + Math.expm1(part * Math.log1p((max - min) / (bend * step))) * bend * step;
  const figure = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(value, 1))) - 1);
  return stepped(Math.round(value / figure) * figure, min, max, step);
}

function stepped(value: number, min: number, max: number, step: number): number {
  // Ten digits are enough for any step. The digits beyond are noise of the division.
  return Number(Math.min(max, Math.max(min, Math.round(value / step) * step)).toFixed(10));
}
