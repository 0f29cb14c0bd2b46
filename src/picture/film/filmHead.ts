/** The upper part of a film: the title of the run, what is happening, and what became of the lock and of the data. */
import { readingOf } from '../../core/narrate/reading';
import { toneSigns } from '../inks/toneSigns';
import { sentenceAt } from '../scene/sceneOf';
import { stateSentences } from '../scene/stateSentences';
import { linesWithin } from '../svg/lines';
import { escaped } from '../svg/svgContext';
import { toneInks } from '../svg/svgVerdict';
import type { FilmOptions } from './film';

interface Place {
  /** In µs. */
  readonly at: number;
  readonly width: number;
  readonly height: number;
}

interface Sizes {
  readonly side: number;
  readonly title: number;
  readonly sentence: number;
  readonly fact: number;
}

/** A film is also watched at a width of 480 px. */
const sizes: Readonly<Record<FilmOptions['size'], Sizes>> = {
  scene: { side: 16, title: 17, sentence: 18, fact: 18 },
  bench: { side: 20, title: 21, sentence: 22, fact: 22 },
  present: { side: 40, title: 30, sentence: 36, fact: 36 },
};
const linesMax = 2;
const lead = 1.28;

export function filmHead(options: FilmOptions, { at, width, height }: Place): string {
  const { run, scene, speech, inks, measure, size } = options;
  const { side, title, sentence, fact } = sizes[size];
  const isOver = at >= Math.min(scene.stopsAt, run.trace.header.endedAt);
  const room = width - side * 2;
  const sans = escaped(inks.sans);
  const widthOf = (text: string, of: number, weight: 400 | 600): number =>
    measure(text, { size: of, weight, font: 'sans' });
  const line = (x: number, y: number, of: number, weight: 400 | 600, ink: string, text: string): string =>
    `<text x="${x}" y="${y}" font-family="${sans}" font-size="${of}" font-weight="${weight}" fill="${inks.colour(ink)}">${escaped(text)}</text>`;
  /** The largest size at which the text fits into one line. */
  const fitted = (text: string, of: number, within: number): number =>
    Math.min(of, Math.floor((of * within) / Math.max(1, widthOf(text, of, 600))));
  const said = sentenceAt(isOver ? scene : { ...scene, ending: null }, at);
  const [type, lines] = inLines(said, sentence, (text, of) =>
    linesWithin(text, room, (part) => widthOf(part, of, 400)),
  );
  const facts = isOver
    ? (({ lock, data }) => [lock, data])(readingOf(run.verdict, speech).pair)
    : stateSentences(run, at, options).map((text) => ({ text, tone: null }));
  const firstLine = side * 0.6 + title * 1.5 + type;
  const below = height - 12 - fact * 0.35;
  let x = side;
  const half = room / 2;
  const texts = facts.map(({ text, tone }) => {
    const from = x;
    const sign = tone === null ? 0 : fact * 1.25;
    const of = fitted(text, fact, half - sign - 12);
    x = Math.max(from + half, 0);
    const drawn =
      tone === null
        ? ''
        : `<path transform="translate(${from} ${below - fact * 0.85}) scale(${fact / 24})" d="${toneSigns[tone].join('')}" fill="none" stroke="${inks.colour(toneInks[tone])}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`;
    return drawn + line(from + sign, below, of, 600, 'ink', text);
  });
  return [
    line(side, side * 0.6 + title, fitted(scene.title, title, room), 600, 'muted', scene.title),
    ...lines.map((text, i) => line(side, firstLine + i * type * lead, type, 400, 'ink', text)),
    ...texts,
  ].join('');
}

/** Uses smaller type if the text needs more lines than there are. */
function inLines(
  text: string,
  most: number,
  within: (text: string, size: number) => readonly string[],
): readonly [number, readonly string[]] {
  for (let size = most; ; size--) {
    const lines = within(text, size);
    if (lines.length <= linesMax || size <= most * 0.6) return [size, lines];
  }
}
