/** A part of the table as a picture for the README: one SVG for each theme, without a page. */

import type { FaultKind } from '../../core/model/scenario/fault';
import type { Sign, Tone } from '../../core/model/trace/severity';
import { withColon } from '../../core/model/values/joinedTexts';
import type { ColourTheme } from '../../picture/inks/colourOfTheme';
import { themeInks } from '../../picture/inks/themeInks';
import { escaped } from '../../picture/svg/svgContext';
import type { RowInfo } from '../../search/matrix/rowInfo';
import { tableOf } from '../../search/matrix/tables';
import { faceOf } from './cellText';
import { tableWords } from './words';

/** Locks and libraries that many people know. */
const rows = [
  'single-node',
  'single-node-replica',
  'redisson-newer',
  'redlock',
  'redsync',
  'node-redlock-5',
  'zookeeper-sequential',
  'etcd',
  'consul',
  'chubby',
  'sql-row',
  'sql-advisory',
];

const kinds = [
  'pause',
  'crash',
  'restart',
  'failover',
  'lose',
  'delay',
  'clock-jump',
  'clock-drift',
] as const satisfies readonly FaultKind[];

const words = tableWords.en;
const sizes = { name: 178, column: 94, head: 46, row: 40, gap: 4 };
const width = sizes.name + kinds.length * sizes.column;
const height = sizes.head + rows.length * sizes.row + sizes.gap;
const middle = (sizes.column - sizes.gap) / 2;

export interface PictureOf {
  /** The text of theme.css. */
  readonly css: string;
  readonly theme: ColourTheme;
  readonly infos: Readonly<Record<string, RowInfo>>;
}

export async function tablePicture({ css, theme, infos }: PictureOf): Promise<string> {
  const { cells } = await tableOf('no-check', 'own');
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escaped(withColon(words.title, words.table))}</title>`,
    `<style>${styles(themeInks(css, theme).colour)}</style>`,
    `<rect class="page" width="${width}" height="${height}" rx="8"/>`,
    ...kinds.map((kind, column) => group('kind', [column, -1], text(middle, 28, words.kinds[kind]))),
    ...rows.flatMap((id, row) => [
      nameOf(infos[id], row),
      ...kinds.map((kind, column) => {
        const cell = cells[id]?.[kind];
        if (cell === undefined) throw new Error(`The table has no cell ${id}/${kind}.`);
        const { sign, word, margin, tone } = faceOf(cell, words);
        if (tone === null) return group('blank', [column, row], text(middle, 22, word));
        const box = `<rect width="${sizes.column - sizes.gap}" height="${sizes.row - sizes.gap}" rx="6"/>`;
        return group(
          tone,
          [column, row],
          box + twoLines(middle, `${sign === null ? '' : shapeOf[sign]} ${word}`, margin),
        );
      }),
    ]),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

function nameOf(head: RowInfo | undefined, row: number): string {
  if (head === undefined) throw new Error(`There is no row "${rows[row]}".`);
  const label = twoLines(10 - sizes.name, head.title.en, head.note?.en ?? '');
  return group(head.library === null ? 'lock name' : 'name', [0, row], label);
}

/** @param at column and row; the kinds are in row -1 */
const group = (name: string, [column, row]: readonly [number, number], inside: string): string =>
  `<g class="${name}" transform="translate(${sizes.name + column * sizes.column} ${row < 0 ? 0 : sizes.head + row * sizes.row})">${inside}</g>`;

const text = (x: number, y: number, content: string): string => `<text x="${x}" y="${y}">${escaped(content)}</text>`;

const twoLines = (x: number, first: string, second: string): string =>
  second === '' ? text(x, 22, first) : `${text(x, 16, first)}<g class="second">${text(x, 30, second)}</g>`;

/** The shapes of the page’s table, as signs of a text. */
const shapeOf: Readonly<Record<Sign, string>> = {
  lost: '◆',
  stuck: '■',
  overlap: '◇',
  unavailable: '□',
  unknown: '?',
  held: '•',
};

/** As in theme.css. */
const inkOf: Readonly<Record<Tone, string>> = {
  red: 'broken',
  violet: 'violet',
  amber: 'warning',
  grey: 'muted',
  green: 'good',
};

/** The sign and the word are enough; the colour repeats them. */
const styles = (colour: (name: string) => string): string =>
  [
    "text{font:12px system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;text-anchor:middle}",
    `.page{fill:${colour('page')}}g rect{fill-opacity:.11}`,
    `.kind,.blank,.name .second{fill:${colour('muted')}}.name{fill:${colour('ink')}}.name text{text-anchor:start}`,
    ...Object.entries(inkOf).map(([tone, ink]) => `.${tone}{fill:${colour(ink)}}`),
    '.lock text,.red text,.violet text,.amber text{font-weight:600}',
    '.blank text{font-size:11px}g .second text{font-size:11px;font-weight:400}',
  ].join('');
