// The selection: a cell with the smallest run that shows it, or a row, alone or beside another one.

import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { withColon, withGap } from '../../core/model/values/joinedTexts';
import { libraryOnlyOf } from '../../search/matrix/libraryOnly';
import { rowInfos } from '../../search/matrix/rowInfos';
import type { Table } from '../../search/matrix/table';
import { type TableAddress, writeTableAddress } from '../../search/matrix/tableAddress';
import { useLinkCopy } from '../files/useLinkCopy';
import { Button } from '../parts/Button';
import { Choose } from '../parts/Choose';
import { later } from '../parts/later';
import { useLanguage, useText } from '../words/i18n';
import { go, useTableAddress } from './address';
import { CellMark } from './CellMark';
import type { CellRunProps } from './CellRun';
import type { ChangeRowProps } from './ChangeRow';
import { fromText, outcomeText } from './cellText';
import { kindNamed } from './columns';
import { isConfirmed } from './isConfirmed';
import { KindList } from './KindList';
import { nameIn, tableNames } from './known';
import { LibraryOnly } from './LibraryOnly';
import styles from './Panel.module.css';
import { withParts } from './withParts';
import { tableWords } from './words';

const CellRun = later<CellRunProps>(() => withParts(async () => (await import('./CellRun')).CellRun), {
  meanwhile: Opening,
});
const ChangeRow = later<ChangeRowProps>(() => withParts(async () => (await import('./ChangeRow')).ChangeRow), {
  meanwhile: KindList,
});

function Opening() {
  return <p className={`quiet pad-y-5 ${styles.opening}`}>{useText()(tableWords).opening}</p>;
}

interface PanelProps {
  readonly table: Table;
  readonly address: TableAddress;
  readonly onClose: () => void;
}

export function Panel({ table, address, onClose }: PanelProps) {
  const language = useLanguage();
  const words = tableWords[language];
  const kind = kindNamed(address.kind);
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected by hand gets the focus.
  useEffect(() => {
    if (document.activeElement !== document.body) title.current?.focus({ preventScroll: true });
  }, [address.kind]);
  const names = address.rows.map((row) => nameIn(row, language)).join(' · ');
  return (
    <aside
      className={`line-above on-panel airy scroll ${styles.panel}`}
      aria-label={words.panel}
      data-cell={kind !== null}
    >
      <div className={`flex between gap-4 starts ${styles.head}`}>
        <h2 ref={title} tabIndex={-1} className={`large above-2 ${styles.title}`}>
          {kind === null ? names : withColon(names, words.kinds[kind])}
        </h2>
        <Button look="plain" aria-label={words.close} data-tip={`${words.close}   Esc`} onClick={onClose}>
          <X size={17} aria-hidden />
        </Button>
      </div>
      {kind === null ? <OfRows table={table} address={address} /> : <OfCells table={table} address={address} />}
    </aside>
  );
}

interface AddressProps {
  readonly table: Table;
  readonly address: TableAddress;
}

function OfRows({ table, address }: AddressProps) {
  const [row = '', other] = address.rows;
  return (
    <>
      <FactsOf address={address} />
      <OtherRow address={address} />
      {other === undefined ? (
        <ChangeRow table={table} address={address} row={row} />
      ) : (
        <KindList table={table} address={address} />
      )}
      <ShareCell address={address} />
    </>
  );
}

function OfCells({ table, address }: AddressProps) {
  const language = useLanguage();
  const words = tableWords[language];
  const kind = kindNamed(address.kind);
  if (kind === null) return null;
  return (
    <>
      <div className={styles.about}>
        {address.rows.map((row) => {
          const cell = table.cells[row]?.[kind];
          if (cell === undefined) return null;
          const from = fromText(cell, words);
          const confirmed = isConfirmed(row, kind, table);
          const itself = libraryOnlyOf(row, kind, cell);
          const outcome = outcomeText(cell, words, language);
          return (
            <div key={row} className={`row gap-5 ${styles.outcome}`}>
              <CellMark cell={cell} words={words} isConfirmed={confirmed} itself={itself} />
              <p>
                {address.rows.length > 1 && <b>{nameIn(row, language)} </b>}
                {itself === null
                  ? words.sentence(outcome, from)
                  : words.sentence(words.itself.fromSource(words.outcomesInWords[itself.outcome]), null)}{' '}
                {itself !== null && withGap(words.itself.simulated(outcome))}
                {cell.kind === 'tried' && (
                  <span className="quiet">
                    {cell.outcome === 'held' ? words.held(cell.runs) : words.tried(cell.runs)}
                  </span>
                )}
                {confirmed && (
                  <span className="block strong" title={words.confirmedHelp}>
                    ● {words.confirmed}
                  </span>
                )}
              </p>
            </div>
          );
        })}
        <LibraryOnly table={table} rows={address.rows} kind={kind} />
      </div>
      <CellRun table={table} address={address} kind={kind} />
      <div className={styles.rest}>
        <FactsOf address={address} />
        <p className={styles.toRow}>
          {address.rows.map((row) => (
            <a key={row} href={writeTableAddress({ ...address, rows: [row], kind: null }, tableNames)}>
              {words.wholeRow(nameIn(row, language))}
            </a>
          ))}
        </p>
        <OtherRow address={address} />
        <ShareCell address={address} />
      </div>
    </>
  );
}

