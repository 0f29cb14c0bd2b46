// A family, or a row of the table.

import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import type { FaultKind } from '../../core/model/scenario/fault';
import { signOf } from '../../core/model/trace/severity';
import { withComma } from '../../core/model/values/joinedTexts';
import type { Language } from '../../core/model/values/text';
import { libraryOnlyOf } from '../../search/matrix/libraryOnly';
import { rowInfos } from '../../search/matrix/rowInfos';
import type { Table } from '../../search/matrix/table';
import { type TableAddress, writeTableAddress } from '../../search/matrix/tableAddress';
import { exactKind, worstSentence } from './cellSentence';
import { marginMin, nameOfCell } from './cellText';
import { isConfirmed } from './isConfirmed';
import { tableNames } from './known';
import type { Column, Line } from './lines';
import { Shape } from './Shape';
import styles from './Table.module.css';
import { tableWords } from './words';

export interface LineProps {
  readonly line: Line;
  readonly columns: readonly Column[];
  readonly table: Table;
  readonly address: TableAddress;
  readonly language: Language;
  readonly onUnfold: (family: string) => void;
  /** The column that Tab reaches; null in all lines but one. */
  readonly stopAt: number | null;
  readonly isOut: boolean;
  /** Whether there are columns of what no fault decides. */
  readonly hasFacts: boolean;
}

/** It is drawn again only if something in it has changed: there may be a thousand cells. */
export const LineOfTable = memo(function LineOfTable(props: LineProps) {
  const { line, columns, address, isOut, hasFacts, language } = props;
  const isChosen = line.row !== null && address.rows.includes(line.row);
  return (
    <tr
      data-chosen={isChosen || undefined}
      data-out={isOut || undefined}
      data-inner={(line.row !== null && line.family.rows.length > 1) || undefined}
    >
      <th scope="row">{line.row === null ? <FamilyHead {...props} /> : <RowInfo {...props} row={line.row} />}</th>
      {hasFacts &&
        factsOf(line, language).map(({ id, text }) => (
          <td key={id} className={`quiet normal ${styles.fact}`}>
            {text}
          </td>
        ))}
      {columns.map((column, i) => (
        <td key={column.id} data-first={columns[i - 1]?.group !== column.group || undefined}>
          <CellOfTable {...props} column={column} index={i} />
        </td>
      ))}
    </tr>
  );
});

/** Of a row, or of a family: whose clocks end its leases (`nobody/server`), and what it does without its service. */
function factsOf({ row, family }: Line, language: Language) {
  const { clocks, without, various } = tableWords[language];
  const infos = (row === null ? family.rows : [row]).flatMap((id) => rowInfos[id] ?? []);
  const joined = (names: readonly string[], most: number): string => {
    const each = [...new Set(names)];
    return each.length > most ? various : each.join(language === 'zh' ? '、' : '/');
  };
  return [
    {
      id: 'clock',
      text: joined(
        infos.map(({ endedBy }) => clocks[endedBy]),
        2,
      ),
    },
    {
      id: 'without',
      text: joined(
        infos.map(({ unreachable }) => without[unreachable.does]),
        1,
      ),
    },
  ];
}

function FamilyHead({ line, language, onUnfold, stopAt }: LineProps) {
  const words = tableWords[language];
  const { family, isOpen } = line;
  const title = words.families[family.id] ?? family.id;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      className={styles.row}
      aria-expanded={isOpen}
      aria-description={words.unfold(family.rows.length)}
      data-stop={`${line.id}/-1`}
      tabIndex={stopAt === -1 ? 0 : -1}
      onClick={() => onUnfold(family.id)}
    >
      <Arrow size={14} aria-hidden />
      <span>{title}</span>
      <span className={`quiet far regular ${styles.count}`}>{family.rows.length}</span>
    </button>
  );
}

function RowInfo({ line, row, address, language, stopAt }: LineProps & { readonly row: string }) {
  const words = tableWords[language];
  const head = rowInfos[row];
  if (head === undefined) return null;
  const isAlone = line.family.rows.length === 1;
  return (
    <a
      href={writeTableAddress({ ...address, rows: [row], kind: null }, tableNames)}
      className={styles.row}
      data-stop={`${row}/-1`}
      tabIndex={stopAt === -1 ? 0 : -1}
      aria-current={address.rows.includes(row) && address.kind === null ? 'true' : undefined}
    >
      <span>{isAlone ? words.families[line.family.id] : head.title[language]}</span>
      {!isAlone && head.note !== null && ' '}
      {!isAlone && head.note !== null && <span className="quiet normal regular">{head.note[language]}</span>}
    </a>
  );
}

interface CellProps extends LineProps {
  readonly column: Column;
  readonly index: number;
}

function CellOfTable(props: CellProps) {
  const { line, column } = props;
  const kind = exactKind(line, column);
  return line.row !== null && kind !== null ? (
    <ExactCell {...props} row={line.row} kind={kind} />
  ) : (
    <WorstCell {...props} />
  );
}

/** One row, one kind of fault: the time that the fault has to last stands beside the shape. */
function ExactCell(props: CellProps & { readonly row: string; readonly kind: FaultKind }) {
  const { row, kind, index, table, address, language, stopAt } = props;
  const words = tableWords[language];
  const cell = table.cells[row]?.[kind];
  const head = rowInfos[row];
  if (cell === undefined || head === undefined) return null;
  const itself = libraryOnlyOf(row, kind, cell);
  const confirmed = isConfirmed(row, kind, table);
  const name = nameOfCell({ cell, head, kind, itself }, words, language);
  const outcome = itself?.outcome ?? (cell.kind === 'tried' ? cell.outcome : null);
  const isInner = props.line.family.rows.length > 1;
  const margin =
    isInner && cell.kind === 'tried' && cell.outcome !== 'held' && (cell.margin ?? 0) >= marginMin
      ? words.shortMargin(cell.margin ?? 0)
      : null;
  // The visible text comes first, so that speaking it selects the cell.
  const label = [margin, name, confirmed ? words.confirmed : null]
    .filter((part) => part !== null)
    .join(language === 'zh' ? '，' : ', ');
  return (
    <a
      href={writeTableAddress({ ...address, rows: [row], kind }, tableNames)}
      className={styles.cell}
      data-stop={`${row}/${index}`}
      tabIndex={stopAt === index ? 0 : -1}
      aria-current={address.rows.includes(row) && address.kind === kind ? 'true' : undefined}
      aria-label={label}
    >
      {outcome !== null && <Shape of={signOf[outcome]} />}
      {itself !== null && <span aria-hidden>†</span>}
      {margin !== null && <span className={`quiet normal digits ${styles.share}`}>{margin}</span>}
    </a>
  );
}

/** The worst of a family, or of a row over a group of kinds. A press goes to where that is. */
function WorstCell({ line, column, index, table, address, language, stopAt }: CellProps) {
  const words = tableWords[language];
  const { worst, isPart, sentence } = worstSentence(line, column, { table, words, language });
  const { outcome, count, of } = worst;
  return (
    <a
      href={writeTableAddress({ ...address, rows: [worst.row], kind: worst.kind }, tableNames)}
      className={styles.cell}
      data-stop={`${line.id}/${index}`}
      tabIndex={stopAt === index ? 0 : -1}
      aria-label={isPart ? withComma(words.shareOf(count, of), sentence) : sentence}
    >
      {outcome !== null && <Shape of={signOf[outcome]} />}
      {isPart && <span className={`quiet normal digits ${styles.share}`}>{words.shareOf(count, of)}</span>}
    </a>
  );
}
