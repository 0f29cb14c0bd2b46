/** The common input of all parts of a scene's picture, beside what every picture has: how it looks, and the words on its bars. */
import type { Drawing, Layers } from './drawing';
import type { Ink, Mark, TextMark } from './marks';
import type { SceneLook } from './sceneLook';
import type { Words } from './words';

export interface Scene {
  readonly drawing: Drawing;
  readonly layers: Layers;
  readonly look: SceneLook;
  readonly words: Words['scene'];
  /** The names of the lanes stand over them. */
  readonly isAbove: boolean;
  readonly bars: BarText[];
  /** What is known before anything happened. */
  readonly known: Mark[];
}

/** Words on a bar: in the middle of as much of the bar as is shown, and nowhere if they do not fit there. */
export interface BarText {
  /** The best first. */
  readonly texts: readonly string[];
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly ink: Ink;
  readonly size: number;
  readonly weight: 400 | 600;
  readonly isStruck?: boolean;
  /** Shown from the start, on a bar that is wide enough for it. */
  readonly isKnown?: boolean;
}

/** Pixels beside words on a bar. */
const beside = 4;

/** @param shownTo how far bars are drawn */
export function barTexts({ bars, drawing }: Scene, shownTo: number): readonly TextMark[] {
  const { axis, measure } = drawing;
  return bars.flatMap(({ texts, x0, x1, y, ink, size, weight, isStruck, isKnown }): readonly TextMark[] => {
    const look = { size, weight, font: 'sans' } as const;
    const left = Math.max(axis.left, x0);
    const shown = isKnown ? Math.max(shownTo, knownTo(drawing, texts)) : shownTo;
    const right = Math.min(axis.right, x1, shown);
    const text = texts.find((words) => measure(words, look) + beside * 2 <= right - left);
    if (text === undefined) return [];
    const struck = isStruck ? { from: -2, width: measure(text, look) + 4 } : null;
    return [
      { kind: 'text', text, x: (left + right) / 2, y, ...look, align: 'center', ink, alpha: 1, halo: null, struck },
    ];
  });
}

/** How far a bar is drawn from the start, so that its value fits on it. */
export const knownTo = ({ axis, measure }: Drawing, texts: readonly string[]): number =>
  axis.left + measure(texts[0] ?? '', { size: valueSize, weight: 600, font: 'sans' }) + beside * 2 + 1;

/** The size of the number on the storage's bar. */
export const valueSize = 15;
