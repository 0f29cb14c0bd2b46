/** What the axis shows after a zoom or a move; null: the whole run. Works in pixels, so that folds are no exception. */
import type { Stretch, TimeAxis } from './timeAxis';

interface Zoom {
  readonly axis: TimeAxis;
  /** The stretch that shows the whole run. */
  readonly fit: Stretch;
  /** What stays where it is. */
  readonly x: number;
  /** Above 1: nearer. */
  readonly factor: number;
}

/** Narrower there is nothing to see: a microsecond is the unit of time. */
const widthMin = 100;

export function zoomed({ axis, fit, x, factor }: Zoom): Stretch | null {
  const from = axis.at(x - (x - axis.left) / factor);
  const to = axis.at(x + (axis.right - x) / factor);
  if (to - from < widthMin) return axis.view;
  return inside({ from, to }, fit);
}

/** Moved by so many pixels, as a sheet of paper is. */
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
