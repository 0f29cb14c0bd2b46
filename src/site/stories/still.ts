/**
 * The first picture of a page, which comes with its HTML: markup for each kind of window. Its numbers fit one window
 * each; the page's first script fits them to the reader's (`web/app/still.ts`).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { opening } from '../../content/stories/opening';
import { type Language, languages } from '../../core/model/values/text';
import type { MeasureText } from '../../picture/layout/marks';
import type { OpenStill, StillSizes, StillView } from '../../picture/svg/stillView';
import { cardStyle } from '../cards/cardStyle';

interface Layout extends StillSizes {
  /** The windows that it is for. */
  readonly media: string;
  /** The widths and heights of the timeline at which its numbers are known, in px. Between them they are estimated. */
  readonly widths: readonly number[];
  readonly heights: readonly number[];
}

const withoutTimeline = { timeline: { width: 0, height: 0 }, widths: [], heights: [] };

/** The timeline of each is as large as in its window. */
const layouts: Readonly<Record<'post' | 'wide' | 'low' | 'narrow' | 'bench' | 'sheet', Layout>> = {
  post: {
    media: '(min-width: 560px) and (max-width: 900px)',
    window: { width: 720, height: 560 },
    timeline: { width: 680, height: 389 },
    widths: [560, 680, 860],
    heights: [345, 389, 450],
  },
  wide: {
    media: '(min-width: 901px) and (min-height: 761px)',
    window: { width: 1440, height: 900 },
    timeline: { width: 1280, height: 560 },
    widths: [1000, 1280],
    heights: [440, 560, 700],
  },
  // Its lanes are so low that their words are placed differently.
  low: {
    media: '(min-width: 901px) and (max-height: 760px)',
    window: { width: 1280, height: 720 },
    timeline: { width: 1200, height: 363 },
    widths: [860, 1200],
    heights: [310, 363, 430],
  },
  narrow: {
    media: '(max-width: 900px)',
    window: { width: 390, height: 844 },
    timeline: { width: 366, height: 389 },
    widths: [320, 366, 406],
    heights: [280, 310, 348, 362, 389, 425, 460, 560],
  },
  // The page of an exercise contains only its words: which labels fit into its picture depends on every pixel.
  bench: { ...withoutTimeline, media: '(min-width: 1181px)', window: { width: 1440, height: 900 } },
  sheet: { ...withoutTimeline, media: '(max-width: 1180px)', window: { width: 390, height: 844 } },
};

/** The letters of Inter are about as wide as those of the systems' own fonts. */
function measureIn(language: Language): MeasureText {
  const { measure } = cardStyle(language);
  const widths = new Map<string, number>();
  return (text, look) => {
    const key = `${look.weight} ${text}`;
    const width = widths.get(key) ?? measure(text, { ...look, size: 1 });
    widths.set(key, width);
    return width * look.size;
  };
}

const number = /(-?\d+(?:\.\d+)?)/;

/** @param site the folder of the built site */
export async function firstPaintMarkup(site: string, view: Omit<StillView, 'measure'>): Promise<string> {
  const file = join(site, '.vite/still.mjs');
  if (!existsSync(file)) return '';
  const bundle: { readonly openStill: OpenStill } = await import(pathToFileURL(file).href);
  const draw = await bundle.openStill({ ...view, measure: measureIn(view.language) });
  const { post, wide, low, narrow, bench, sheet } = layouts;
  const layoutsOf: Readonly<Record<StillView['page'], Readonly<Record<string, Layout>>>> = {
    scene: { wide, low, narrow },
    embed: { post, narrow: { ...narrow, media: '(max-width: 559px)' } },
    learn: { bench, sheet },
  };
  return Object.entries(layoutsOf[view.page])
    .map(([name, room]) => {
      // Ids must differ between two pictures of one page.
      const html = draw(room).replaceAll(/"P(?=\d+-\d+")/g, `"${view.language}-${name}-`);
      const { timeline, widths, heights, media } = room;
      const at = (change: Partial<StillSizes['timeline']>): string =>
        draw({ ...room, timeline: { ...timeline, ...change } });
      const fit = fitOf(html, [
        drawnAlike(html, { of: widths, from: timeline.width, draw: (width) => at({ width }) }),
        drawnAlike(html, { of: heights, from: timeline.height, draw: (height) => at({ height }) }),
      ]);
      const unlessAttribute = view.page === 'learn' ? ' data-unless="redlock-playground-learn"' : '';
      return `<div class="still" hidden lang="${view.language}" data-media="${media}" data-fit="${fit}"${unlessAttribute}>${html}</div>`;
    })
    .join('');
}

/** A page's built HTML with its first picture in each language. */
export async function withStills(site: string, html: string, page: 'scene' | 'learn'): Promise<string> {
  const address = page === 'scene' ? `?story=${opening.id}` : '';
  let stills = '';
  for (const language of languages) stills += await firstPaintMarkup(site, { page, address, language });
  return html.replace(/(?=<\/div>\s*<noscript>)/, () => stills);
}

/** The numbers of the same picture at one width or height, in px. */
interface Drawn {
  readonly size: number;
  readonly numbers: readonly number[];
}

interface Drawing {
  /** In their order. */
  readonly of: readonly number[];
  /** The size of the picture that is sent. */
  readonly from: number;
  readonly draw: (size: number) => string;
}

/** The picture at each of the sizes, or at a nearer one where it would have other parts there, such as more ticks. */
function drawnAlike(html: string, { of, from, draw }: Drawing): readonly Drawn[] {
  const all = partsOf(html);
  const nearest = (size: number): readonly Drawn[] => {
    const parts = size === from ? all : partsOf(draw(size));
    const isSame = parts.length === all.length && all.every((part, i) => i % 2 === 1 || part === parts[i]);
    if (isSame) return [{ size, numbers: parts.map(Number) }];
    const nearer = Math.round((size + from) / 2);
    return Math.abs(nearer - from) < 3 ? [] : nearest(nearer);
  };
  return of.flatMap(nearest);
}

/**
 * How the numbers of a timeline's markup change with its size: `widths;heights;changes@places;changes@places…`, where
 * the changes are those at each of the widths, then those at each of the heights. Numbers that stay are left out.
 */
function fitOf(html: string, drawn: readonly (readonly Drawn[])[]): string {
  const all = partsOf(html);
  const groups = new Map<string, number[]>();
  for (let i = 1; i < all.length; i += 2) {
    const changes = drawn.flat().map(({ numbers }) => round((numbers[i] ?? 0) - Number(all[i])));
    if (changes.every((change) => change === 0)) continue;
    groups.set(changes.join(), [...(groups.get(changes.join()) ?? []), i]);
  }
  const sizes = drawn.map((of) => of.map(({ size }) => size).join());
  return [...sizes, ...[...groups].map(([changes, places]) => `${changes}@${places.join()}`)].join(';');
}

/** Half a pixel is not visible. */
const round = (px: number): number => Math.round(px * 2) / 2;

/** The markup of the timeline, with each of its numbers as a part. */
const partsOf = (html: string): readonly string[] =>
  (/<section\b[^>]*>(.*)<\/section>/s.exec(html)?.[1] ?? '').split(number);
