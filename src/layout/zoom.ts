/**
 * The part of the axis in view after a zoom or a move; null means the whole run. Computes in pixels, so that folds need
 * no special case.
 */
import type { Stretch, TimeAxis } from './timeAxis';

interface Zoom {
  readonly axis: TimeAxis;
  /** The stretch that shows the whole run. */
  readonly fit: Stretch;
  /** The position that stays fixed. */
  readonly x: number;
  /** Above 1 zooms in. */
  readonly factor: number;
}

/** A narrower view would show nothing: time has a unit of one microsecond. */
const widthMin = 100;

export function zoomed({ axis, fit, x, factor }: Zoom): Stretch | null {
  const from = axis.at(x - (x - axis.left) / factor);
  const to = axis.at(x + (axis.right - x) / factor);
  if (to - from < widthMin) return axis.view;
  return inside({ from, to }, fit);
}

/** The view after a move by this many pixels, as of a sheet of paper. */
export function panned(axis: TimeAxis, fit: Stretch, by: number): Stretch | null {
  const from = Math.max(fit.from, axis.at(axis.left - by));
  const width = axis.view.to - axis.view.from;
  if (axis.folds.length > 0) return inside({ from, to: axis.at(axis.right - by) }, fit);
  const start = Math.min(from, Math.max(fit.from, fit.to - width));
  return inside({ from: start, to: start + width }, fit);
}

function inside({ from, to }: Stretch, fit: Stretch): Stretch | null {
  const kept = { from: Math.max(fit.from, from), to: Math.min(fit.to, to) };
  return kept.from <= fit.from && kept.to >= fit.to ? null : kept;
}
