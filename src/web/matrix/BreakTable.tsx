// The table: lines are families of locks and, unfolded, their rows; columns are kinds of faults by who is at fault.
// Every cell is a link to its address, and arrow keys go from one to the next.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { type KindGroup, kindGroups } from '../../search/matrix/families';
import type { Table } from '../../search/matrix/table';
import type { TableAddress } from '../../search/matrix/tableAddress';
import { mediaHook } from '../parts/mediaHook';
import { useLanguage } from '../words/i18n';
import { CellCard } from './CellCard';
import { LineOfTable } from './LineOfTable';
import { type Column, columnsOf, groupOfKind, type Order, sectionsOf } from './lines';
import styles from './Table.module.css';
import { nextStop, type Stop } from './walkCells';
import { tableWords } from './words';

interface BreakTableProps {
  readonly table: Table;
  readonly address: TableAddress;
  readonly order: Order;
  /** The families that are unfolded. */
  readonly open: ReadonlySet<string>;
  readonly onUnfold: (family: string) => void;
  /** The rows that are left; null: all rows. */
  readonly left: ReadonlySet<string> | null;
}

export function BreakTable({ table, address, order, open, onUnfold, left }: BreakTableProps) {
  const language = useLanguage();
  const words = tableWords[language];
  const body = useRef<HTMLTableElement>(null);
  const hasRoom = useIsWide();
  const hasFacts = useHasFacts();
  const [group, setGroup] = useState<KindGroup | null>('late');
  const visibleGroup = hasRoom ? 'all' : (groupOfKind(address.kind) ?? group);
  const columns = useMemo(() => columnsOf(visibleGroup), [visibleGroup]);
  const sections = useMemo(() => sectionsOf(table, order, open), [table, order, open]);
  const lines = sections.flatMap((section) => section.lines);
  const ids = lines.map(({ id }) => id);
  const [stop, setStop] = useState<Stop>({ row: address.rows[0] ?? '', column: -1 });
  const at = ids.includes(stop.row) ? stop : { row: ids[0] ?? '', column: stop.column };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextStop(at, event.key, { rows: ids, columns: columns.length });
    if (next === null) return;
    event.preventDefault();
    setStop(next);
    body.current?.querySelector<HTMLElement>(`[data-stop="${next.row}/${next.column}"]`)?.focus();
  };
  return (
    <>
      <table
        ref={body}
        className={`wide ${styles.table}`}
        aria-label={words.table}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const [row = '', column = ''] = target.getAttribute('data-stop')?.split('/') ?? [];
          if (row !== '') setStop({ row, column: Number(column) });
        }}
      >
        <Head {...{ columns, address, hasRoom, hasFacts }} onGroup={setGroup} />
        {sections.map(({ group: of, lines: inSection }) => (
          <tbody key={of}>
            {of !== null && (
              <tr className={styles.group}>
                <th scope="colgroup" colSpan={columns.length + (hasFacts ? 3 : 1)}>
                  <span>{words.familyGroups[of]}</span>
                </th>
              </tr>
            )}
            {inSection.map((line) => (
              <LineOfTable
                key={line.id}
                {...{ line, columns, table, address, language, onUnfold, hasFacts }}
                stopAt={at.row === line.id ? at.column : null}
                isOut={left !== null && !line.family.rows.some((row) => (line.row ?? row) === row && left.has(row))}
              />
            ))}
          </tbody>
        ))}
      </table>
      <CellCard of={body} {...{ table, address, lines, columns }} />
    </>
  );
}

interface HeadProps {
  readonly columns: readonly Column[];
  readonly address: TableAddress;
  readonly hasRoom: boolean;
  readonly hasFacts: boolean;
  readonly onGroup: (group: KindGroup) => void;
}

function Head({ columns, address, hasRoom, hasFacts, onGroup }: HeadProps) {
  const words = tableWords[useLanguage()];
  const groups = [...new Set(columns.map(({ group }) => group))];
  return (
    <thead>
      <tr className={styles.over}>
        <td />
        {hasFacts && <td className={styles.facts} colSpan={2} />}
        {groups.map((group) => {
          const own = columns.filter((column) => column.group === group);
          const isFolded = own.some(({ kinds }) => kinds.length > 1);
          return (
            <th key={group} scope="colgroup" colSpan={own.length} data-first data-alone={own.length === 1 || undefined}>
              {hasRoom || kindGroups[group].length === 1 ? (
                words.kindGroups[group]
              ) : (
                <button type="button" aria-expanded={!isFolded} onClick={() => onGroup(group)}>
                  {words.kindGroups[group]}
                  {isFolded ? <ChevronRight size={13} aria-hidden /> : <ChevronDown size={13} aria-hidden />}
                </button>
              )}
            </th>
          );
        })}
      </tr>
      <tr>
        <th scope="col" className={styles.corner}>
          {words.lock}
        </th>
        {hasFacts && <th scope="col">{words.clock}</th>}
        {hasFacts && <th scope="col">{words.unreachable}</th>}
        {columns.map(({ id, group, kinds: [kind], kinds }, i) => (
          <th
            key={id}
            scope="col"
            data-first={columns[i - 1]?.group !== group || undefined}
            data-current={(address.kind !== null && id === address.kind) || undefined}
          >
            {kinds.length === 1 && kind !== undefined ? words.kinds[kind] : '…'}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** Whether the table has room for every kind of fault. In a narrower window, groups of columns fold. */
const useIsWide = mediaHook('(min-width: 1181px), print');
/** Whether there is room for what no fault decides, too. A selected row says it anyway. */
const useHasFacts = mediaHook('screen and (min-width: 1400px)');
