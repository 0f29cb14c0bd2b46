/**
 * Density in SVG: for each ink and level, its cells are one path. The painter of the page would need a canvas for
 * them.
 */

import { nth } from '../../core/model/nth';
import type { ShadesMark } from '../layout/marks';

export function svgShades(
  { x, columnWidth, columnCount, rows, inks, alphas }: ShadesMark,
  colour: (ink: string) => string,
): string {
  let content = '';
  for (const { ink, levels } of inks) {
    const paths = alphas.map(() => '');
    rows.forEach(({ y, height }, row) => {
      for (let column = 0; column < columnCount; ) {
        const level = nth(levels, row * columnCount + column);
        const from = column;
        while (column < columnCount && levels[row * columnCount + column] === level) column++;
        if (level === 0) continue;
        const width = (column - from) * columnWidth;
        paths[level] += `M${x + from * columnWidth} ${y}h${width}v${height}h${-width}Z`;
      }
    });
    paths.forEach((path, level) => {
      if (path !== '') content += `<path d="${path}" fill="${colour(ink)}" fill-opacity="${alphas[level]}"/>`;
    });
  }
  return content;
}
