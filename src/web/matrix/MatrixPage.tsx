// The page “What breaks what”: the table, its selection, and below it what it teaches.

import { useEffect, useMemo, useRef } from 'react';
import { withColon, withGap } from '../../core/model/values/joinedTexts';
import { type Leases, type TableAddress, writeTableAddress } from '../../search/matrix/tableAddress';
import { checksWith } from '../../search/matrix/tables';
import { LostPart } from '../app/LostPart';
import { PageBar } from '../app/PageBar';
import { Button } from '../parts/Button';
import { Choose } from '../parts/Choose';
import { later } from '../parts/later';
import { Segmented } from '../parts/Segmented';
import { Tips } from '../parts/Tip';
import { useLanguage, useText } from '../words/i18n';
import { go, useTableAddress } from './address';
import { useChoice } from './answers';
import { BreakTable } from './BreakTable';
import { Conclusions } from './Conclusions';
import { kindNamed, tableChecks } from './columns';
import { tableNames } from './known';
import { Legend } from './Legend';
import { LibraryOnly } from './LibraryOnly';
import { LoadBoundary } from './LoadBoundary';
import { linkTexts } from './lessonLinks';
import { lessons } from './lessonTexts';
import { type Order, unfoldedRows } from './lines';
import styles from './Matrix.module.css';
import { Panel } from './Panel';
import { useTable } from './tableState';
import { useView, type View } from './useView';
import { tableWords } from './words';

const Which = later(async () => (await import('./Which')).Which);

export function MatrixPage() {
  const words = useText()(tableWords);
  useEffect(() => {
    document.title = words.name;
  }, [words]);
  return (
    <div className={styles.page}>
      <PageBar title={words.title} here="matrix" />
      <Content />
      <Tips hasKeys={false} />
      <LostPart />
    </div>
  );
}

function Content() {
  const words = useText()(tableWords);
  const text = useText();
  const { address, problem } = useTableAddress();
  useEscape(address);
  return (
    <main>
      {problem !== null && (
        <p role="alert" className="line-below breaks warned pad-y-4 pad-x-6">
          {text(problem)}
        </p>
      )}
      <p className={`quiet airy pretty ${styles.lead}`}>{words.lead}</p>
      <Shown address={address} />
      <LoadBoundary>
        <Which />
      </LoadBoundary>
      <Lessons />
      <Reading />
    </main>
  );
}

interface SettingsProps {
  readonly address: TableAddress;
  readonly view: View;
}

function Settings({ address, view }: SettingsProps) {
  const text = useText();
  const words = text(tableWords);
  const change = (to: Partial<TableAddress>): void => go(writeTableAddress({ ...address, ...to }, tableNames));
  return (
    <div className={`row wrap gap-6 rows-4 ${styles.settings}`}>
      <div className="chip gap-4">
        <span aria-hidden>{words.check}</span>
        <Choose
          label={words.check}
          value={address.check}
          options={tableChecks.map((id) => ({ id, label: words.checks[id] ?? id }))}
          onChange={(check) => change({ check })}
        />
      </div>
      <Segmented<Leases>
        label={words.leases}
        value={address.leases}
        options={[
          { id: 'own', label: words.leaseOf.own },
          { id: 'same', label: words.leaseOf.same, isOff: !checksWith('same').includes(address.check) },
        ]}
        onChange={(leases) => change({ leases })}
      />
      <Segmented<Order>
        label={words.order}
        value={view.order}
        options={[
          { id: 'kind', label: words.orders.kind },
          { id: 'least', label: words.orders.least },
        ]}
        onChange={view.sort}
      />
      <Button onClick={view.unfoldAll}>{view.isAllOpen ? words.foldAll : words.openAll(tableNames.rows.length)}</Button>
    </div>
  );
}

