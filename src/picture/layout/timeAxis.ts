/**
 * Converts true time to pixels and back. With even spacing, every stretch without events is folded to the same small
 * width, and each fold is marked. Within a piece, the scale is always linear.
 */
import { bisectRight, ticks } from 'd3-array';
import type { Trace } from '../../core/model/trace/trace';
import { instantAt } from '../../core/model/trace/traceReader';
import { formatTick } from '../../core/model/values/format';
import { nth } from '../../core/model/values/nth';
import { blend } from './blend';

/** A stretch of time in microseconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Fold extends Stretch {
  /** The position of the break. */
  readonly x: number;
}

export interface Tick {
  readonly at: number;
  readonly x: number;
  readonly label: string;
  /** The middle of the label. At the edge of the picture it moves aside; null if there is no room for it. */
  readonly labelX: number | null;
}

export interface TimeAxis {
  readonly view: Stretch;
  readonly left: number;
  readonly right: number;
  readonly x: (at: number) => number;
  readonly at: (x: number) => number;
  /** µs per pixel, outside folds. */
  readonly perPixel: number;
  readonly folds: readonly Fold[];
  readonly ticks: readonly Tick[];
}

/** Pieces of time, and where each starts on a ruler that shortens idle time. */
export interface Warp {
  readonly at: readonly number[];
  readonly to: readonly number[];
}

interface Options {
  readonly view: Stretch;
  readonly left: number;
  readonly right: number;
  /** null means true time. */
  readonly warp: Warp | null;
  /** How much larger than 11 px the labels are. Absent: 1. */
  readonly scale?: number;
}

/** Idle time longer than the busy time divided by this is folded to that length. */
const foldShare = 40;

/**
 * The ruler for even spacing, on which every gap between events has at most a fixed length; null if no gap is worth
 * folding.
 */
export function evenSpacing(trace: Trace): Warp | null {
  let busy = 0;
  const end = trace.at[trace.count - 1] ?? 0;
  const gaps: number[] = [];
  for (let seq = 0, before = 0; seq < trace.count; seq++) {
    const at = instantAt(trace, seq);
    if (at > before) gaps.push(at - before);
    before = at;
  }
  const longest = end / foldShare;
  for (const gap of gaps) if (gap <= longest) busy += gap;
  const cap = Math.max(busy / foldShare, end / 400);
  const warp = { at: [0], to: [0] };
  let length = 0;
  for (let seq = 0, before = 0; seq < trace.count; seq++) {
    const at = instantAt(trace, seq);
    const gap = at - before;
    if (gap > cap * 2) {
      warp.at.push(before, at);
      warp.to.push(length, length + cap);
      length += cap;
    } else length += gap;
    before = at;
  }
  if (warp.at.length === 1) return null;
  warp.at.push(end);
  warp.to.push(length);
  return warp;
}

/** A jump over less than the time in view divided by this does not mislead the eye. */
const longShare = 10;

/** The folds that hide at least a tenth of the time in view: at most nine, however many there are. */
export const longFolds = ({ view, folds }: Pick<TimeAxis, 'view' | 'folds'>): readonly Fold[] =>
  folds.filter(({ from, to }) => (to - from) * longShare >= view.to - view.from);

/** The axis of a view. It continues in true time outside the run. */
export function timeAxis({ view, left, right, warp, scale = 1 }: Options): TimeAxis {
  const forward = warp === null ? (at: number) => at : (at: number) => between(warp.at, warp.to, at);
  const back = warp === null ? (to: number) => to : (to: number) => between(warp.to, warp.at, to);
  const from = forward(view.from);
  const perPixel = Math.max(1e-9, (forward(view.to) - from) / Math.max(1, right - left));
  const x = (at: number): number => left + (forward(at) - from) / perPixel;
  const at = (px: number): number => back(from + (px - left) * perPixel);
  const folds = warp === null ? [] : foldsOf(warp, x, left, right);
  return {
    view,
    left,
    right,
    x,
    at,
    perPixel,
    folds,
    ticks: ticksOf({ view, x, left, right, folds, perPixel, scale }),
  };
}

