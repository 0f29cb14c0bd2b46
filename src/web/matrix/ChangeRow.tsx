// A row with other settings: its cells are computed in a worker and appear one by one beside those of the table. The
// settings are in the address.
import { memo, useCallback, useMemo, useState } from 'react';
import { withDefaults } from '../../core/model/scenario/fields';
import { leaseName } from '../../core/model/scenario/lease';
import type { Lock } from '../../core/model/scenario/lock';
import type { Scenario, Setting } from '../../core/model/scenario/scenario';
import { settingsFields } from '../../core/model/scenario/settingsFields';
import { formatMs } from '../../core/model/values/format';
import { rowInfos } from '../../search/matrix/rowInfos';
import { type Row, rows } from '../../search/matrix/rows';
import { scenarioOfRow } from '../../search/matrix/scenario';
import type { Table } from '../../search/matrix/table';
import { type TableAddress, writeTableAddress } from '../../search/matrix/tableAddress';
import { FieldRow } from '../fields/FieldRow';
import { Button } from '../parts/Button';
import { currentParts } from '../state/parts';
import { useText } from '../words/i18n';
import { goInstead, useTableAddress } from './address';
import { type Changed, noChange, readChanged, withChanges, writeChanged } from './changes';
import { KindList } from './KindList';
import { tableNames } from './known';
import styles from './Panel.module.css';
import { type Anew, type Asked, useRecomputedRow } from './recomputedRow';
import { tableWords } from './words';

export interface ChangeRowProps {
  readonly table: Table;
  readonly address: TableAddress;
  readonly row: string;
}

export function ChangeRow(props: ChangeRowProps) {
  const { table, address, row } = props;
  const tableRow = rows.find(({ id }) => id === row);
  const lock = currentParts().locks.get(tableRow?.lock ?? '');
  if (tableRow === undefined || lock === undefined) return <KindList table={table} address={address} />;
  return <Change table={table} address={address} row={tableRow} lock={lock} />;
}

interface ChangeProps {
  readonly table: Table;
  readonly address: TableAddress;
  readonly row: Row;
  readonly lock: Lock;
}

function Change({ table, address, row, lock }: ChangeProps) {
  const text = useText();
  const words = text(tableWords).change;
  const { changes } = useTableAddress();
  const { leases } = address;
  const { changed, problem } = useMemo(
    () => readChanged(changes, { row, lock, leases }, currentParts()),
    [changes, row, lock, leases],
  );
  const before = table.cells[row.id];
  const isChanged = Object.keys(changes).length > 0;
  // A link shows what its maker saw.
  const [isOpen] = useState(isChanged);
  const request: Asked = { row: withChanges(row, changed), check: table.check, leases: table.leases };
  const { anew, ask } = useRecomputedRow(before, isChanged && problem === null ? request : null);
  const change = useCallback(
    (to: Changed): void => {
      // The cells on screen were computed with the settings before.
      ask(null);
      goInstead(writeTableAddress(address, tableNames, writeChanged(to, row, lock)));
    },
    [address, row, lock, ask],
  );
  const isIdle = anew.state === 'idle';
  return (
    <>
      {problem !== null && (
        <p role="alert" className="line-below breaks warned pad-y-4 pad-x-6">
          {text(problem)}
        </p>
      )}
      <details className={`framed rounded below-5 pad-y-4 pad-x-5 ${styles.change}`} open={isOpen}>
        <summary className="strong">{words.title}</summary>
        <p className="quiet">{words.lead}</p>
        <Fields lock={lock} row={row} address={address} changed={changed} onChange={change} />
        <div className={`row wrap gap-4 ${styles.buttons}`}>
          <Button look="ink" onClick={() => ask(request)}>
            {words.start}
          </Button>
          <Button
            disabled={isIdle && !isChanged}
            onClick={() => {
              if (anew.state === 'going') ask(null);
              else change(noChange);
            }}
          >
            {anew.state === 'going' ? words.stop : words.reset}
          </Button>
          <Progress anew={anew} all={Object.values(before ?? {}).filter(({ kind }) => kind === 'tried').length} />
        </div>
      </details>
      <KindList table={table} address={address} anew={isIdle ? null : { title: words.column, cells: anew.cells }} />
    </>
  );
}

function Progress({ anew: { cells, state, error, took }, all }: { readonly anew: Anew; readonly all: number }) {
  const words = useText()(tableWords).change;
  const cellCount = Object.keys(cells).length;
  const textOf = {
    idle: '',
    stopped: '',
    going: words.progress(cellCount, all),
    done: words.done(formatMs(Math.max(100, Math.round(took / 100) * 100))),
    failed: words.failed(error?.message ?? ''),
  };
  return <span role="status">{textOf[state]}</span>;
}

interface FieldsProps {
  readonly lock: Lock;
  readonly row: Row;
  readonly address: TableAddress;
  readonly changed: Changed;
  readonly onChange: (changed: Changed) => void;
}

/**
 * They are drawn once, not with every cell that arrives: the lease, the work and the number of nodes, and below them
 * all settings of the lock itself.
 */
const Fields = memo(function Fields({ lock, row, address, changed, onChange }: FieldsProps) {
  const words = useText()(tableWords).change;
  const plain: Scenario = scenarioOfRow(row, address.check, address.leases);
  const rowSettings = { ...plain.lock.settings, ...changed.own };
  const values = withDefaults(lock.fields, rowSettings);
  const lease = leaseName(lock.fields, rowSettings);
  const [hasMore] = useState(() => Object.keys(changed.own).some((name) => name !== lease));
  const asksSeveral = rowInfos[row.id]?.group === 'redlock';
  const ownField = (name: string) => {
    const field = lock.fields[name];
    return field === undefined ? null : (
      <FieldRow
        key={name}
        field={field}
        value={values[name]}
        onDraft={() => undefined}
        onCommit={(value) => onChange({ ...changed, own: { ...changed.own, [name]: settingOf(value) } })}
      />
    );
  };
  return (
    <>
      {lease !== undefined && address.leases === 'own' && ownField(lease)}
      <FieldRow
        field={settingsFields.work}
        value={changed.work ?? plain.settings.work}
        onDraft={() => undefined}
        onCommit={(value) => onChange({ ...changed, work: Number(value) })}
      />
      {asksSeveral && (
        <FieldRow
          field={settingsFields['nodes.count']}
          value={changed.nodes ?? plain.settings.nodes.count}
          onDraft={() => undefined}
          onCommit={(value) => onChange({ ...changed, nodes: Number(value) })}
        />
      )}
      <details className="above-3" open={hasMore}>
        <summary className="quiet">{words.more}</summary>
        {Object.keys(lock.fields)
          .filter((name) => name !== lease)
          .map(ownField)}
      </details>
    </>
  );
});

const settingOf = (value: unknown): Setting =>
  typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
