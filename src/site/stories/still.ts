/**
 * The first picture of a page, which comes with its HTML: markup for a wide and for a narrow window. Its numbers fit
 * one window each; the page's first script fits them to the reader's (`web/app/still.ts`).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { opening } from '../../content/stories/opening';
import { languages } from '../../core/model/text';
import type { openStill, StillRoom, StillView } from '../../web/still/main';
import type { Size } from '../../web/timeline/useSize';

interface Layout extends StillRoom {
  /** The widths and heights of the timeline at which its numbers are known, in px. Between them they are estimated. */
  readonly widths: readonly number[];
  readonly heights: readonly number[];
}

/**
 * The style sheet shows one of them (`.still` in global.css). The timeline of a layout is as large as in its window.
 */
const layouts: Readonly<Record<'wide' | 'low' | 'narrow', Layout>> = {
  wide: {
    window: { width: 1440, height: 900 },
    timeline: { width: 1280, height: 560 },
    widths: [1000, 1280],
    heights: [480, 560, 700],
  },
  low: {
    window: { width: 1280, height: 720 },
    timeline: { width: 1200, height: 363 },
    widths: [860, 1200],
    heights: [310, 363, 430],
  },
  narrow: {
    window: { width: 390, height: 844 },
    timeline: { width: 366, height: 482 },
    widths: [296, 366, 406, 700],
    heights: [300, 389, 482, 560],
  },
};

const number = /(-?\d+(?:\.\d+)?)/;

/** @param site the folder of the built site */
export async function stillsOf(site: string, view: StillView): Promise<string> {
  const file = join(site, '.vite/still.mjs');
  if (!existsSync(file)) return '';
  const bundle: { readonly openStill: typeof openStill } = await import(pathToFileURL(file).href);
  const draw = await bundle.openStill(view);
  return Object.entries(view.page === 'embed' ? { narrow: layouts.narrow } : layouts)
    .map(([name, room]) => {
      // Two pictures in one page share no name.
      const html = draw(room).replaceAll(/"P(?=\d+-\d+")/g, `"${view.language}-${name}-`);
      const { timeline, widths, heights } = room;
      const at = (change: Partial<Size>): string => draw({ ...room, timeline: { ...timeline, ...change } });
      const fit = fitOf(
        html,
        widths.map((width) => [width, width === timeline.width ? html : at({ width })]),
        heights.map((height) => [height, height === timeline.height ? html : at({ height })]),
      );
      return `<div class="still" lang="${view.language}" data-layout="${name}" data-fit="${fit}">${html}</div>`;
    })
    .join('');
}

/** The playground's own page, with its first picture in each language. @param page its built HTML */
export async function withOpeningStills(site: string, page: string): Promise<string> {
  const run = { kind: 'story', story: opening.id, variant: null } as const;
  let stills = '';
  for (const language of languages) stills += await stillsOf(site, { page: 'scene', run, language });
  return page.replace(/(?=<\/div>\s*<noscript>)/, () => stills);
}

/** The same picture at another width or height, in px. */
type Drawn = readonly [size: number, html: string];

/**
 * How the numbers of a timeline's markup change with its size: `widths;heights;changes@places;changes@places…`, where
 * the changes are those at each of the widths, then those at each of the heights. Numbers that stay are left out, and
 * sizes at which the picture has other parts.
 */
export function fitOf(html: string, byWidth: readonly Drawn[], byHeight: readonly Drawn[]): string {
  const all = timelineIn(html).split(number);
  const known = (drawn: readonly Drawn[]) =>
    drawn.flatMap(([size, markup]) => {
      const parts = timelineIn(markup).split(number);
      const isSame = parts.length === all.length && all.every((part, i) => i % 2 === 1 || part === parts[i]);
      return isSame ? [{ size, parts }] : [];
    });
  const [widths, heights] = [known(byWidth), known(byHeight)];
  const groups = new Map<string, number[]>();
  for (let i = 1; i < all.length; i += 2) {
    const changes = [...widths, ...heights].map(({ parts }) => round(Number(parts[i]) - Number(all[i])));
    if (changes.every((change) => change === 0)) continue;
    groups.set(changes.join(), [...(groups.get(changes.join()) ?? []), i]);
  }
  const sizes = [widths, heights].map((of) => of.map(({ size }) => size).join());
  return [...sizes, ...[...groups].map(([changes, places]) => `${changes}@${places.join()}`)].join(';');
}

/** A tenth of a pixel is seen by nobody. */
const round = (px: number): number => Math.round(px * 10) / 10;

/** What is between the tags of the timeline. */
const timelineIn = (html: string): string => /<section\b[^>]*>(.*)<\/section>/s.exec(html)?.[1] ?? '';
