/** Where the axis jumps over a stretch of time in which nothing happens. */
import type { Drawing } from './drawing';
import { linesMark, type Mark } from './marks';

/** An axis break: two slanted strokes at the top, and a thin seam through all lanes. */
export function foldMarks({ axis, lanes }: Pick<Drawing, 'axis' | 'lanes'>): readonly Mark[] {
  if (axis.folds.length === 0) return [];
  const seams: number[] = [];
  const strokes: number[] = [];
  const y = lanes.holderStrip.top - 9;
  for (const { x } of axis.folds) {
    seams.push(x - 2, lanes.top, x - 2, lanes.bottom, x + 2, lanes.top, x + 2, lanes.bottom);
    strokes.push(x - 5, y + 5, x - 1, y - 5, x + 1, y + 5, x + 5, y - 5);
  }
  return [
    linesMark({ ink: 'line', dash: [2, 4], points: seams }),
    linesMark({ ink: 'muted', width: 1.2, points: strokes }),
  ];
}