/** The value at `key` on the broken line through the given points; both lists are ascending. */
function between(keys: readonly number[], values: readonly number[], key: number): number {
  const last = keys.length - 1;
  if (key >= nth(keys, last)) return nth(values, last) + (key - nth(keys, last));
  if (key <= nth(keys, 0)) return nth(values, 0) + (key - nth(keys, 0));
  const next = bisectRight(keys, key);
  const [k0, k1, v0, v1] = [nth(keys, next - 1), nth(keys, next), nth(values, next - 1), nth(values, next)];
  return k1 === k0 ? v0 : blend(v0, v1)((key - k0) / (k1 - k0));
}

function foldsOf(warp: Warp, x: (at: number) => number, left: number, right: number): readonly Fold[] {
  const folds: Fold[] = [];
  for (let i = 1; i + 1 < warp.at.length; i += 2) {
    const [from, to] = [nth(warp.at, i), nth(warp.at, i + 1)];
    const middle = (x(from) + x(to)) / 2;
    if (middle >= left && middle <= right) folds.push({ from, to, x: middle });
  }
  return folds;
}

interface TickOptions {
  readonly view: Stretch;
  readonly x: (at: number) => number;
  readonly left: number;
  readonly right: number;
  readonly folds: readonly Fold[];
  readonly perPixel: number;
  readonly scale: number;
}

/** The least distance between two ticks, in pixels. */
const tickWidthMin = 62;
/** The least distance between two labels, in pixels. */
const labelGap = 4;

function ticksOf({ view, x, left, right, folds, perPixel, scale }: TickOptions): readonly Tick[] {
  // The distance between ticks depends only on the unfolded pieces.
  const visibleLength = perPixel * (right - left);
  const stepFor = (width: number): number =>
    Math.max(1, stepOf(visibleLength / Math.max(2, Math.floor((right - left) / (width * 1.25)))));
  // Labels of a close view have more decimals, and need more room than the ticks of a distant view.
  const leastWidth = tickWidthMin * scale;
  const widthMin = Math.max(
    leastWidth,
    widthOf(formatTick(lastTick(view.to, stepFor(leastWidth)), stepFor(leastWidth))) * scale + labelGap,
  );
  const step = stepFor(widthMin);
  const placedTicks: Tick[] = [];
  const values =
    folds.length === 0 ? multiples(view, step) : piecesBetween(view, folds).flatMap((piece) => multiples(piece, step));
  for (const at of values) {
    const px = x(at);
    const before = placedTicks.at(-1);
    if (px < left - 0.5 || px > right + 0.5 || (before && px - before.x < widthMin)) continue;
    const text = formatTick(at, step);
    placedTicks.push({
      at,
      x: px,
      label: text,
      labelX: labelXOf(px, { width: widthOf(text) * scale, right, before: before?.x }),
    });
  }
  return placedTicks;
}

/** The most width of one letter of a label, in pixels: 11 px of any monospaced font. */
const letterWidth = 6.8;

const widthOf = (text: string): number => text.length * letterWidth;

/** How far past the end of the axis the picture reaches, in pixels. */
const marginRight = 12;

/** A label is under its tick. Only the last one may have to move; it is left out if it would touch the one before. */
function labelXOf(
  x: number,
  { width, right, before }: { readonly width: number; readonly right: number; readonly before: number | undefined },
): number | null {
  const wanted = Math.max(width / 2 + 1, Math.min(x, right + marginRight - width / 2));
  return before !== undefined && wanted - before < width + labelGap ? null : wanted;
}

const lastTick = (end: number, step: number): number => Math.floor(end / step) * step;

/** Steps of half a minute and more, in microseconds: parts of minutes and hours. */
const longSteps = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 360, 720, 1440].map((minutes) => minutes * 60e6);

const stepOf = (length: number): number => {
  const [a = 0, b = 0] = ticks(0, length * 10, 10);
  return b - a > 20e6 ? (longSteps.find((step) => step >= length) ?? b - a) : b - a;
};

function multiples({ from, to }: Stretch, step: number): readonly number[] {
  const values: number[] = [];
  for (let i = Math.ceil(from / step); i * step <= to && values.length < 1000; i++) values.push(i * step);
  return values;
}

function piecesBetween(view: Stretch, folds: readonly Fold[]): readonly Stretch[] {
  const pieces: Stretch[] = [];
  let from = view.from;
  for (const fold of folds) {
    pieces.push({ from, to: fold.from });
    from = fold.to;
  }
  pieces.push({ from, to: view.to });
  return pieces;
}
