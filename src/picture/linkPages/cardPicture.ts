/**
 * The card of a run, for chats that preview a link: title and verdict in large type above the timeline, which is at the
 * decisive event. Text only; the caller paints it. The same run gives the same text.
 */

import type { FaultPrograms } from '../../core/faults/program';
import { stopEventAt } from '../../core/judge/stopEvent';
import type { Run } from '../../core/model/trace/run';
import type { Tone } from '../../core/model/trace/severity';
import { readingOf } from '../../core/narrate/reading';
import type { Speech } from '../../core/narrate/speech';
import type { Inks } from '../inks/inks';
import { toneSigns } from '../inks/toneSigns';
import type { MeasureText } from '../layout/marks';
import { escaped } from '../svg/svgContext';
import { type SvgFragment, timeline } from '../svg/svgPicture';
import { toneInks } from '../svg/svgVerdict';
import type { TimelineWords } from '../words/timelineWords';

export interface CardOptions {
  readonly run: Run;
  /** Of the story. Absent: the card is headed by the verdict. */
  readonly title?: string;
  readonly faults: FaultPrograms;
  readonly words: TimelineWords;
  readonly speech: Speech;
  readonly inks: Inks;
  readonly measure: MeasureText;
}

/** All chats crop their previews from this size. */
const cardSize = { width: 1200, height: 630 };

/** A chat shows the card 400 to 600 px wide, so the timeline is laid out for little room and then enlarged. */
const widths = [600, 640, 680, 720, 780, 840, 900, 1000, 1100, 1200];
const head = 150;
const side = 48;
const name = 'Redlock Playground';

export function cardPicture(options: CardOptions): string {
  const { width, height } = cardSize;
  const { inks } = options;
  const { sheet, enlarged } = largest(options);
  const content = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${inks.colour('page')}"/>`,
    verdict(options),
    `<path d="M0 ${head}H${width}" stroke="${inks.colour('line')}" stroke-width="2"/>`,
    `<g transform="translate(0 ${head + 8}) scale(${enlarged})">${sheet.content}</g>`,
    '</svg>',
  ].join('');
  return numbered(content);
}

/** The timeline at the largest scale that fits. */
function largest({ run, faults, words, inks, measure }: CardOptions): {
  readonly sheet: SvgFragment;
  readonly enlarged: number;
} {
  const room = cardSize.height - head - 8;
  for (const width of widths) {
    const enlarged = cardSize.width / width;
    const sheet = timeline({
      run,
      faults,
      width,
      height: room / enlarged,
      words,
      inks,
      measure,
      at: stopEventAt(run),
    });
    if (sheet.height * enlarged <= room + 1 || width === widths.at(-1)) return { sheet, enlarged };
  }
  throw new Error('There is no width for a card.');
}

/** The title of the story, or the headline, with the sign of the verdict's tone, and the two facts. */
function verdict({ run, title, speech, inks, measure }: CardOptions): string {
  const { headline: ending, pair, tone } = readingOf(run.verdict, speech);
  const headline = title ?? ending;
  const widthOf = (text: string, size: number, weight: 400 | 600): number =>
    measure(text, { size, weight, font: 'sans' });
  const room = cardSize.width - side * 2 - 64;
  const size = Math.max(22, Math.min(52, Math.floor((52 * room) / widthOf(headline, 52, 600))));
  const sans = escaped(inks.sans);
  const text = (x: number, y: number, of: number, weight: number, ink: string, words: string, rest = ''): string =>
    `<text x="${x}" y="${y}" font-family="${sans}" font-size="${of}" font-weight="${weight}" fill="${inks.colour(ink)}"${rest}>${escaped(words)}</text>`;
  const sign = (x: number, y: number, of: number, which: Tone): string =>
    `<path transform="translate(${x} ${y}) scale(${of / 24})" d="${toneSigns[which].join('')}" fill="none" stroke="${inks.colour(toneInks[which])}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`;
  let x = side;
  const below = [pair.lock, pair.data].map((fact) => {
    const from = x;
    x = from + 36 + widthOf(fact.text, 25, 400) + 34;
    return sign(from, 101, 26, fact.tone) + text(from + 36, 123, 25, 400, 'ink', fact.text);
  });
  const isRoomy = x + widthOf(name, 25, 600) < cardSize.width - side;
  return [
    sign(side - 4, 23, 48, tone),
    text(side + 60, 47 + size * 0.35, size, 600, title === undefined ? toneInks[tone] : 'ink', headline),
    ...below,
    isRoomy ? text(cardSize.width - side, 123, 25, 600, 'muted', name, ' text-anchor="end"') : '',
  ].join('');
}

/** The painter numbers clips differently in each picture. Here the numbers start at 0. */
function numbered(svg: string): string {
  const numbers = new Map<string, number>();
  return svg.replaceAll(/(?<=id="|url\(#)(?:plot|layer)[\w-]+/g, (id) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return `c${number}`;
  });
}
