// Draws a part of the table "What breaks what" for the README, light and dark, from the data that is checked in:
// `npx tsx scripts/makeTablePicture.ts`. A test compares the committed files with its output.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rowHeads } from '../src/matrix/rowHeadTexts';
import type { CheckId } from '../src/matrix/rows';
import type { Table } from '../src/matrix/table';
import { tableOf } from '../src/matrix/tables';
import type { FaultKind } from '../src/model/fault';
import type { Tone } from '../src/model/tone';
import type { ColourTheme } from '../src/ui/look/colourOfTheme';
import { themeInks } from '../src/ui/look/themeInks';
import { faceOf } from '../src/ui/matrix/cellText';
import { tableWords } from '../src/ui/matrix/words';

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

const kinds: readonly FaultKind[] = [
  'pause',
  'crash',
  'restart',
  'failover',
  'lose',
  'delay',
  'clock-jump',
  'clock-drift',
];

const check: CheckId = 'no-check';

export const themes: readonly ColourTheme[] = ['light', 'dark'];

export const pictureFile = (theme: ColourTheme): string =>
  fileURLToPath(new URL(`../public/table-${theme}.svg`, import.meta.url));

const words = tableWords.en;
const sizes = { name: 178, column: 94, head: 46, row: 40, gap: 4 };
const width = sizes.name + kinds.length * sizes.column;
const height = sizes.head + rows.length * sizes.row + 4;

export async function tablePicture(theme: ColourTheme): Promise<string> {
  const table = await tableOf(check, 'own');
  const { colour } = themeInks(readFileSync(new URL('../src/ui/look/theme.css', import.meta.url), 'utf8'), theme);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif" font-size="12">`,
    `<title>${escaped(`${words.title}: ${words.table}`)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${colour('page')}"/>`,
    ...kinds.map((kind, column) =>
      text({ x: middleOf(column), y: 28, colour: colour('muted'), anchor: 'middle', value: words.kinds[kind] }),
    ),
    ...rows.flatMap((id, at) => [
      nameOf(id, at, colour),
      ...kinds.map((kind, column) => cellOf({ table, id, kind, at, column, colour })),
    ]),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

type Colour = (name: string) => string;

const middleOf = (column: number): number => sizes.name + column * sizes.column + sizes.column / 2 - sizes.gap / 2;
const topOf = (row: number): number => sizes.head + row * sizes.row;

function nameOf(id: string, at: number, colour: Colour): string {
  const head = rowHeads[id];
  if (head === undefined) throw new Error(`There is no row "${id}".`);
  const weight = head.library === null ? 600 : 400;
  const y = topOf(at) + (head.note === null ? 23 : 16);
  const note =
    head.note === null ? '' : text({ x: 10, y: y + 14, colour: colour('muted'), size: 11, value: head.note.en });
  return text({ x: 10, y, colour: colour('ink'), weight, value: head.title.en }) + note;
}

interface DrawnCell {
  readonly table: Table;
  readonly id: string;
  readonly kind: FaultKind;
  /** The number of its row, from 0. */
  readonly at: number;
  readonly column: number;
  readonly colour: Colour;
}

/** The sign and the word say it; the colour repeats them. */
function cellOf({ table, id, kind, at, column, colour }: DrawnCell): string {
  const cell = table.cells[id]?.[kind];
  if (cell === undefined) throw new Error(`The table has no cell ${id}/${kind}.`);
  const { sign, word, margin, tone } = faceOf(cell, words);
  const [x, top] = [sizes.name + column * sizes.column, topOf(at)];
  if (tone === null)
    return text({ x: middleOf(column), y: top + 22, colour: colour('muted'), size: 11, anchor: 'middle', value: word });
  const ink = colour(inkOf[tone]);
  const box = `<rect x="${x}" y="${top}" width="${sizes.column - sizes.gap}" height="${sizes.row - sizes.gap}" rx="6" fill="${ink}" fill-opacity="0.11"/>`;
  const y = top + (margin === '' ? 22 : 16);
  const said = text({
    x: middleOf(column),
    y,
    colour: ink,
    weight: tone === 'grey' || tone === 'green' ? 450 : 600,
    anchor: 'middle',
    value: `${sign} ${word}`,
  });
  return margin === ''
    ? `${box}${said}`
    : `${box}${said}${text({ x: middleOf(column), y: y + 14, colour: ink, size: 11, anchor: 'middle', value: margin })}`;
}

/** As in theme.css. */
const inkOf: Readonly<Record<Tone, string>> = {
  red: 'broken',
  violet: 'violet',
  amber: 'warning',
  grey: 'muted',
  green: 'good',
};

interface Said {
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  readonly value: string;
  readonly size?: number;
  readonly weight?: number;
  readonly anchor?: 'middle';
}

function text({ x, y, colour, value, size, weight, anchor }: Said): string {
  const more = [
    ...(size === undefined ? [] : [` font-size="${size}"`]),
    ...(weight === undefined ? [] : [` font-weight="${weight}"`]),
    ...(anchor === undefined ? [] : [` text-anchor="${anchor}"`]),
  ].join('');
  return `<text x="${x}" y="${y}" fill="${colour}"${more}>${escaped(value)}</text>`;
}

const escaped = (value: string): string => value.replace(/&/g, '&amp;').replace(/</g, '&lt;');

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const theme of themes) writeFileSync(pictureFile(theme), await tablePicture(theme));