/** Where the selection comes from, and the way to report that it is wrong. */
const FactsOf = ({ address }: { readonly address: TableAddress }) =>
  address.rows.map((id) => <RowFacts key={id} row={id} address={address} hasName={address.rows.length > 1} />);

/** Another row beside the first. */
function OtherRow({ address }: { readonly address: TableAddress }) {
  const language = useLanguage();
  const words = tableWords[language];
  const [row = '', other = ''] = address.rows;
  const options = tableNames.rows.filter((id) => id !== row).map((id) => ({ id, label: nameIn(id, language) }));
  return (
    <div className={`row wrap gap-4 ${styles.beside}`}>
      <span aria-hidden>{words.compareWith}</span>
      <Choose
        label={words.compareWith}
        value={other}
        options={[{ id: '', label: words.nobody }, ...options]}
        onChange={(id) => go(writeTableAddress({ ...address, rows: id === '' ? [row] : [row, id] }, tableNames))}
      />
    </div>
  );
}

/**
 * The origin of a row: the library with its version and the day on which it was read, and the way to report that it
 * is wrong.
 */
const ReportRow = later(async () => (await import('./ReportRow')).ReportRow);

interface RowFactsProps {
  readonly row: string;
  readonly address: TableAddress;
  /** Whether the row is named: it is one of two. */
  readonly hasName: boolean;
}

function RowFacts({ row, address, hasName }: RowFactsProps) {
  const language = useLanguage();
  const { row: words, endedBy, ifUnreachable } = tableWords[language];
  const [isOpen, setOpen] = useState(false);
  const head = rowInfos[row];
  if (head === undefined) return null;
  const {
    library,
    title,
    unreachable: { does, source },
  } = head;
  return (
    <div className="above-4">
      <p>
        {hasName && <b>{title[language]} </b>}
        {row !== 'no-lock' && withGap(endedBy[head.endedBy])}
        {row !== 'no-lock' && withGap(ifUnreachable[does])}
        {source !== null && (
          <span className="quiet">
            <a className="ink" href={source} target="_blank" rel="noreferrer">
              {words.documented}
            </a>{' '}
          </span>
        )}
        {withGap(library === null ? words.specified : words.library(library.version, library.lock[language]))}
        {library !== null && (
          <span className="quiet">
            {withGap(library.checked === 'run' ? words.run(library.read) : words.source(library.read, library.commit))}
            <a className="ink" href={library.repository} target="_blank" rel="noreferrer">
              {words.repository}
            </a>
          </span>
        )}{' '}
        <button
          type="button"
          className={`quiet link ${styles.wrong}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {words.wrong}
        </button>
      </p>
      {isOpen && <ReportRow row={row} address={address} />}
    </div>
  );
}

/** The address of the selection, and the code that puts it into a page. */
const CellCode = later(async () => (await import('./CellCode')).CellCode);

function ShareCell({ address }: { readonly address: TableAddress }) {
  const words = useText()(tableWords);
  const page = location.href.replace(/[?#].*/, '');
  const { changes } = useTableAddress();
  const link = `${page}${writeTableAddress(address, tableNames, changes)}`;
  const { copyLink, copied, note } = useLinkCopy('../');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={`grid gap-4 ${styles.share}`}>
      <div className={`row wrap gap-4 ${styles.buttons}`}>
        <Button
          onClick={({ currentTarget }) =>
            void copyLink(link, currentTarget).then(({ isDone }) => isDone || setOpen(true))
          }
        >
          <span aria-live="polite">{copied === link ? words.copied : words.copy}</span>
          {note}
        </Button>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.embed}
        </Button>
      </div>
      {isOpen && <CellCode address={address} changes={changes} />}
    </div>
  );
}
