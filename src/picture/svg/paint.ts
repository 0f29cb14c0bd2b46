/** Paints marks on a canvas. It knows marks and the colour of each ink, but no run. */

import { absent } from '../../core/model/values/nth';
import type { Inks } from '../inks/inks';
import type { BoxMark, GlyphMark, HeadsMark, LinesMark, Mark, PathMark, ShadesMark, TextMark } from '../layout/marks';
import { paintShades } from './paintShades';

type Context = CanvasRenderingContext2D;

/** The last text settings of a context. Setting a font again costs more than painting the text. */
interface Pen {
  font: string;
  align: CanvasTextAlign | null;
}

/** Cost: linear in the points. A run of lines with the same look is one path. */
export function paint(context: Context, marks: readonly Mark[], inks: Inks): void {
  context.lineJoin = 'round';
  context.textBaseline = 'middle';
  const pen: Pen = { font: '', align: null };
  for (const mark of marks) {
    if (mark.kind === 'shades') {
      paintShades(context, mark, inks.colour);
      continue;
    }
    context.globalAlpha = mark.alpha;
    const colour = inks.colour(mark.ink);
    context.strokeStyle = colour;
    context.fillStyle = colour;
    if (mark.kind === 'text') text(context, mark, { inks, pen });
    else paintMark(context, mark, inks);
  }
  context.globalAlpha = 1;
}

function paintMark(context: Context, mark: Exclude<Mark, ShadesMark | TextMark>, inks: Inks): void {
  switch (mark.kind) {
    case 'lines':
      return lines(context, mark);
    case 'path':
      return path(context, mark);
    case 'heads':
      return heads(context, mark, inks);
    case 'box':
      return box(context, mark);
    case 'boxes':
      return boxes(context, mark.points);
    case 'glyph':
      return glyph(context, mark, inks);
    default:
      mark satisfies never;
  }
}

/** Points come in fours, so none can be missing; the compiler does not know that. */
const n = (points: readonly number[], i: number): number => points[i] ?? absent(i);

/**
 * Each line is its own path. One path of hundreds of long slanted lines takes several times as long to fill, and
 * dashes as subpaths take longer still. A line of one pixel takes half the time of one of one and a half. All this
 * was measured without a GPU.
 */
function lines(context: Context, { points, width, dash }: LinesMark): void {
  context.lineWidth = width;
  if (dash !== null) context.setLineDash([...dash]);
  for (let i = 0; i < points.length; i += 4) {
    context.beginPath();
    context.moveTo(n(points, i), n(points, i + 1));
    context.lineTo(n(points, i + 2), n(points, i + 3));
    context.stroke();
  }
  if (dash !== null) context.setLineDash([]);
}

function path(context: Context, { points, width }: PathMark): void {
  context.lineWidth = width;
  context.beginPath();
  for (let i = 0; i < points.length; i += 2) context.lineTo(n(points, i), n(points, i + 1));
  context.stroke();
}

function heads(context: Context, { points, size, filled }: HeadsMark, inks: Inks): void {
  context.beginPath();
  for (let i = 0; i < points.length; i += 4) {
    const [x, y, dx, dy] = [n(points, i), n(points, i + 1), n(points, i + 2) * size, n(points, i + 3) * size];
    context.moveTo(x, y);
    context.lineTo(x - dx - dy * 0.42, y - dy + dx * 0.42);
    context.lineTo(x - dx + dy * 0.42, y - dy - dx * 0.42);
    context.closePath();
  }
  if (filled) return context.fill();
  context.save();
  context.globalAlpha = 1;
  context.fillStyle = inks.colour('page');
  context.fill();
  context.restore();
  context.lineWidth = 1;
  context.stroke();
}

