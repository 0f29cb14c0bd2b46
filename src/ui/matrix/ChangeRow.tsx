// A row with other settings: its cells are computed in a worker and appear beside those of the table, one by one.
import { memo, useEffect, useState } from 'react';
import { rows } from '../../matrix/rows';
import { scenarioOfRow } from '../../matrix/scenario';
import type { Table } from '../../matrix/table';
import { withDefaults } from '../../model/fields';
import { formatMs } from '../../model/format';
import { leaseName } from '../../model/lease';
import type { Lock } from '../../model/lock';
import type { Scenario, Setting } from '../../model/scenario';
import { settingsFields } from '../../model/settingsFields';
import { registry } from '../../run/onDemand';
import { FieldRow } from '../fields/FieldRow';
import { Button } from '../parts/Button';
import { fetchParts } from '../state/parts';
import { KindList } from '../table/KindList';
import type { Place } from '../table/place';
import { rowHeads } from '../table/rowHeadTexts';
import { tableWords } from '../table/words';
import { useText } from '../words/i18n';
import { type Anew, useAnew } from './anew';
import styles from './Panel.module.css';

interface ChangeRowProps {
  readonly table: Table;
  readonly place: Place;
  readonly row: string;
}

export function ChangeRow(props: ChangeRowProps) {
  const { table, place, row } = props;
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let isWanted = true;
    fetchParts().then(
      () => isWanted && setThere(true),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  const found = rows.find(({ id }) => id === row);
  const lock = registry.locks.get(found?.lock ?? '');
  if (!isThere || found === undefined || lock === undefined) return <KindList table={table} place={place} />;
  return <Change {...props} lock={lock} />;
}

/** What was changed: settings of the lock, and what the story asks for. */
interface Changed {
  readonly own: Readonly<Record<string, Setting>>;
  readonly work?: number;
  readonly nodes?: number;
}

function Change({ table, place, row, lock }: ChangeRowProps & { readonly lock: Lock }) {
  const words = useText()(tableWords).change;
  const [changed, setChanged] = useState<Changed>({ own: {} });
  const { anew, ask, stop } = useAnew(table.cells[row]);
  const found = rows.find(({ id }) => id === row);
  if (found === undefined) return null;
  const start = (): void => {
    const { own, ...rest } = changed;
    ask({ ...found, ...rest, settings: { ...found.settings, ...own } }, table.check, table.leases);
  };
  const isIdle = anew.state === 'idle';
  return (
    <>
      <details className={styles.change}>
        <summary>{words.title}</summary>
        <p>{words.lead}</p>
        <Fields lock={lock} row={row} place={place} changed={changed} onChange={setChanged} />
        <div className={styles.buttons}>
          <Button look="ink" disabled={anew.state === 'running'} onClick={start}>
            {words.start}
          </Button>
          <Button
            disabled={isIdle}
            onClick={() => {
              stop();
              if (anew.state !== 'running') setChanged({ own: {} });
            }}
          >
            {anew.state === 'running' ? words.stop : words.reset}
          </Button>
          <Progress
            anew={anew}
            all={Object.values(table.cells[row] ?? {}).filter(({ kind }) => kind === 'tried').length}
          />
        </div>
      </details>
      <KindList table={table} place={place} anew={isIdle ? null : { title: words.column, cells: anew.cells }} />
    </>
  );
}

function Progress({ anew: { cells, state, problem, took }, all }: { readonly anew: Anew; readonly all: number }) {
  const words = useText()(tableWords).change;
  const done = Object.keys(cells).length;
  const told = {
    idle: '',
    running: words.progress(done, all),
    done: words.done(formatMs(Math.max(100, Math.round(took / 100) * 100))),
    failed: words.failed(problem),
  };
  return <span role="status">{told[state]}</span>;
}

interface FieldsProps {
  readonly lock: Lock;
  readonly row: string;
  readonly place: Place;
  readonly changed: Changed;
  readonly onChange: (changed: Changed) => void;
}

/** They are drawn once, not with every cell that comes. The lease, the work and the number of nodes, and below them all that the lock itself can be set to. */
const Fields = memo(function Fields({ lock, row, place, changed, onChange }: FieldsProps) {
  const words = useText()(tableWords).change;
  const found = rows.find(({ id }) => id === row);
  if (found === undefined) return null;
  const plain: Scenario = scenarioOfRow(found, place.check, place.leases);
  const given = { ...plain.lock.settings, ...changed.own };
  const values = withDefaults(lock.fields, given);
  const lease = leaseName(lock.fields, given);
  const asksSeveral = rowHeads[row]?.group === 'redlock';
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
      {lease !== undefined && place.leases === 'own' && ownField(lease)}
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
      <details className={styles.more}>
        <summary>{words.more}</summary>
        {Object.keys(lock.fields)
          .filter((name) => name !== lease)
          .map(ownField)}
      </details>
    </>
  );
});

const settingOf = (value: unknown): Setting =>
  typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
