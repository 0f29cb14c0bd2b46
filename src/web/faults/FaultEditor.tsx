// The fields of one fault. Each drag on the timeline has a matching number here.

import { withFault } from '../../core/model/scenario/edit';
import type { Fault } from '../../core/model/scenario/fault';
import { valueIn, withValue } from '../../core/model/scenario/faultKind';
import { isClient, type ProcessId } from '../../core/model/scenario/processId';
import type { Run } from '../../core/model/trace/run';
import { changedKind } from '../edit/addFault';
import { useFaultRules } from '../edit/context';
import { kindCalled, palette, textsOf } from '../edit/kinds';
import { ChooseRow } from '../fields/ChooseRow';
import { FieldRow } from '../fields/FieldRow';
import type { EditProps } from '../fields/NumberField';
import { ProcessPills } from '../fields/ProcessPills';
import { useEdition } from '../state/edition';
import { useWords } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { ChoiceRows } from './ChoiceRows';
import styles from './FaultList.module.css';
import { MessageRows } from './MessageRows';
import { ProcessRow } from './rows';
import { WhenRows } from './WhenRows';

interface FaultEditorProps {
  readonly name: string;
  readonly fault: Fault;
  readonly run: Run;
}

export function FaultEditor({ name, fault, run }: FaultEditorProps) {
  const words = useWords();
  const panel = usePanelWords();
  const committed = useEdition((state) => state.committed);
  const setDraft = useEdition((state) => state.setDraft);
  const commit = useEdition((state) => state.commit);
  const { allows, held, mayHit, adapted } = useFaultRules();
  const all = run.trace.header.processes.map(({ id }) => id);
  const ids = all.filter(mayHit);
  const change = (next: Fault): void => commit(withFault(committed, name, held(next)));
  const draft = (next: Fault | null): void => setDraft(next === null ? null : withFault(committed, name, held(next)));
  const offered = palette().filter(({ kind }) => allows(kind) || kind === fault.kind);
  return (
    <div className={`line-above ${styles.editor}`}>
      <ChooseRow
        label={panel.fault.kind}
        value={fault.kind}
        options={offered.map(({ kind }) => ({ id: kind, label: textsOf(words, kind).name }))}
        onChange={(kind) => change(adapted(changedKind(fault, kind, committed, all)))}
      />
      {'process' in fault && (
        <ProcessRow
          label={panel.fault.process}
          value={fault.process}
          ids={ids}
          onChange={(id) => change(moved(fault, id))}
        />
      )}
      {'from' in fault && (
        <>
          <ProcessPills
            label={panel.fault.from}
            ids={ids}
            chosen={fault.from}
            onChange={(from) => change({ ...fault, from })}
          />
          <ProcessPills
            label={panel.fault.to}
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
      <ChoiceRows fault={fault} ids={all} onCommit={change} />
      <OwnFields fault={fault} onDraft={draft} onCommit={change} />
    </div>
  );
}

/** The numbers and words of the fault's own kind. */
function OwnFields({ fault, onDraft, onCommit }: EditProps<Fault> & { readonly fault: Fault }) {
  return Object.entries(kindCalled(fault.kind).fields)
    .filter(([, field]) => field.appliesTo?.(fault) ?? true)
    .map(([key, field]) => (
      <FieldRow
        key={key}
        field={field}
        value={valueIn(fault, key) ?? field.default}
        onDraft={(value) => onDraft(value === null ? null : withValue(fault, key, value))}
        onCommit={(value) => onCommit(withValue(fault, key, value))}
      />
    ));
}

/** If a fault is anchored to a step of its own process, the anchor moves with it to another client. */
function moved(fault: Extract<Fault, { process: ProcessId }>, process: ProcessId): Fault {
  const { when } = fault;
  const isOwnStep = (when.kind === 'step' || when.kind === 'effect') && when.process === fault.process;
  return isOwnStep && isClient(process) ? { ...fault, process, when: { ...when, process } } : { ...fault, process };
}
