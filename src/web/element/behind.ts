/**
 * Whether a page is dark where an element stands: considers everything that is painted behind it, in any colour of
 * CSS, up to the canvas of the page.
 */
import { surroundingElement } from './surroundingElement';

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const nothing: Colour = [0, 0, 0, 0];

/** A darker colour counts as dark. */
const lightMin = 110;

export const systemTheme = matchMedia('(prefers-color-scheme: dark)');

export function isDark(element: Element): boolean {
  let light = 0;
  let left = 1;
  const put = ([red, green, blue, alpha]: Colour): void => {
    light += left * alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
    left *= 1 - alpha;
  };
  for (let at = element; left > 0.02; ) {
    backgroundsOf(at).forEach(put);
    const next = surroundingElement(at);
    const frame = next === null ? frameAround(at) : null;
    if (next !== null) at = next;
    // A page without a background is transparent, unless its surroundings have another scheme.
    else if (frame !== null && isSchemeDark(frame) === isSchemeDark(at)) at = frame;
    else put(isSchemeDark(at) ? [18, 18, 18, 1] : [255, 255, 255, 1]);
  }
  return light < lightMin;
}

/** The colour scheme of the canvas where nothing is painted. */
function isSchemeDark(element: Element): boolean {
  const { colorScheme } = getComputedStyle(element);
  const ofPage = element.ownerDocument.querySelector('meta[name=color-scheme]')?.getAttribute('content') ?? '';
  const scheme = colorScheme === 'normal' ? ofPage : colorScheme;
  return scheme.includes('dark') && (systemTheme.matches || !scheme.includes('light'));
}

/** The frame around a page, if the page is allowed to access it. */
function frameAround(root: Element): Element | null {
  try {
    return root.ownerDocument.defaultView?.frameElement ?? null;
  } catch {
    return null;
  }
}

// With brackets nested up to three deep.
const inBrackets = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
const layers = new RegExp(`[a-z-]*gradient${inBrackets}|[a-z-]+${inBrackets}|none`, 'g');
const colours = /\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\((?:[^()]|\([^()]*\))*\)/g;

/** What an element paints behind its content, from front to back. */
function backgroundsOf(element: Element): readonly Colour[] {
  const { backgroundClip, backgroundColor, backgroundImage, backgroundRepeat, backgroundSize } =
    getComputedStyle(element);
  // The background only fills the letters.
  if (backgroundClip.includes('text')) return [];
  const sizes = backgroundSize.split(/,\s*/);
  const repeats = backgroundRepeat.split(/,\s*/);
  const images = (backgroundImage.match(layers) ?? []).map((image, nth) => {
    // The colour of a picture is unknown.
    if (!image.includes('gradient(')) return nothing;
    const isOnce = repeats[nth % repeats.length] === 'no-repeat';
    const share = isOnce ? shareOf(element, sizes[nth % sizes.length] ?? 'auto') : 1;
    return mean((image.match(colours) ?? []).map(colourOf), share);
  });
  return [...images, colourOf(backgroundColor)];
}

/** How much of an element a background of this size covers: a line below a title does not make a page dark. */
function shareOf({ clientWidth, clientHeight }: Element, size: string): number {
  const [x = 'auto', y = 'auto'] = size.split(' ');
  const share = (length: string, whole: number): number => {
    const number = Number.parseFloat(length);
    if (Number.isNaN(number)) return 1;
    return Math.min(1, length.endsWith('%') ? number / 100 : number / Math.max(1, whole));
  };
  return share(x, clientWidth) * share(y, clientHeight);
}

/** @param share of the area that they cover together */
function mean(all: readonly Colour[], share: number): Colour {
  const alpha = all.reduce((sum, colour) => sum + colour[3], 0);
  if (alpha === 0) return nothing;
  const of = (nth: 0 | 1 | 2): number => all.reduce((sum, colour) => sum + colour[nth] * colour[3], 0) / alpha;
  return [of(0), of(1), of(2), (alpha / all.length) * share];
}

let pixel: CanvasRenderingContext2D | null = null;

/**
 * Paints one pixel with the colour. Some browsers do not reveal what was painted, so then the usual notation is
 * parsed.
 */
function colourOf(text: string): Colour {
  const [, r, g, b, a = '1'] = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text) ?? [];
  if (b !== undefined) return [Number(r), Number(g), Number(b), Number(a)];
  pixel ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  });
  if (pixel === null) return nothing;
  pixel.clearRect(0, 0, 1, 1);
  // A text that the browser does not know as a colour changes nothing.
  pixel.fillStyle = '#0000';
  pixel.fillStyle = text;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}