function box(context: Context, mark: BoxMark): void {
  const { x, y, width, height, radius, style } = mark;
  if (style === 'hatched') return hatch(context, mark);
  // At this width corners are invisible, and an outline has no inside.
  const isPlain = style === 'filled' ? width < 4 || radius === 0 : style === 'outlined' && width <= 2;
  if (isPlain) return context.fillRect(x, y, width, height);
  context.beginPath();
  if (style === 'filled') {
    context.roundRect(x, y, width, height, radius);
    return context.fill();
  }
  context.roundRect(x + 0.5, y + 0.5, Math.max(0, width - 1), height - 1, radius);
  context.lineWidth = 1;
  if (style === 'dashed') context.setLineDash([4, 3]);
  context.stroke();
  context.setLineDash([]);
}

function hatch(context: Context, { x, y, width, height, radius }: BoxMark): void {
  const gap = height > 100 ? 9 : 6;
  context.save();
  context.beginPath();
  context.roundRect(x, y, width, height, radius);
  context.clip();
  context.beginPath();
  // It starts at a multiple of the gap, so that the hatching stands still while an edge is dragged.
  for (let at = Math.floor((x - height) / gap) * gap; at < x + width; at += gap) {
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
  }
  context.lineWidth = height > 100 ? 1 : 1.6;
  context.stroke();
  context.restore();
}

/** One by one: filling one path of thousands of boxes is many times slower. */
function boxes(context: Context, points: readonly number[]): void {
  for (let i = 0; i < points.length; i += 4)
    context.fillRect(n(points, i), n(points, i + 1), n(points, i + 2), n(points, i + 3));
}

function text(context: Context, mark: TextMark, { inks, pen }: { readonly inks: Inks; readonly pen: Pen }): void {
  const font = `${mark.weight} ${mark.size}px ${mark.font === 'mono' ? inks.mono : inks.sans}`;
  if (font !== pen.font) context.font = font;
  if (mark.align !== pen.align) context.textAlign = mark.align;
  pen.font = font;
  pen.align = mark.align;
  if (mark.halo !== null) {
    context.strokeStyle = inks.colour(mark.halo);
    context.lineWidth = 3.5;
    context.strokeText(mark.text, mark.x, mark.y);
  }
  context.fillText(mark.text, mark.x, mark.y);
  if (mark.strikethrough === null) return;
  const width = context.measureText(mark.text).width;
  const left = mark.align === 'left' ? mark.x : mark.align === 'right' ? mark.x - width : mark.x - width / 2;
  context.fillRect(left + mark.strikethrough.from - 1, mark.y - 0.5, mark.strikethrough.width + 2, 1.4);
}

/** Signs are strokes on a grid of −½ … ½ of their size. Closed shapes are filled. */
function glyph(context: Context, mark: GlyphMark, inks: Inks): void {
  context.save();
  context.translate(mark.x, mark.y);
  draw(context, mark, inks);
  context.restore();
}

function draw(context: Context, { shape, size, on, share = 0 }: GlyphMark, inks: Inks): void {
  const half = size / 2;
  const under = inks.colour(on);
  context.lineWidth = 1.8;
  context.lineCap = 'round';
  switch (shape) {
    case 'cross':
      return strokes(context, [-half, -half, half, half, -half, half, half, -half]);
    case 'plus':
      context.lineWidth = 1.3;
      return strokes(context, [-half, 0, half, 0, 0, -half, 0, half]);
    case 'minus':
      context.lineWidth = 1.3;
      return strokes(context, [-half, 0, half, 0]);
    case 'square':
      context.lineWidth = 1.3;
      return outlined(context, under, () => context.rect(-half, -half, size, size));
    case 'ring':
      context.lineWidth = 1.6;
      return outlined(context, under, () => context.arc(0, 0, half, 0, Math.PI * 2));
    case 'dot':
      context.lineWidth = 2;
      return outlined(context, under, () => context.arc(0, 0, half, 0, Math.PI * 2));
    case 'check':
      return check(context, half, under);
    case 'diamond':
      return diamond(context, half, under);
    case 'shield':
      return shield(context, half, under);
    case 'cap':
      return cap(context, half);
    case 'start':
      return outlined(context, under, () => polygon(context, [-half * 0.7, -half, half, 0, -half * 0.7, half]));
    case 'up':
      return outlined(context, under, () => polygon(context, [-half, half * 0.7, 0, -half, half, half * 0.7]));
    case 'pie':
      return pie(context, { half, share, under });
    case 'pause':
      context.fillRect(-half, -half, size * 0.32, size);
      return context.fillRect(half - size * 0.32, -half, size * 0.32, size);
    default:
      return shape satisfies never;
  }
}

