/** A verdict in a picture: its headline and its two facts, each with the sign of its tone. */

import type { Run } from '../../core/model/trace/run';
import type { Tone } from '../../core/model/trace/severity';
import type { Reading } from '../../core/narrate/reading';
import type { Inks } from '../inks/inks';
import { toneSigns } from '../inks/toneSigns';
import type { MeasureText } from '../layout/marks';
import { escaped } from './svgContext';

/** One timeline of a picture, with its name and its verdict. */
export interface SvgRow {
  readonly run: Run;
  readonly reading: Reading;
}

interface TextLayout {
  readonly inks: Inks;
  readonly measure: MeasureText;
  readonly x: number;
  /** The baseline of the text. */
  readonly y: number;
}

interface Part {
  readonly text: string;
  readonly size: number;
  readonly weight: 400 | 600;
  readonly ink: string;
  /** The sign of this tone stands before the text. */
  readonly tone?: Tone;
}

export const toneInks: Readonly<Record<Tone, string>> = {
  red: 'broken',
  violet: 'violet',
  amber: 'warning',
  grey: 'muted',
  green: 'good',
};

const signSize = 12;
const gap = 16;

/** The name of a run and its headline. */
export const headLine = ({ title, headline, tone }: Reading, layout: TextLayout): string =>
  line(
    [
      { text: title, size: 13, weight: 600, ink: 'ink' },
      { text: headline, size: 13, weight: 600, ink: toneInks[tone], tone },
    ],
    layout,
  );

export const pairLine = ({ lock, data }: Reading['pair'], layout: TextLayout): string =>
  line(
    [lock, data].map((fact) => ({ ...fact, size: 12, weight: 400, ink: 'ink' })),
    layout,
  );

function line(parts: readonly Part[], { inks, measure, x, y }: TextLayout): string {
  const sans = escaped(inks.sans);
  let at = x;
  return parts
    .map(({ text, size, weight, tone, ink }) => {
      const sign = tone === undefined ? '' : signAt(at, y, tone, inks);
      const from = at + (tone === undefined ? 0 : signSize + 4);
      at = from + measure(text, { size, weight, font: 'sans' }) + gap;
      return `${sign}<text x="${from}" y="${y}" font-family="${sans}" font-size="${size}" font-weight="${weight}" fill="${inks.colour(ink)}">${escaped(text)}</text>`;
    })
    .join('');
}

/** Its bottom is slightly below the baseline, as a letter's is. */
const signAt = (x: number, y: number, tone: Tone, inks: Inks): string =>
  `<path transform="translate(${x} ${y - signSize + 2}) scale(${signSize / 24})" d="${toneSigns[tone].join('')}" fill="none" stroke="${inks.colour(toneInks[tone])}" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>`;
