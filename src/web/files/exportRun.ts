/** The run on screen as a file: a picture in the chosen theme, or text. Loaded when a file is saved. */

import type { Run } from '../../core/model/trace/run';
import { formatAt } from '../../core/model/values/format';
import type { Language } from '../../core/model/values/text';
import { mermaid } from '../../core/narrate/mermaid';
import { narrate } from '../../core/narrate/narrate';
import { readingOf } from '../../core/narrate/reading';
import type { Speech } from '../../core/narrate/speech';
import { encodeTrace } from '../../live/wire/traceJson';
import type { ColourTheme } from '../../picture/inks/colourOfTheme';
import { type Compared, latestEnd, svgRowsOf } from '../../picture/svg/comparedRows';
import { fitOf } from '../../picture/svg/fit';
import { svgPicture } from '../../picture/svg/svgPicture';
import { useCursor } from '../state/cursor';
import { currentParts } from '../state/parts';
import type { SharedWords } from '../words/i18n';
import { currentAddress } from './address';
import { savedLook } from './savedLook';

export const fileKinds = ['svg', 'png', 'run', 'scenario', 'text', 'mermaid'] as const;
export type FileKind = (typeof fileKinds)[number];

export interface Saved {
  readonly name: string;
  readonly content: Blob;
}

export interface SaveOptions {
  readonly run: Run;
  /** The two compared runs in the picture; empty: only the run on screen. */
  readonly compared: Compared;
  readonly title: string;
  readonly words: SharedWords;
  readonly language: Language;
  readonly theme: ColourTheme;
}

/** In CSS pixels, for a picture in a paper or on a slide. */
const pictureSize = { width: 1100, height: 620 };
/** The height of each of two compared runs. */
const pairHeight = 440;
const pngScale = 2;

/** Rejects if the browser cannot make it. */
export async function exportRun(kind: FileKind, options: SaveOptions): Promise<Saved> {
  const { run, title } = options;
  const speech = options.words.speech;
  const base = `redlock-${slug(title)}`;
  const text = (extension: string, content: string, type = 'text/plain'): Saved => ({
    name: `${base}.${extension}`,
    content: new Blob([content], { type: `${type};charset=utf-8` }),
  });
  switch (kind) {
    case 'svg':
      return text('svg', await svgOf(options), 'image/svg+xml');
    case 'png':
      return { name: `${base}.png`, content: await pngOf(await svgOf(options)) };
    case 'run':
      return text('run.json', encodeTrace(run.trace), 'application/json');
    case 'scenario':
      return text('scenario.json', `${JSON.stringify(run.scenario, null, 2)}\n`, 'application/json');
    case 'text':
      return text('txt', storyOf(run, title, speech));
    case 'mermaid':
      return text('mmd', mermaid(run.trace, speech, options.words.process));
    default:
      return kind satisfies never;
  }
}

function storyOf({ trace, verdict }: Run, title: string, speech: Speech): string {
  const { headline, pair, sentence, chain } = readingOf(verdict, speech);
  const lines = narrate(trace, speech).map(({ at, text }) => `${formatAt(at).padStart(10)}  ${text}`);
  return [
    title,
    '',
    ...lines,
    '',
    headline,
    pair.lock.text,
    pair.data.text,
    sentence,
    ...chain.map(({ text }) => `- ${text}`),
    '',
  ].join('\n');
}

async function svgOf({ run, compared, title, words, theme }: SaveOptions): Promise<string> {
  const { css, inks, measure } = await savedLook(theme);
  const { view, evenSpacing } = useCursor.getState();
  const { speech, onTimeline } = words;
  const { headline, sentence, pair } = readingOf(run.verdict, speech);
  const isPair = compared.length > 0;
  const rows = svgRowsOf(compared, speech);
  return svgPicture({
    run,
    faults: currentParts().faults,
    ...(isPair ? { rows } : {}),
    ...pictureSize,
    ...(isPair ? { height: pairHeight } : {}),
    view: view ?? fitOf(run.trace, latestEnd(rows)),
    evenSpacing,
    words: onTimeline,
    inks,
    measure,
    caption: {
      title,
      text: speech.verdict(headline, sentence),
      ...(isPair ? {} : { pair }),
      link: await currentAddress({ size: 'scene' }),
    },
    css,
  });
}

async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * pngScale;
  canvas.height = image.naturalHeight * pngScale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('The browser made no PNG.')) : resolve(blob)),
      'image/png',
    );
  });
}

/** A file name that every system accepts. */
export function slug(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return words === '' ? 'run' : words.slice(0, 60);
}
