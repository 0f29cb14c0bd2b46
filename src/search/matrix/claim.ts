/**
 * What is said about a cell of the tables: a line brings along the cells that back it. The phrases are in `texts/`.
 */
import { matrix as matrixEnglish } from '../../content/texts/en/matrix';
import { recommendWords } from '../../content/texts/recommend';
import { matrix as matrixChinese } from '../../content/texts/zh/matrix';
import { formatMs } from '../../core/model/values/format';
import { withComma } from '../../core/model/values/joinedTexts';
import type { Language } from '../../core/model/values/text';
import type { Answers } from './choose';
import type { Decision, KnownRows } from './decide';
import type { CellRef } from './rank';
import { nameOfRow } from './rowInfo';
import { writeTableAddress } from './tableAddress';

export interface Link {
  /** From the page of the table: `#redlock/pause`, `../?story=lost-answer`, or an address of the web. */
  readonly address: string;
  readonly text: string;
  /** What it leads to, for people who hear it without the sentence. It includes the text. */
  readonly name: string;
}

export interface Line {
  readonly text: string;
  readonly links: readonly Link[];
  /** Of a claim or a condition. */
  readonly id: string;
  /** Those that back a claim. */
  readonly cells: readonly CellRef[];
}

export interface Asked {
  readonly answers: Answers;
  readonly language: Language;
  readonly decision: Decision;
  readonly knownRows: KnownRows;
}

export const wordsOf = ({ language }: Pick<Asked, 'language'>) => recommendWords[language];
export const ofTable = ({ language }: Pick<Asked, 'language'>) => ({ en: matrixEnglish, zh: matrixChinese })[language];

export const rowName = (row: string, { knownRows, language }: Asked): string => {
  const info = knownRows.infos[row];
  return info === undefined ? row : nameOfRow(info, language);
};

export const plain = (text: string): Line => ({ text, links: [], id: '', cells: [] });

/** Further kinds of faults are counted, not named. */
const kindsMax = 4;
const linksMax = 2;

/** In ms. A shorter fault is over at once, so its length is not shown. */
const noticed = 100;

/** Rounded up to a tenth of a second, so that the sentence stays true. */
const lengthText = (ms: number | null): string | null =>
  ms === null || ms < noticed ? null : formatMs(ms < 1000 ? ms : Math.ceil(ms / 100) * 100);

/** A claim about cells; none without cells. */
export function claim(
  id: keyof typeof recommendWords.en.claims,
  cells: readonly CellRef[],
  context: Asked,
): readonly Line[] {
  if (cells.length === 0) return [];
  const { claims, kinds, kindFrom } = wordsOf(context);
  const kindTexts = cells
    .slice(0, kindsMax)
    .map(({ kind, length }) => kindFrom(ofTable(context).kinds[kind], lengthText(length)));
  const text = claims[id]({
    kinds: kinds(kindTexts, cells.length - kindTexts.length),
    rows: kinds([...new Set(cells.map(({ row }) => rowName(row, context)))], 0),
    count: cells.length,
    runs: cells.reduce((sum, { runs }) => sum + runs, 0),
  });
  const links = cells.slice(0, linksMax).map((cell) => {
    const link = cellLink(cell, context);
    return id === 'token-fails' ? { ...link, text: rowName(cell.row, context) } : link;
  });
  return [{ id, text, links, cells }];
}

export function cellLink({ row, kind, check }: CellRef, context: Asked): Link {
  // `no-check` is the check of the plain page.
  const plainPage = { rows: [], kinds: [], checks: ['no-check'] };
  const text = ofTable(context).kinds[kind];
  const address = writeTableAddress({ rows: [row], kind, check, leases: 'own' }, plainPage);
  return { address, text, name: withComma(rowName(row, context), text) };
}
