/**
 * Paints a grid of shades. Its cells are the pixels of a small picture, which is then stretched over each row.
 * Thousands of boxes would take longer than everything else in the picture.
 */

import { absent } from '../../core/model/values/nth';
import type { ShadesMark } from '../layout/marks';

type Context = CanvasRenderingContext2D;

/** A colour in the form of a canvas: red, green and blue, each 0 … 255. */
type Rgb = readonly [number, number, number];

export function paintShades(context: Context, mark: ShadesMark, colour: (ink: string) => string): void {
  const { x, columnWidth, columnCount, rows } = mark;
  const sheet = sheetOf(columnCount, rows.length);
  if (sheet === null || rows.length === 0) return;
  const image = sheet.createImageData(columnCount, rows.length);
  blend(
    image.data,
    mark,
    mark.inks.map(({ ink }) => rgbOf(colour(ink))),
  );
  sheet.putImageData(image, 0, 0);
  context.globalAlpha = 1;
  context.imageSmoothingEnabled = false;
  rows.forEach(({ y, height }, row) => {
    context.drawImage(sheet.canvas, 0, row, columnCount, 1, x, y, columnCount * columnWidth, height);
  });
}

/** Puts the inks over each other, cell by cell. */
function blend(pixels: Uint8ClampedArray, { inks, alphas }: ShadesMark, colours: readonly Rgb[]): void {
  for (let cell = 0; cell * 4 < pixels.length; cell++) {
    let [red, green, blue, alpha] = [0, 0, 0, 0];
    for (let i = 0; i < inks.length; i++) {
      const level = inks[i]?.levels[cell] ?? 0;
      if (level === 0) continue;
      const over = alphas[level] ?? absent(level);
      const [r, g, b] = colours[i] ?? absent(i);
      red = r * over + red * (1 - over);
      green = g * over + green * (1 - over);
      blue = b * over + blue * (1 - over);
      alpha = over + alpha * (1 - over);
    }
    if (alpha === 0) continue;
    pixels[cell * 4] = red / alpha;
    pixels[cell * 4 + 1] = green / alpha;
    pixels[cell * 4 + 2] = blue / alpha;
    pixels[cell * 4 + 3] = alpha * 255;
  }
}

/** One small canvas serves all grids, because the target keeps what was drawn from it. */
let sharedContext: Context | null = null;

function sheetOf(width: number, height: number): Context | null {
  sharedContext ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (sharedContext === null) return null;
  if (sharedContext.canvas.width !== width || sharedContext.canvas.height !== height) {
    sharedContext.canvas.width = width;
    sharedContext.canvas.height = height;
  }
  return sharedContext;
}

const rgbByColour = new Map<string, Rgb>();

/** A canvas resolves a colour in any notation that the theme uses. */
function rgbOf(colour: string): Rgb {
  const before = rgbByColour.get(colour);
  if (before !== undefined) return before;
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (context === null) return [0, 0, 0];
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
  const rgb: Rgb = [r, g, b];
  rgbByColour.set(colour, rgb);
  return rgb;
}
