/** The card of a link that carries a reader's code: its first lines, unchanged. Text only; the caller paints it. */

import type { linkPreviewWords } from '../../content/texts/linkPreview';
import { themeInks } from '../inks/themeInks';
import type { MeasureText } from '../layout/marks';
import { escaped } from '../svg/svgContext';
import type { CardStyle } from './runSummary';

const card = { width: 1200, height: 630 };
const side = 48;
const head = 112;
const size = 25;
const lineHeight = 36;
const linesMax = Math.floor((card.height - head - 24) / lineHeight);

/** A tab becomes two spaces; a character that the fonts of the cards lack becomes a dot. */
const asDrawn = (line: string): string => line.replaceAll('\t', '  ').replaceAll(/[^\x20-\x7e]/g, '·');

/** Cuts a line that is too wide. */
function fitted(line: string, measure: MeasureText): string {
  const style = { size, weight: 400, font: 'sans' } as const;
  const room = card.width - side * 2;
  if (measure(line, style) <= room) return line;
  let cut = line;
  while (measure(`${cut}…`, style) > room) cut = cut.slice(0, -1);
  return `${cut}…`;
}

/** The longest line of code on a card, in characters. */
const signsMax = 300;

type Words = Pick<(typeof linkPreviewWords)['en'], 'sentCode' | 'more'>;

export function codeCard(lines: readonly string[], words: Words, { themeCss, sans, measure }: CardStyle): string {
  const inks = themeInks(themeCss, 'light');
  const isCut = lines.length > linesMax;
  const visibleLines = lines
    .slice(0, isCut ? linesMax - 1 : linesMax)
    .map((line) => fitted(asDrawn(line.slice(0, signsMax)), measure));
  const text = (y: number, of: number, weight: number, ink: string, content: string): string =>
    `<text x="${side}" y="${y}" xml:space="preserve" font-family="${escaped(sans)}" font-size="${of}" font-weight="${weight}" fill="${inks.colour(ink)}">${escaped(content)}</text>`;
  const at = (i: number): number => head + 44 + i * lineHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${card.width}" height="${card.height}" viewBox="0 0 ${card.width} ${card.height}">`,
    `<rect width="${card.width}" height="${card.height}" fill="${inks.colour('page')}"/>`,
    text(72, 44, 600, 'ink', words.sentCode),
    `<path d="M0 ${head}H${card.width}" stroke="${inks.colour('line')}" stroke-width="2"/>`,
    ...visibleLines.map((line, i) => text(at(i), size, 400, 'ink', line)),
    isCut ? text(at(linesMax - 1), size, 400, 'muted', words.more(lines.length - visibleLines.length)) : '',
    '</svg>',
  ].join('');
}
