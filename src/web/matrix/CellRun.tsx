// The smallest run of a cell, interactive: its timeline, whose faults can be dragged, and what happens in words.
import { useEffect, useState } from 'react';
import type { FaultKind } from '../../core/model/fault';
import type { Role } from '../../core/model/processId';
import { readingOf } from '../../core/narrate/reading';
import { rowHeads } from '../../search/matrix/rowHeadTexts';
import { rows } from '../../search/matrix/rows';
import { scenarioOfCell } from '../../search/matrix/scenario';
import type { Table } from '../../search/matrix/table';
import type { TableAddress } from '../../search/matrix/tableAddress';
import { ProblemBoundary } from '../app/ProblemBoundary';
import { FactPair } from '../parts/FactPair';
import { Segmented } from '../parts/Segmented';
import { startPlayback } from '../playback/play';
import { useAddressNow } from '../share/useAddressNow';
import { openRun, resetHistory } from '../state/openRun';
import { goToEvent } from '../state/playhead';
import { useGhost, useRun } from '../state/run';
import { Timeline } from '../timeline/Timeline';
import { useLanguage, useText, useWords } from '../words/i18n';
import { CellPlayback } from './CellPlayback';
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
          options={address.rows.map((id, index) => ({ id: String(index), label: rowHeads[id]?.title[language] ?? id }))}
          onChange={(id) => setChosen(Number(id))}
        />
      )}
      <h3>{cell.fault === null ? words.faultless : words.smallest}</h3>
      {isOpen && (
        <ProblemBoundary>
          <Opened />
        </ProblemBoundary>
      )}
    </section>
  );
}

/** Puts the run of the cell on the timeline. */
function useOpened(table: Table, row: string, kind: FaultKind): boolean {
  const [isOpen, setIsOpen] = useState(false);
  const { check, leases } = table;
  useEffect(() => {
    const found = rows.find(({ id }) => id === row);
    const cell = table.cells[row]?.[kind];
    if (found === undefined || cell === undefined) return;
    openRun({ scenario: scenarioOfCell(found, check, leases, cell), storyId: null, variantId: null });
    resetHistory();
    setIsOpen(true);
  }, [table, row, kind, check, leases]);
  return isOpen;
}

const rowHeights: Readonly<Record<Role, number>> = {
  client: 62,
  node: 34,
  replica: 28,
  service: 50,
  member: 28,
  storage: 80,
  sentinel: 26,
};

function Opened() {
  useEffect(startPlayback, []);
  const run = useRun();
  const ghost = useGhost();
  const { processes, quorum } = run.trace.header;
  const height = processes.reduce((sum, { role }) => sum + rowHeights[role], quorum > 1 ? 84 : 44);
  return (
    <>
      <div className={styles.timeline} style={{ height: Math.max(240, Math.min(560, height)) }}>
        <Timeline run={run} ghost={ghost} />
      </div>
      <CellPlayback run={run} />
      <RunText />
      <OpenLink />
    </>
  );
}

/** The verdict of the run on screen and its causes, each of which puts the playhead where it happened. */
function RunText() {
  const { speech } = useWords();
  const run = useRun();
  const reading = readingOf(run.verdict, speech);
  return (
    <div className={styles.shownText}>
      <p>
        <b>{reading.headline}</b> <FactPair pair={reading.pair} />
      </p>
      <ol>
        {reading.chain.map(({ events: [seq = -1], text }) => (
          <li key={`${seq} ${text}`}>
            <button type="button" onClick={() => goToEvent(run, seq)}>
              {text}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

function OpenLink() {
  const words = useText()(tableWords);
  const address = useAddressNow(new URL('../', location.href).href);
  return (
    <p>
      <a className={styles.open} href={address || '../'}>
        {words.open}
      </a>
    </p>
  );
}
