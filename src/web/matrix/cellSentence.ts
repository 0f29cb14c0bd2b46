/** One sentence for a place in the table: a cell, or the worst of a family or of a group of kinds. It knows no page. */

import type { FaultKind } from '../../core/model/scenario/fault';
import type { Language } from '../../core/model/values/text';
import { worstOf } from '../../search/matrix/families';
import { type LibraryOnly, libraryOnlyOf } from '../../search/matrix/libraryOnly';
import { rowInfos } from '../../search/matrix/rowInfos';
import type { Cell, Table } from '../../search/matrix/table';
import { blankWords } from '../../search/matrix/words';
import { sentenceOf } from './cellText';
import { nameIn } from './known';
import type { Column, Line } from './lines';
import type { TableWords } from './words';

interface Spoken {
  readonly table: Table;
  readonly words: TableWords;
  readonly language: Language;
}

/** The worst of a family, or of a row over a group of kinds. */
export function worstSentence(line: Line, column: Column, { table, words, language }: Spoken) {
  const worst = worstOf(table, line.row === null ? line.family.rows : [line.row], column.kinds);
  const { outcome, count, of } = worst;
  const name = words.families[line.family.id] ?? line.family.id;
  const who = line.row === null ? name : (rowInfos[line.row]?.title[language] ?? line.row);
  const [only] = column.kinds;
  const what = column.kinds.length === 1 && only !== undefined ? words.kinds[only] : words.kindGroups[column.group];
  const ending =
    outcome === null
      ? worst.reason === null
        ? ''
        : blankWords[worst.reason][language]
      : words.outcomesInWords[outcome];
  const isPart = outcome !== null && outcome !== 'held' && count < of;
  const sentence = words.cell({ row: who, kind: what, outcome: ending, from: isPart ? words.inRows(count, of) : null });
  return { worst, isPart, sentence };
}

/** The kind of a place that is one cell. Null: the place stands for several cells. */
export const exactKind = (line: Line, { kinds }: Column): FaultKind | null =>
  line.row !== null && kinds.length === 1 ? (kinds[0] ?? null) : null;

export interface CellSentence {
  readonly sentence: string;
  /** The cell that a press opens. */
  readonly row: string;
  readonly kind: FaultKind;
  readonly cell: Cell;
  readonly itself: LibraryOnly | null;
  /** The names of the cell, if the place stands for several. */
  readonly example: Readonly<Record<'row' | 'kind', string>> | null;
}

/** Null: the table has no such cell. */
export function cellSentenceOf(line: Line, column: Column, spoken: Spoken): CellSentence | null {
  const { table, words, language } = spoken;
  const exact = exactKind(line, column);
  const worst = exact === null ? worstSentence(line, column, spoken) : null;
  const row = worst?.worst.row ?? line.row ?? '';
  const kind = worst?.worst.kind ?? exact ?? 'pause';
  const cell = table.cells[row]?.[kind];
  const head = rowInfos[row];
  if (cell === undefined || head === undefined) return null;
  const itself = worst === null ? libraryOnlyOf(row, kind, cell) : null;
  const sentence = worst?.sentence ?? sentenceOf({ cell, head, kind, itself }, words, language);
  const isOneOfSeveral = worst !== null && (line.row === null ? line.family.rows : column.kinds).length > 1;
  const example = isOneOfSeveral ? { row: nameIn(row, language), kind: words.kinds[kind] } : null;
  return { sentence, row, kind, cell, itself, example };
}