/** The conclusions, the controls of the table, the table, and its selection. */
function Shown({ address }: { readonly address: TableAddress }) {
  const words = useText()(tableWords);
  const { table, hasFailed, again } = useTable(address.check, address.leases);
  const choice = useChoice();
  const view = useView(address);
  const { visibleRows } = view;
  const remainingRows = useMemo(() => (choice === null ? visibleRows : new Set(choice.stays)), [choice, visibleRows]);
  const scroll = useRef<HTMLDivElement>(null);
  useInSight(scroll, address, table !== null);
  return (
    <>
      <Conclusions address={address} onShow={view.show} toTable={() => scroll.current?.scrollIntoView()} />
      <p className={styles.printed}>
        {withColon(words.check, words.checks[address.check] ?? address.check)} ·{' '}
        {withColon(words.leases, words.leaseOf[address.leases])}
      </p>
      <Settings address={address} view={view} />
      <Legend />
      {table !== null ? (
        <div ref={scroll} className={`anchor ${styles.table}`}>
          <BreakTable
            table={table}
            address={address}
            order={view.order}
            open={view.open}
            onUnfold={view.unfold}
            left={remainingRows}
          />
        </div>
      ) : hasFailed ? (
        <p role="alert" className="line-below breaks warned pad-y-4 pad-x-6">
          {words.failed} <Button onClick={again}>{words.again}</Button>
        </p>
      ) : (
        <p className={`quiet ${styles.loading}`}>{words.loading}</p>
      )}
      {table !== null && address.rows.length > 0 && (
        <LoadBoundary>
          <Panel key={address.rows.join()} table={table} address={address} onClose={() => close(address)} />
        </LoadBoundary>
      )}
      {table !== null && <LibraryOnly table={table} rows={unfoldedRows(view.open)} />}
      {table !== null && <p className={styles.computed}>{words.row.computed(table.computed)}</p>}
    </>
  );
}

/** Scrolls to the cell or row of the address, which may be far down. */
function useInSight(
  scroll: React.RefObject<HTMLDivElement | null>,
  { rows: [row], kind }: TableAddress,
  isThere: boolean,
): void {
  useEffect(() => {
    if (!isThere || row === undefined) return;
    // Above the panel, which takes the lower half of the window.
    stopOf(scroll.current, row, kind)?.scrollIntoView({ block: 'nearest' });
  }, [scroll, row, kind, isThere]);
}

function stopOf(inside: ParentNode | null, row: string, kind: string | null): HTMLElement | null {
  const named = kindNamed(kind);
  const stops = [...(inside?.querySelectorAll<HTMLElement>(`[data-stop^="${row}/"]`) ?? [])];
  return (
    stops.find((stop) => stop.getAttribute('aria-current') === 'true') ?? (named === null ? stops[0] : stops[1]) ?? null
  );
}

/** Closes the selection and returns the focus to the cell or row. */
function close(address: TableAddress): void {
  const [row = ''] = address.rows;
  const origin = stopOf(document, row, address.kind);
  go(writeTableAddress({ ...address, rows: [], kind: null }, tableNames));
  origin?.focus({ preventScroll: true });
}

function useEscape(address: TableAddress): void {
  useEffect(() => {
    if (address.rows.length === 0) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close(address);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [address]);
}

/** What a reader of the table has to know. */
function Reading() {
  const words = useText()(tableWords);
  return (
    <section className={styles.lessons} aria-labelledby="reading">
      <h2 id="reading">{words.reading}</h2>
      <ul>
        {words.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}

function Lessons() {
  const language = useLanguage();
  const words = tableWords[language];
  return (
    <section className={styles.lessons} aria-labelledby="lessons">
      <h2 id="lessons">{words.lessons}</h2>
      <ol>
        {lessons.map(({ id, text, cells }) => (
          <li key={id}>
            {withGap(text[language])}
            <span className={`wrap normal inline ${styles.cells}`}>
              {linkTexts(cells, words, language).map(({ text: name, cell: { row, kind, check } }) => (
                <a key={name} href={writeTableAddress({ rows: [row], kind, check, leases: 'own' }, tableNames)}>
                  {name}
                </a>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