function strokes(context: Context, points: readonly number[]): void {
  context.beginPath();
  for (let i = 0; i < points.length; i += 4) {
    context.moveTo(n(points, i), n(points, i + 1));
    context.lineTo(n(points, i + 2), n(points, i + 3));
  }
  context.stroke();
}

function outlined(context: Context, under: string, trace: () => void): void {
  const ink = context.fillStyle;
  context.beginPath();
  trace();
  context.fillStyle = under;
  context.fill();
  context.fillStyle = ink;
  context.stroke();
}

function polygon(context: Context, points: readonly number[]): void {
  for (let i = 0; i < points.length; i += 2) context.lineTo(n(points, i), n(points, i + 1));
  context.closePath();
}

function check(context: Context, half: number, under: string): void {
  context.beginPath();
  context.arc(0, 0, half, 0, Math.PI * 2);
  context.fill();
  context.strokeStyle = under;
  context.lineWidth = 1.8;
  strokes(context, [-half * 0.42, 0, -half * 0.1, half * 0.36, -half * 0.1, half * 0.36, half * 0.46, -half * 0.34]);
}

/** A warning in a double border. */
function diamond(context: Context, half: number, under: string): void {
  const outline = (size: number): void => polygon(context, [0, -size, size, 0, 0, size, -size, 0]);
  outlined(context, under, () => outline(half + 1));
  context.beginPath();
  outline(half - 3);
  context.fill();
  context.strokeStyle = under;
  context.lineWidth = 1.8;
  strokes(context, [0, -half * 0.36, 0, half * 0.06, 0, half * 0.32, 0, half * 0.34]);
}

/** A disc, filled clockwise from the top according to its share. */
function pie(
  context: Context,
  { half, share, under }: { readonly half: number; readonly share: number; readonly under: string },
): void {
  context.lineWidth = 1.4;
  // Where pies overlap, a pale one must not let the one below show through.
  const alpha = context.globalAlpha;
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(0, 0, half, 0, Math.PI * 2);
  const ink = context.fillStyle;
  context.fillStyle = under;
  context.fill();
  context.fillStyle = ink;
  context.globalAlpha = alpha;
  context.stroke();
  if (share === 0) return;
  const top = -Math.PI / 2;
  context.beginPath();
  context.moveTo(0, 0);
  context.arc(0, 0, half, top, top + share * Math.PI * 2);
  context.fill();
}

/** A guard in a double border, with a stroke that stops everything. */
function shield(context: Context, half: number, under: string): void {
  const outline = (size: number): void =>
    polygon(context, [
      0,
      -size,
      size,
      -size * 0.6,
      size * 0.86,
      size * 0.3,
      0,
      size,
      -size * 0.86,
      size * 0.3,
      -size,
      -size * 0.6,
    ]);
  outlined(context, under, () => outline(half + 1));
  context.beginPath();
  outline(half - 2);
  context.fill();
  context.strokeStyle = under;
  context.lineWidth = 2.2;
  strokes(context, [-half * 0.4, -half * 0.08, half * 0.4, -half * 0.08]);
}

/** A flat end with a cross behind it, so that it is not mistaken for a pause. */
function cap(context: Context, half: number): void {
  context.lineWidth = 2.4;
  strokes(context, [0, -half, 0, half]);
  context.lineWidth = 1.8;
  const size = Math.min(5.5, half * 0.5);
  strokes(context, [8 - size, -size, 8 + size, size, 8 - size, size, 8 + size, -size]);
}
