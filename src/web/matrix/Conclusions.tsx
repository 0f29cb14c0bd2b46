// The results of the table in three sentences, with numbers counted from its cells.
import type { ReactNode } from 'react';
import { type Counted, lostCells, lostToCrash, lostToPause } from '../../search/matrix/families';
import type { Table } from '../../search/matrix/table';
import { type TableAddress, writeTableAddress } from '../../search/matrix/tableAddress';
import { useText } from '../words/i18n';
import styles from './Conclusions.module.css';
import { tableNames } from './known';
import { useTable } from './tableState';
import { tableWords } from './words';

interface ConclusionsProps {
  readonly address: TableAddress;
  /** Shows only some rows of a kind. */
  readonly onShow: (rows: readonly string[]) => void;
  /** The table may be below the window, where its change would not be seen. */
  readonly toTable: () => void;
}

export function Conclusions({ address, onShow, toTable }: ConclusionsProps) {
  const showRows = (rows: readonly string[]): void => {
    onShow(rows);
    toTable();
  };
  const words = useText()(tableWords);
  const { table: none } = useTable('no-check', 'own');
  const { table: token } = useTable('fencing', 'own');
  const { table: version } = useTable('version', 'own');
  return (
    <section className={`grid gap-5 pad-y-3 pad-x-6 ${styles.conclusions}`} aria-label={words.conclusions.title}>
      {none === null ? <Coming /> : <OfServers none={none} onShow={showRows} />}
      {none === null || token === null || version === null ? (
        <One number={3} title={words.conclusions.check.title} />
      ) : (
        <OfChecks {...{ none, token, version, address, toTable }} />
      )}
    </section>
  );
}

/** A placeholder of the final height. */
function Coming() {
  const { late, server } = useText()(tableWords).conclusions;
  return (
    <>
      <One number={1} title={late.title} />
      <One number={2} title={server.title} />
    </>
  );
}

const cellAt = (row: string | undefined, kind: string): string =>
  writeTableAddress({ rows: row === undefined ? [] : [row], kind, check: 'no-check', leases: 'own' }, tableNames);

function OfServers({ none, onShow }: Pick<ConclusionsProps, 'onShow'> & { readonly none: Table }) {
  const { conclusions: words } = useText()(tableWords);
  const late = lostToPause(none);
  const { one, several } = lostToCrash(none);
  const textOf = ({ rows, of }: Counted): string => words.ofLocks(rows.length, of);
  return (
    <>
      <One number={1} title={words.late.title}>
        <p>{words.late.text(textOf(late), late.of - late.rows.length)}</p>
        <p className={styles.ways}>
          <Shows rows={late.rows} onShow={onShow} />
          <a href={cellAt(late.rows[0], 'pause')}>{words.watch}</a>
        </p>
      </One>
      <One number={2} title={words.server.title}>
        <p>{words.server.text(textOf(one), textOf(several))}</p>
        <p className={styles.ways}>
          <Shows rows={one.rows} onShow={onShow} />
          <a href={cellAt(one.rows[0], 'crash')}>{words.watch}</a>
        </p>
      </One>
    </>
  );
}

function Shows({ rows, onShow }: Pick<ConclusionsProps, 'onShow'> & { readonly rows: readonly string[] }) {
  const { conclusions: words } = useText()(tableWords);
  return (
    <button type="button" className={styles.shows} onClick={() => onShow(rows)}>
      {words.rows}
    </button>
  );
}

type Tables = Readonly<Record<'none' | 'token' | 'version', Table>>;

function OfChecks({ none, token, version, address, toTable }: Tables & Pick<ConclusionsProps, 'address' | 'toTable'>) {
  const { conclusions: words } = useText()(tableWords);
  const textOf = (table: Table): string => {
    const { lost, of } = lostCells(table);
    return words.ofCells(lost, of);
  };
  return (
    <One number={3} title={words.check.title}>
      <p>{words.check.text(textOf(none), textOf(token), textOf(version))}</p>
      <p className={styles.ways}>
        <a href={writeTableAddress({ ...address, kind: null, check: 'version' }, tableNames)} onClick={toTable}>
          {words.switchOn}
        </a>
      </p>
    </One>
  );
}

interface OneProps {
  readonly number: number;
  readonly title: string;
  readonly children?: ReactNode;
}

const One = ({ number, title, children }: OneProps) => (
  <div className={`card grid gap-4 rows-1 pad-y-4 pad-x-6 ${styles.one}`}>
    <b className={`grid normal disc inked ${styles.number}`} aria-hidden>
      {number}
    </b>
    <h2 className="large pretty">{title}</h2>
    {children ?? <p className={styles.coming} />}
  </div>
);
