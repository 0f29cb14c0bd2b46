/**
 * The elements of a picture: plain data in CSS pixels, which any painter can paint. A mark names its colour by the
 * theme's custom property; it knows neither the theme nor the run.
 */

import { isClient, type ProcessId, partsOf } from '../../core/model/scenario/processId';
import { nth } from '../../core/model/values/nth';

/** A custom property of the theme without its dashes: `client-1`, `muted`. */
export type Ink = string;

/** The number of colours for clients. Later clients reuse them from the first. */
export const clientInks = 9;

/** The colour of a process: each client has its own, all others are muted. */
export const inkOfId = (id: ProcessId): Ink =>
  isClient(id) ? `client-${((partsOf(id).number - 1) % clientInks) + 1}` : 'muted';

/** What a mark shows, if its shape alone does not say so. */
export type Sort =
  | 'request'
  | 'reply'
  | 'push'
  | 'late'
  | 'key'
  | 'expiry'
  | 'queue'
  | 'counter'
  | 'inside'
  | 'unbacked'
  | 'holder'
  | 'two'
  | 'quorum'
  | 'pause'
  | 'link'
  | 'clock'
  | 'copy'
  | 'leader'
  | 'token'
  | 'dead'
  | 'up';

interface Look {
  readonly ink: Ink;
  readonly alpha: number;
  /** Absent if the shape says it, or if the mark only supports others. */
  readonly of?: Sort;
}

/** Separate straight lines with the same look: x1, y1, x2, y2 for each. */
export interface LinesMark extends Look {
  readonly kind: 'lines';
  readonly width: number;
  readonly dash: readonly number[] | null;
  readonly points: readonly number[];
}

/** One line through all points, with x, y for each. */
export interface PathMark extends Look {
  readonly kind: 'path';
  readonly width: number;
  readonly dash: readonly number[] | null;
  readonly points: readonly number[];
}

/** Arrow heads, each as its tip and a direction of length 1: x, y, dx, dy. */
export interface HeadsMark extends Look {
  readonly kind: 'heads';
  readonly filled: boolean;
  readonly size: number;
  readonly points: readonly number[];
}

export interface BoxMark extends Look {
  readonly kind: 'box';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  /** `hatched`: slanted lines; `outlined`: one pixel wide. */
  readonly style: 'filled' | 'outlined' | 'dashed' | 'hatched';
}

/** Many filled boxes with the same look: x, y, width, height for each. */
export interface BoxesMark extends Look {
  readonly kind: 'boxes';
  readonly points: readonly number[];
}

/** A grid of shades, which shows many things as density. Each ink covers the earlier ones. */
export interface ShadesMark {
  readonly kind: 'shades';
  readonly x: number;
  readonly columnWidth: number;
  readonly columnCount: number;
  readonly rows: readonly { readonly y: number; readonly height: number }[];
  /** A level for each cell, row by row: 0 is nothing; the others get their opacity from `alphas`. */
  readonly inks: readonly { readonly ink: Ink; readonly levels: Uint8Array }[];
  readonly alphas: readonly number[];
}

export type Shape =
  | 'cross'
  | 'square'
  | 'check'
  | 'diamond'
  | 'shield'
  | 'ring'
  | 'cap'
  | 'start'
  | 'plus'
  | 'minus'
  | 'dot'
  | 'up'
  | 'pause'
  | 'pie';

/** A centred sign. `on` is the colour behind it, or the colour of what is drawn inside it. */
export interface GlyphMark extends Look {
  readonly kind: 'glyph';
  readonly shape: Shape;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly on: Ink;
  /** For a pie: the part that is filled, 0 … 1. */
  readonly share?: number;
}

export interface TextMark extends Look {
  readonly kind: 'text';
  readonly text: string;
  /** y is the middle of the line. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: 400 | 600;
  readonly align: 'left' | 'center' | 'right';
  readonly font: 'sans' | 'mono';
  /** The colour drawn around the letters, so that lines behind them do not disturb. */
  readonly halo: Ink | null;
  /** The struck-through part, in pixels from the left edge; null if absent. */
  readonly strikethrough: { readonly from: number; readonly width: number } | null;
}

export type Mark = LinesMark | PathMark | HeadsMark | BoxMark | BoxesMark | ShadesMark | GlyphMark | TextMark;

/** A mark without the values that most marks of its kind have. */
type Short<M extends Mark, Usual extends keyof M> = Omit<M, 'kind' | Usual> & Partial<Pick<M, Usual>>;

/** Solid, and one pixel wide. */
export const linesMark = (mark: Short<LinesMark, 'alpha' | 'width' | 'dash'>): LinesMark => {
  return { kind: 'lines', alpha: 1, width: 1, dash: null, ...mark };
};

export const glyphMark = (mark: Short<GlyphMark, 'alpha' | 'on'>): GlyphMark => {
  return { kind: 'glyph', alpha: 1, on: 'page', ...mark };
};

/** Without anything around or through it. */
export const textMark = (mark: Short<TextMark, 'alpha' | 'font' | 'halo' | 'strikethrough'>): TextMark => {
  return { kind: 'text', alpha: 1, font: 'sans', halo: null, strikethrough: null, ...mark };
};

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The width of a text in CSS pixels. */
export type MeasureText = (
  text: string,
  look: { readonly size: number; readonly weight: 400 | 600; readonly font: 'sans' | 'mono' },
) => number;

/** Good enough without a screen: a Chinese character is as wide as high, a Latin letter a little over half. */
export const roughMeasure: MeasureText = (text, { size, weight, font }) => {
  let width = 0;
  for (const letter of text) width += letter > '\u2e7f' ? 1 : font === 'mono' ? 0.61 : weight === 600 ? 0.58 : 0.54;
  return width * size;
};

/** Points four by four: the two ends of each line, or the boxes of `BoxesMark`. */
export const foursOf = (points: readonly number[]): readonly Four[] =>
  Array.from({ length: Math.floor(points.length / 4) }, (_, i): Four => {
    const at = (by: number): number => nth(points, i * 4 + by);
    return [at(0), at(1), at(2), at(3)];
  });

export type Four = readonly [number, number, number, number];

export const touches = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
