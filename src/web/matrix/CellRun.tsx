// The smallest run of a cell as a scene, whose fault can be dragged, and what happens in words.
import { useEffect, useState } from 'react';
import { write } from '../../content/address/write';
import type { FaultKind } from '../../core/model/scenario/fault';
import { readingOf } from '../../core/narrate/reading';
import { rowInfos } from '../../search/matrix/rowInfos';
import { scenarioAt } from '../../search/matrix/scenario';
import type { Table } from '../../search/matrix/table';
import { type TableAddress, writeTableAddress } from '../../search/matrix/tableAddress';
import { ProblemBoundary } from '../app/ProblemBoundary';
import { Segmented } from '../parts/Segmented';
import { startPlayback } from '../playback/play';
import { Scene } from '../scene/Scene';
import { useAddressNow } from '../share/useAddressNow';
import { openRun, resetHistory } from '../state/openRun';
import { goToEvent } from '../state/playhead';
import { useRun } from '../state/run';
import { findInWorker } from '../state/tooLate';
import { useLanguage, useText, useWords } from '../words/i18n';
import { tableNames } from './known';
import styles from './Panel.module.css';
import { tableWords } from './words';

export interface CellRunProps {
  readonly table: Table;
  readonly address: TableAddress;
  readonly kind: FaultKind;
}

export function CellRun({ table, address, kind }: CellRunProps) {
  const language = useLanguage();
  const words = tableWords[language];
  const [chosen, setChosen] = useState(0);
  const row = address.rows[chosen] ?? address.rows[0] ?? '';
  const isOpen = useOpened(table, row, kind);
  const cell = table.cells[row]?.[kind];
  if (cell?.kind !== 'tried') return null;
  return (
    <section aria-label={words.smallest} className={styles.run}>
      {address.rows.length > 1 && (
        <Segmented
          label={words.shownRun}
          value={String(chosen)}
          options={address.rows.map((id, index) => ({ id: String(index), label: rowInfos[id]?.title[language] ?? id }))}
          onChange={(id) => setChosen(Number(id))}
        />
      )}
      <h3 className="quiet normal strong">{cell.fault === null ? words.faultless : words.smallest}</h3>
      {isOpen && (
        <ProblemBoundary>
          <Opened cell={writeTableAddress(address, tableNames).replace('#', '')} />
        </ProblemBoundary>
      )}
    </section>
  );
}

/** Puts the run of the cell on the timeline. */
function useOpened(table: Table, row: string, kind: FaultKind): boolean {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const scenario = scenarioAt(table, row, kind);
    if (scenario === null) return;
    openRun({ scenario, storyId: null, variantId: null });
    resetHistory();
    setIsOpen(true);
  }, [table, row, kind]);
  return isOpen;
}

function Opened({ cell }: OpenedProps) {
  useEffect(startPlayback, []);
  return (
    <>
      <div className={styles.scene}>
        <Scene size="part" late={findInWorker} below={nothing} />
      </div>
      <RunText />
      <OpenLink cell={cell} />
    </>
  );
}

interface OpenedProps {
  /** Its address in the table, to which the playground leads back. */
  readonly cell: string;
}

const nothing = (): null => null;

/** The causes of the verdict, each of which puts the playhead where it happened. */
function RunText() {
  const { speech } = useWords();
  const run = useRun();
  const reading = readingOf(run.verdict, speech);
  return (
    <div className={styles.shownText}>
      <ol>
        {reading.chain.map(({ events: [seq = -1], text }) => (
          <li key={`${seq} ${text}`}>
            <button className="leading" type="button" onClick={() => goToEvent(run, seq)}>
              {text}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

function OpenLink({ cell }: OpenedProps) {
  const words = useText()(tableWords);
  const address = useAddressNow(new URL('../', location.href).href);
  return (
    <p>
      <a
        className={`chip rounded inked bare pad-x-5 ${styles.open}`}
        // The run is named after its end, and is seen here at its end.
        href={address === '' ? '../' : write({ own: { cell }, at: 'end' }, address)}
      >
        {words.open}
      </a>
    </p>
  );
}
