// The table: rows are locks and libraries, columns are kinds of faults. Every cell and every row is a link to its address, and
// arrow keys go from one to the next.
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { itselfOf } from '../../matrix/itself';
import { type Place, writePlace } from '../../matrix/place';
import type { Table } from '../../matrix/table';
import type { Language } from '../../model/text';
import { useLanguage } from '../words/i18n';
import { CellMark } from './CellMark';
import { nameOfCell, sentenceOf } from './cellText';
import { columns } from './columns';
import { isConfirmed } from './isConfirmed';
import { known } from './known';
import type { RowHead } from './rowHead';
import { rowHeads } from './rowHeadTexts';
import styles from './Table.module.css';
import { nextStop, type Stop } from './walkCells';
import { tableWords } from './words';

interface BreakTableProps {
  readonly table: Table;
  readonly place: Place;
  /** The rows that are left; null: all. */
  readonly left: ReadonlySet<string> | null;
}

const heads = Object.entries(rowHeads);

export function BreakTable({ table, place, left }: BreakTableProps) {
  const language = useLanguage();
  const words = tableWords[language];
  const body = useRef<HTMLTableElement>(null);
  const [first = ''] = known.rows;
  const [stop, setStop] = useState<Stop>({ row: place.rows[0] ?? first, column: -1 });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextStop(stop, event.key, { rows: known.rows, columns: columns.length });
    if (next === null) return;
    event.preventDefault();
    setStop(next);
    body.current?.querySelector<HTMLElement>(`[data-stop="${next.row}/${next.column}"]`)?.focus();
  };
  return (
    <table
      ref={body}
      className={styles.table}
      aria-label={words.table}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const [row = '', column = ''] = target.getAttribute('data-stop')?.split('/') ?? [];
        if (row !== '') setStop({ row, column: Number(column) });
      }}
    >
      <thead>
        <tr>
          <th scope="col" className={styles.corner}>
            {words.lock}
          </th>
          {columns.map((kind) => (
            <th key={kind} scope="col" data-current={place.kind === kind || undefined}>
              {words.kinds[kind]}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ group, rows }) => (
        <tbody key={group}>
          <tr className={styles.group}>
            <th scope="colgroup" colSpan={columns.length + 1}>
              <span>{words.groups[group]}</span>
            </th>
          </tr>
          {rows.map(([id, head]) => (
            <RowOfTable
              key={id}
              {...{ id, head, table, place, language }}
              stopAt={stop.row === id ? stop.column : null}
              isOut={left?.has(id) === false}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

const groups = [...new Set(heads.map(([, { group }]) => group))].map((group) => ({
  group,
  rows: heads.filter(([, head]) => head.group === group),
}));

interface RowOfTableProps {
  readonly id: string;
  readonly head: RowHead;
  readonly table: Table;
  readonly place: Place;
  readonly language: Language;
  /** The column that a Tab comes to; null in all rows but one. */
  readonly stopAt: number | null;
  readonly isOut: boolean;
}

const RowOfTable = memo(function RowOfTable(props: RowOfTableProps) {
  const { id, head, table, place, language, stopAt, isOut } = props;
  const words = tableWords[language];
  const cells = table.cells[id];
  const isChosen = place.rows.includes(id);
  return (
    <tr data-chosen={isChosen || undefined} data-out={isOut || undefined}>
      <th scope="row">
        <a
          href={writePlace({ ...place, rows: [id], kind: null }, known)}
          className={styles.row}
          data-stop={`${id}/-1`}
          data-library={head.library !== null || undefined}
          tabIndex={stopAt === -1 ? 0 : -1}
          aria-current={isChosen && place.kind === null ? 'true' : undefined}
        >
          {head.title[language]}
          {head.note !== null && ' '}
          {head.note !== null && <span className={styles.note}>{head.note[language]}</span>}
        </a>
      </th>
      {columns.map((kind, column) => {
        const cell = cells?.[kind];
        if (cell === undefined) return <td key={kind} />;
        const itself = itselfOf(id, kind, cell);
        const name = nameOfCell({ cell, head, kind, itself }, words, language);
        const confirmed = isConfirmed(id, kind, table);
        return (
          <td key={kind}>
            <a
              href={writePlace({ ...place, rows: [id], kind }, known)}
              className={styles.cell}
              data-stop={`${id}/${column}`}
              tabIndex={stopAt === column ? 0 : -1}
              aria-current={isChosen && place.kind === kind ? 'true' : undefined}
              aria-label={confirmed ? `${name}, ${words.confirmed}` : name}
              data-tip={sentenceOf({ cell, head, kind, itself }, words, language)}
            >
              <CellMark cell={cell} words={words} isConfirmed={confirmed} itself={itself} isNamed />
            </a>
          </td>
        );
      })}
    </tr>
  );
}, sameRow);

/** A row is drawn anew only where something of it has changed: there are a thousand cells. */
function sameRow(before: RowOfTableProps, now: RowOfTableProps): boolean {
  const ofPlace = ({ id, place }: RowOfTableProps): string =>
    `${place.check} ${place.leases} ${place.rows.includes(id) ? place.kind : '-'} ${place.rows.includes(id)}`;
  return (
    before.table === now.table &&
    before.language === now.language &&
    before.stopAt === now.stopAt &&
    before.isOut === now.isOut &&
    ofPlace(before) === ofPlace(now)
  );
}
