/**
 * The part of the axis in view after a zoom or a move; null is the whole run. It computes in pixels, so that folds
 * need no special case, and like d3-zoom it uses a scale and a shift from the picture of the whole run to the one in
 * view.
 */
import type { Stretch, TimeAxis } from './timeAxis';

/** A position `p` in the picture of the whole run is at `x + k * p`. */
export interface Transform {
  readonly k: number;
  readonly x: number;
}

interface Zoom {
  readonly axis: TimeAxis;
  /** The stretch that shows the whole run. */
  readonly fit: Stretch;
  /** The position that stays fixed. */
  readonly x: number;
  /** Above 1 zooms in. */
  readonly factor: number;
}

/** The narrowest view, in µs. A narrower one would show nothing, because the unit of time is one microsecond. */
export const widthMin = 100;

export function zoomed({ axis, fit, x, factor }: Zoom): Stretch | null {
  const before = transformOf(axis, fit);
  const k = Math.max(1, Math.min(scaleMax(axis, fit), before.k * factor));
  return viewOf(axis, fit, constrained({ k, x: x - ((x - before.x) / before.k) * k }, axis));
}

/** The view after it was moved by this many pixels, like a sheet of paper. */
export function panned(axis: TimeAxis, fit: Stretch, by: number): Stretch | null {
  const { k, x } = transformOf(axis, fit);
  return viewOf(axis, fit, constrained({ k, x: x + by }, axis));
}

/**
 * The transform that shows a view, which need not be the one on the axis. Its scale is below 1 if the run is narrower
 * than the view.
 */
export function transformOf({ left, right, x, view: onAxis }: TimeAxis, fit: Stretch, view = onAxis): Transform {
  const [from, to] = [x(view.from), x(view.to)];
  const [start, end] = [x(fit.from), x(fit.to)];
  const k = (end - start) / (to - from);
  return { k, x: left + ((start - from) * (right - left)) / (to - from) - k * left };
}

/** The view after a transform; null: the whole run. The axis may show another view of the same run. */
export function viewOf(axis: TimeAxis, fit: Stretch, { k, x }: Transform): Stretch | null {
  if (k <= 1) return null;
  const now = transformOf(axis, fit);
  const at = (px: number): number => axis.at(now.x + (now.k * (px - x)) / k);
  const view = { from: Math.max(fit.from, at(axis.left)), to: Math.min(fit.to, at(axis.right)) };
  return view.from <= fit.from && view.to >= fit.to ? null : view;
}

/** The scale of the narrowest view. */
export function scaleMax({ x, perPixel }: TimeAxis, fit: Stretch): number {
  return Math.max(1, ((x(fit.to) - x(fit.from)) * perPixel) / widthMin);
}

/** A transform limited so that only the run is in view. */
function constrained({ k, x }: Transform, { left, right }: TimeAxis): Transform {
  return { k, x: Math.max(right * (1 - k), Math.min(left * (1 - k), x)) };
}
