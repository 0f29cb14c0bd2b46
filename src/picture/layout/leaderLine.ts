/** The line from a text to the bar that it names, where it stands outside. */
import { boxOf } from './labels';
import { type Box, linesMark, type Mark, type MeasureText, type TextMark } from './marks';

/** From the edge of the text to the nearest point of the bar; none where they touch. */
export function leaderLine(bar: Box, text: TextMark, measure: MeasureText): readonly Mark[] {
  const box = boxOf(text, measure);
  // The margin beside and above the letters is not part of the text.
  const letters = { x: box.x + 4, y: box.y + 2, width: box.width - 8, height: box.height - 4 };
  const [x1, x2] = ends([letters.x, letters.x + letters.width], [bar.x, bar.x + bar.width]);
  const [y1, y2] = ends([letters.y, letters.y + letters.height], [bar.y, bar.y + bar.height]);
  if (Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1)) < 1) return [];
  return [linesMark({ ink: text.ink, width: 1.2, points: [x1, y1, x2, y2] })];
}

type Range = readonly [from: number, to: number];

/** The nearest two numbers of two ranges; where the ranges overlap, the middle of what they share. */
function ends([a0, a1]: Range, [b0, b1]: Range): Range {
  if (a1 < b0) return [a1, b0];
  if (b1 < a0) return [a0, b1];
  const middle = (Math.max(a0, b0) + Math.min(a1, b1)) / 2;
  return [middle, middle];
}
