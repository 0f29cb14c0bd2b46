/**
 * The view as a brush on a strip of the whole run: the view after the brush is moved or resized. Null is the whole
 * run.
 */
import type { Stretch } from './timeAxis';
import { widthMin } from './zoom';

export type BrushPart = 'middle' | 'start' | 'end';

/** Moved by this many µs. Moving the middle keeps the width; an edge stops before the other one. */
export function brushed(
  view: Stretch,
  fit: Stretch,
  { part, by }: { readonly part: BrushPart; readonly by: number },
): Stretch | null {
  const shift = Math.max(fit.from - view.from, Math.min(fit.to - view.to, by));
  const next =
    part === 'middle'
      ? { from: view.from + shift, to: view.to + shift }
      : part === 'start'
        ? { from: Math.max(fit.from, Math.min(view.to - widthMin, view.from + by)), to: view.to }
        : { from: view.from, to: Math.min(fit.to, Math.max(view.from + widthMin, view.to + by)) };
  return next.from <= fit.from && next.to >= fit.to ? null : next;
}

/** An arrow key moves by this share of the view, and with Shift by five times as much. */
const stepShare = 1 / 10;

/**
 * The view after a key press on the focused part; undefined: the key does nothing. Page Up and Page Down move by a
 * whole view.
 */
export function brushedByKey(
  view: Stretch,
  fit: Stretch,
  { part, key, isFast }: { readonly part: BrushPart; readonly key: string; readonly isFast: boolean },
): Stretch | null | undefined {
  const width = view.to - view.from;
  const step = width * stepShare * (isFast ? 5 : 1);
  const by = { ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step, PageUp: -width, PageDown: width }[
    key
  ];
  const far = key === 'Home' ? -Number.MAX_SAFE_INTEGER : key === 'End' ? Number.MAX_SAFE_INTEGER : undefined;
  const move = by ?? far;
  return move === undefined ? undefined : brushed(view, fit, { part, by: move });
}
