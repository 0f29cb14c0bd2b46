/** Where the axis jumps over a stretch of time in which nothing happens. */
import type { Lanes } from './lanes';
import { linesMark, type Mark } from './marks';
import type { Fold } from './timeAxis';

/**
 * An axis break: two slanted strokes, and a thin seam through all lanes.
 * @param y the middle of the strokes
 */
export function foldMarks(folds: readonly Fold[], lanes: Lanes, y: number): readonly Mark[] {
  if (folds.length === 0) return [];
  const seams: number[] = [];
  const strokes: number[] = [];
  for (const { x } of folds) {
    seams.push(x - 2, lanes.top, x - 2, lanes.bottom, x + 2, lanes.top, x + 2, lanes.bottom);
    strokes.push(x - 5, y + 5, x - 1, y - 5, x + 1, y + 5, x + 5, y - 5);
  }
  return [
    linesMark({ ink: 'line', dash: [2, 4], points: seams }),
    linesMark({ ink: 'muted', width: 1.2, points: strokes }),
  ];
}
