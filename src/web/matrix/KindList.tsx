// One row, or two side by side, with a line for each kind of fault. If two cells differ, the line says so.

import type { FaultKind } from '../../core/model/scenario/fault';
import { libraryOnlyOf } from '../../search/matrix/libraryOnly';
import { rowInfos } from '../../search/matrix/rowInfos';
import type { Cell, Table } from '../../search/matrix/table';
import { type TableAddress, writeTableAddress } from '../../search/matrix/tableAddress';
import { useLanguage } from '../words/i18n';
import { CellMark } from './CellMark';
import { type CellFace, faceOf, nameOfCell, saysSame } from './cellText';
import { columns } from './columns';
import { isConfirmed } from './isConfirmed';
import { nameIn, tableNames } from './known';
import { LibraryOnly } from './LibraryOnly';
import styles from './List.module.css';
import { tableWords } from './words';

interface KindListProps {
  readonly table: Table;
  readonly address: TableAddress;
  /** The page before `#`: empty for this one. */
  readonly page?: string;
  /** Cells of the first row with other settings, which arrive one by one. */
  readonly anew?: AnewCells | null;
}

export interface AnewCells {
  readonly title: string;
  readonly cells: Readonly<Partial<Record<FaultKind, Cell>>>;
}

/** Lines that are empty in all rows are left out. */
const isTried = (cells: readonly (Cell | undefined)[]): boolean => cells.some((cell) => cell?.kind === 'tried');

export function KindList({ table, address, page = '', anew = null }: KindListProps) {
  const language = useLanguage();
  const words = tableWords[language];
  const { rows } = address;
  const [first = ''] = rows;
  const hasTwo = rows.length + (anew === null ? 0 : 1) > 1;
  const cellsOf = (kind: FaultKind): readonly (Cell | undefined)[] => [
    ...rows.map((row) => table.cells[row]?.[kind]),
    ...(anew === null ? [] : [anew.cells[kind]]),
  ];
  const lines = columns.filter((kind) => isTried(cellsOf(kind)));
  const differs = (kind: FaultKind): boolean => {
    const [one, other] = cellsOf(kind).map((cell, index): CellFace | null =>
      cell === undefined ? null : faceOf(cell, words, libraryOnlyOf(rows[index] ?? first, kind, cell)),
    );
    return one != null && other != null && !saysSame(one, other);
  };
  return (
    <>
      {hasTwo && <p className="below">{words.differences(lines.filter(differs).length)}</p>}
      <table className={`wide ${styles.list}`} aria-label={words.table}>
        {hasTwo && (
          <thead>
            <tr>
              <td />
              {rows.map((row) => (
                <th key={row} scope="col">
                  {nameIn(row, language)}
                </th>
              ))}
              {anew !== null && <th scope="col">{anew.title}</th>}
              <td />
            </tr>
          </thead>
        )}
        <tbody>
          {lines.map((kind) => (
            <tr key={kind} data-differs={differs(kind) || undefined}>
              <th scope="row">{words.kinds[kind]}</th>
              {rows.map((row) => (
                <td key={row}>
                  <LinkedCell table={table} address={address} page={page} row={row} kind={kind} />
                </td>
              ))}
              {anew !== null && (
                <td>
                  <NewCell cell={anew.cells[kind]} row={first} kind={kind} />
                </td>
              )}
              {hasTwo && <td className={styles.differs}>{differs(kind) ? `≠ ${words.differs}` : ''}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <LibraryOnly table={table} rows={rows} />
    </>
  );
}

interface LinkedCellProps {
  readonly table: Table;
  readonly address: TableAddress;
  readonly page: string;
  readonly row: string;
  readonly kind: FaultKind;
}

function LinkedCell({ table, address, page, row, kind }: LinkedCellProps) {
  const language = useLanguage();
  const words = tableWords[language];
  const cell = table.cells[row]?.[kind];
  const head = rowInfos[row];
  if (cell === undefined || head === undefined) return null;
  const itself = libraryOnlyOf(row, kind, cell);
  return (
    <a
      className={styles.cell}
      href={`${page}${writeTableAddress({ ...address, kind }, tableNames)}`}
      {...(page === '' ? {} : { target: '_blank', rel: 'noopener' })}
      aria-label={nameOfCell({ cell, head, kind, itself }, words, language)}
      aria-current={address.kind === kind ? 'true' : undefined}
    >
      <CellMark cell={cell} words={words} isConfirmed={isConfirmed(row, kind, table)} itself={itself} />
    </a>
  );
}

function NewCell({
  cell,
  row,
  kind,
}: {
  readonly cell: Cell | undefined;
  readonly row: string;
  readonly kind: FaultKind;
}) {
  const words = tableWords[useLanguage()];
  if (cell === undefined) return <span className="block quiet normal central">{words.change.waiting}</span>;
  return <CellMark cell={cell} words={words} itself={libraryOnlyOf(row, kind, cell)} />;
}
