// The fields of one fault: every drag on the timeline has a number here that says the same.

import { withFault } from '../../model/edit';
import type { CrashFault, FailoverFault, Fault, FaultKind } from '../../model/fault';
import { faultFields } from '../../model/faultFields';
import type { Run } from '../../model/run';
import type { ProcessId } from '../../model/scenario';
import type { SettingField } from '../../model/settingsFields';
import { FieldRow } from '../fields/FieldRow';
import type { EditProps } from '../fields/NumberField';
import { useWords } from '../i18n';
import { processName } from '../processNames';
import { useScenario } from '../state/scenario';
import { changedKind } from './addFault';
import { ChooseRow } from './ChooseRow';
import styles from './FaultList.module.css';
import { palette } from './faultIcons';
import { MessageRows } from './MessageRows';
import { ProcessPills } from './ProcessPills';
import { WhenRows } from './WhenRows';

interface FaultEditorProps {
  readonly name: string;
  readonly fault: Fault;
  readonly run: Run;
}

export function FaultEditor({ name, fault, run }: FaultEditorProps) {
  const words = useWords();
  const committed = useScenario((state) => state.committed);
  const setDraft = useScenario((state) => state.setDraft);
  const commit = useScenario((state) => state.commit);
  const ids = run.trace.header.processes.map(({ id }) => id);
  const change = (next: Fault): void => commit(withFault(committed, name, next));
  const draft = (next: Fault | null): void => setDraft(next === null ? null : withFault(committed, name, next));
  return (
    <div className={styles.editor}>
      <ChooseRow
        label={words('faults.kind')}
        value={fault.kind}
        options={palette.map((kind) => ({ id: kind, label: words(`kind.${kind}`) }))}
        onChange={(kind) => change(changedKind(fault, kind as FaultKind, committed, ids))}
      />
      {'process' in fault && (
        <ChooseRow
          label={words('faults.process')}
          value={fault.process}
          options={optionsOf(ids, fault.process).map((id) => ({ id, label: processName(words, id) }))}
          onChange={(id) => change(moved(fault, id as ProcessId))}
        />
      )}
      {'from' in fault && (
        <>
          <ProcessPills
            label={words('faults.from')}
            ids={ids}
            chosen={fault.from}
            onChange={(from) => change({ ...fault, from })}
          />
          <ProcessPills
            label={words('faults.to')}
            ids={ids}
            chosen={fault.to}
            onChange={(to) => change({ ...fault, to })}
          />
        </>
      )}
      {'message' in fault && (
        <MessageRows
          message={fault.message}
          ids={ids}
          onDraft={(message) => draft(message === null ? null : { ...fault, message })}
          onCommit={(message) => change({ ...fault, message })}
        />
      )}
      {'when' in fault && (
        <WhenRows
          when={fault.when}
          process={'process' in fault ? fault.process : null}
          run={run}
          onDraft={(when) => draft(when === null ? null : { ...fault, when })}
          onCommit={(when) => change({ ...fault, when })}
        />
      )}
      <OwnFields fault={fault} onDraft={draft} onCommit={change} />
      {fault.kind === 'crash' && fault.process.startsWith('client') && <CrashRow fault={fault} onCommit={change} />}
      {fault.kind === 'failover' && <FailoverRows fault={fault} ids={ids} onCommit={change} />}
    </div>
  );
}

/** The numbers and words of the fault's own kind. */
function OwnFields({ fault, onDraft, onCommit }: EditProps<Fault> & { readonly fault: Fault }) {
  const fields: Readonly<Record<string, SettingField>> = faultFields[fault.kind];
  const values = fault as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(fields).map(([key, field]) => (
    <FieldRow
      key={key}
      field={field}
      value={values[key]}
      onDraft={(value) => onDraft(value === null ? null : ({ ...fault, [key]: value } as Fault))}
      onCommit={(value) => onCommit({ ...fault, [key]: value } as Fault)}
    />
  ));
}

interface CrashRowProps {
  readonly fault: CrashFault;
  readonly onCommit: (fault: CrashFault) => void;
}

/** Of a client either all dies, or the one thread that runs its rounds. */
function CrashRow({ fault, onCommit }: CrashRowProps) {
  const words = useWords();
  const { only = 'process', ...whole } = fault;
  return (
    <ChooseRow
      label={words('faults.whatDies')}
      value={only}
      options={[
        { id: 'process', label: words('faults.processDies') },
        { id: 'thread', label: words('faults.threadDies') },
      ]}
      onChange={(id) => onCommit(id === 'thread' ? { ...whole, only: 'thread' } : whole)}
    />
  );
}

interface FailoverRowsProps {
  readonly fault: FailoverFault;
  readonly ids: readonly ProcessId[];
  readonly onCommit: (fault: FailoverFault) => void;
}

function FailoverRows({ fault, ids, onCommit }: FailoverRowsProps) {
  const words = useWords();
  const replicas = ids.filter((id) => id.startsWith(`replica${fault.process.slice(4)}`));
  const clients = ids.filter((id) => id.startsWith('client'));
  const { promote: _, ...withoutPromote } = fault;
  const { cutOff: __, ...withoutCutOff } = fault;
  return (
    <>
      <ChooseRow
        label={words('faults.promote')}
        value={fault.promote ?? 'first'}
        options={[
          { id: 'first', label: words('faults.firstReplica') },
          ...replicas.map((id) => ({ id, label: processName(words, id) })),
        ]}
        onChange={(id) => onCommit(id === 'first' ? withoutPromote : { ...fault, promote: id as ProcessId })}
      />
      <ChooseRow
        label={words('faults.oldMaster')}
        value={fault.cutOff === undefined ? 'dies' : 'lives'}
        options={[
          { id: 'dies', label: words('faults.masterDies') },
          { id: 'lives', label: words('faults.masterCutOff') },
        ]}
        onChange={(id) => onCommit(id === 'dies' ? withoutCutOff : { ...fault, cutOff: clients.slice(0, 1) })}
      />
      {fault.cutOff !== undefined && (
        <ProcessPills
          label={words('faults.talkingTo')}
          ids={clients}
          chosen={fault.cutOff}
          onChange={(cutOff) => onCommit({ ...fault, cutOff })}
        />
      )}
    </>
  );
}

/** The processes of the run, and the one that the fault names even where the run has lost it. */
const optionsOf = (ids: readonly ProcessId[], named: ProcessId): readonly ProcessId[] =>
  ids.includes(named) ? ids : [...ids, named];

/** A fault that is anchored to its own process' step goes along with it to another client. */
function moved(fault: Extract<Fault, { process: ProcessId }>, process: ProcessId): Fault {
  const { when } = fault;
  const isOwnStep = (when.kind === 'step' || when.kind === 'effect') && when.process === fault.process;
  return isOwnStep && process.startsWith('client')
    ? { ...fault, process, when: { ...when, process } }
    : { ...fault, process };
}
