/** Cuts marks at a position on the axis: nothing to its right is drawn. */
import { nth } from '../../core/model/values/nth';
import { foursOf, type HeadsMark, type LinesMark, type Mark, type PathMark } from './marks';

/** The marks up to this x. Signs and texts are either whole or left out. */
export const clipAt = (marks: readonly Mark[], x: number): readonly Mark[] =>
  marks.flatMap((mark) => {
    const cut = clipMark(mark, x);
    return cut === null ? [] : [cut];
  });

function clipMark(mark: Mark, at: number): Mark | null {
  switch (mark.kind) {
    case 'lines':
      return clipLines(mark, at);
    case 'path':
      return clipPath(mark, at);
    case 'heads':
      return clipHeads(mark, at);
    case 'box':
      return mark.x > at ? null : { ...mark, width: Math.min(mark.width, at - mark.x) };
    case 'boxes': {
      const visibleBoxes = foursOf(mark.points).filter(([x]) => x <= at);
      const points = visibleBoxes.flatMap(([x, y, width, height]) => [x, y, Math.min(width, at - x), height]);
      return points.length === 0 ? null : { ...mark, points };
    }
    case 'glyph':
    case 'text':
      return mark.x > at + 0.01 ? null : mark;
    case 'shades': {
      const columnCount = Math.max(0, Math.min(mark.columnCount, Math.floor((at - mark.x) / mark.columnWidth)));
      return columnCount < mark.columnCount ? null : mark;
    }
    default:
      return mark satisfies never;
  }
}

function clipLines(mark: LinesMark, at: number): LinesMark | null {
  const points: number[] = [];
  for (const [x1, y1, x2, y2] of foursOf(mark.points)) {
    if (Math.min(x1, x2) > at) continue;
    if (Math.max(x1, x2) <= at) points.push(x1, y1, x2, y2);
    else {
      const y = y1 + ((y2 - y1) * (at - x1)) / (x2 - x1);
      points.push(...(x1 <= at ? [x1, y1, at, y] : [at, y, x2, y2]));
    }
  }
  return points.length === 0 ? null : { ...mark, points };
}

function clipPath(mark: PathMark, at: number): PathMark | null {
  const points: number[] = [];
  for (let i = 0; i < mark.points.length; i += 2) {
    const [x, y] = [nth(mark.points, i), nth(mark.points, i + 1)];
    if (x <= at) points.push(x, y);
    else {
      const [before, height] = [points.at(-2), points.at(-1)];
      if (before !== undefined && height !== undefined)
        points.push(at, height + ((y - height) * (at - before)) / (x - before));
      break;
    }
  }
  return points.length < 4 ? null : { ...mark, points };
}

function clipHeads(mark: HeadsMark, at: number): HeadsMark | null {
  const points = mark.points.filter((_, i) => nth(mark.points, i - (i % 4)) <= at + 0.01);
  return points.length === 0 ? null : { ...mark, points };
}
