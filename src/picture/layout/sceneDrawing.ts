/**
 * The common input of all parts of a scene's picture, on top of the `Drawing` of every picture: its look, and the
 * words on its bars.
 */
import type { Drawing, Layers } from './drawing';
import { type Ink, type Mark, type TextMark, textMark } from './marks';
import type { SceneLook } from './sceneLook';
import type { Words } from './words';

export interface SceneDrawing {
  readonly drawing: Drawing;
  readonly layers: Layers;
  readonly look: SceneLook;
  readonly words: Words['scene'];
  readonly bars: BarText[];
  /** Marks that are shown from the start. */
  readonly startMarks: Mark[];
}

/** Words on a bar: in the middle of the visible part of the bar, or left out if they do not fit there. */
export interface BarText {
  /** Best first. */
  readonly texts: readonly string[];
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly ink: Ink;
  readonly size: number;
  readonly weight: 400 | 600;
  readonly isStrikethrough?: boolean;
  /** Shown from the start, if the bar is wide enough. */
  readonly isKnown?: boolean;
  /** Signs on the bar: where each stands and how far it reaches. */
  readonly signs?: readonly { readonly x: number; readonly reach: number }[];
}

/** The space beside words on a bar, in pixels. */
const textGap = 4;

/** Where a text stands on its bar, best first: 0 is leftmost, 1 rightmost. */
const shares = [0.5, 0.4, 0.6, 0.25, 0.75, 0.1, 0.9] as const;

/** @param shownTo how far bars are drawn */
export function barTexts({ bars, drawing, layers }: SceneDrawing, shownTo: number): readonly TextMark[] {
  const { axis, measure } = drawing;
  return bars.flatMap(
    ({ texts, x0, x1, y, ink, size, weight, isStrikethrough, isKnown, signs = [] }): readonly TextMark[] => {
      const look = { size, weight, font: 'sans' } as const;
      const part = isKnown ? knownPart(drawing, texts, shownTo) : { from: axis.left, to: shownTo };
      const left = Math.max(axis.left, x0, part.to > x1 ? x0 : part.from);
      const right = Math.min(axis.right, x1, part.to);
      const text = texts.find((words) => measure(words, look) + textGap * 2 <= right - left);
      if (text === undefined) return [];
      const strikethrough = isStrikethrough ? { from: -2, width: measure(text, look) + 4 } : null;
      const half = measure(text, look) / 2;
      const obstacles = [...signs, ...layers.crossings.flatMap((line) => arrowAt(line, y))];
      const clearance = (x: number): number =>
        obstacles.reduce((least, sign) => Math.min(least, Math.abs(sign.x - x) - half - sign.reach), 0);
      const room = right - left - (half + textGap) * 2;
      const positions = shares.map((share) => left + half + textGap + room * share);
      const best = Math.max(...positions.map(clearance));
      const x = positions.find((position) => clearance(position) === best) ?? (left + right) / 2;
      return [textMark({ text, ...look, x, y, align: 'center', ink, strikethrough })];
    },
  );
}

/** Where an arrow runs through the middle of a bar. */
function arrowAt([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[], y: number) {
  const isThrough = y0 !== y1 && (y0 - y) * (y1 - y) <= 0;
  return isThrough ? [{ x: x0 + ((x1 - x0) * (y - y0)) / (y1 - y0), reach: 3 }] : [];
}

/**
 * The place of words that are shown from the start: before the playhead, so that its line crosses none of them, until
 * the bar behind it has room for them.
 */
export function knownPart(
  { axis, measure }: Drawing,
  texts: readonly string[],
  playX: number,
): { readonly from: number; readonly to: number } {
  const width = measure(texts[0] ?? '', { size: valueSize, weight: 600, font: 'sans' }) + textGap * 2 + 1;
  return playX < axis.left + width ? { from: playX, to: playX + width } : { from: axis.left, to: playX };
}

/** The least width that a bar has beyond its words. */
export const valueGap = textGap * 2;

/** The size of the number on the storage's bar. */
export const valueSize = 15;
