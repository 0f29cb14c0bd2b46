// When a fault is injected: at a time, at a step of a client, or around a request.

import { stepsOf } from '../../core/model/effects/connection';
import type { When } from '../../core/model/scenario/fault';
import { isClient, type ProcessId } from '../../core/model/scenario/processId';
import { nameOf } from '../../core/model/scenario/processName';
import { whenFields } from '../../core/model/scenario/whenFields';
import type { Run } from '../../core/model/trace/run';
import { toMs } from '../../core/model/values/time';
import { ChooseRow } from '../fields/ChooseRow';
import type { EditProps } from '../fields/NumberField';
import type { ChooseOption } from '../parts/Choose';
import { useCursor } from '../state/cursor';
import { currentParts } from '../state/parts';
import { useWords } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { NumberRow, ProcessRow, withNamed } from './rows';

interface WhenRowsProps extends EditProps<When> {
  readonly when: When;
  /** The process that the fault hits, if it hits one. */
  readonly process: ProcessId | null;
  readonly run: Run;
}

export function WhenRows({ when, process, run, onDraft, onCommit }: WhenRowsProps) {
  const panel = usePanelWords();
  const kinds: readonly ChooseOption<When['kind']>[] = [
    { id: 'time', label: panel.fault.atTime },
    { id: 'step', label: panel.fault.atStep },
    { id: 'request', label: panel.fault.atRequest },
    // This choice has no control. A fault that already has it shows and keeps it.
    ...(when.kind === 'effect' ? [{ id: 'effect' as const, label: panel.fault.atEffect }] : []),
  ];
  return (
    <>
      <ChooseRow
        label={panel.fault.happens}
        value={when.kind}
        options={kinds}
        onChange={(kind) => onCommit(whenOfKind(kind, when, process, run))}
      />
      {when.kind === 'time' && (
        <NumberRow
          {...{ onDraft, onCommit }}
          field={whenFields.at}
          value={when.at}
          having={(at) => ({ ...when, at })}
        />
      )}
      {when.kind === 'step' && <StepRows when={when} run={run} onDraft={onDraft} onCommit={onCommit} />}
      {when.kind === 'request' && <RequestRows when={when} run={run} onCommit={onCommit} />}
      {when.kind !== 'time' && (
        <NumberRow
          {...{ onDraft, onCommit }}
          field={whenFields.nth}
          value={when.nth}
          having={(nth) => ({ ...when, nth })}
        />
      )}
    </>
  );
}

type StepWhen = Extract<When, { kind: 'step' }>;

function StepRows({ when, run, onDraft, onCommit }: { readonly when: StepWhen; readonly run: Run } & EditProps<When>) {
  const { moment } = useWords();
  const panel = usePanelWords();
  const clients = idsOf(run).filter(isClient);
  const steps = stepsOf(run.scenario, currentParts());
  return (
    <>
      <ProcessRow
        label={panel.fault.step}
        value={when.process}
        ids={clients}
        onChange={(id) => onCommit({ ...when, process: id })}
      />
      <ChooseRow
        label={panel.fault.stepName}
        value={when.step}
        options={withNamed(steps, when.step).map((id) => ({ id, label: moment.step(id) }))}
        onChange={(step) => onCommit({ ...when, step })}
      />
      <NumberRow
        {...{ onDraft, onCommit }}
        field={whenFields.plus}
        value={when.plus ?? 0}
        having={(plus) => ({ ...when, plus })}
      />
    </>
  );
}

type RequestWhen = Extract<When, { kind: 'request' }>;

function RequestRows({
  when,
  run,
  onCommit,
}: { readonly when: RequestWhen; readonly run: Run } & Pick<EditProps<When>, 'onCommit'>) {
  const words = useWords();
  const panel = usePanelWords();
  const ids = idsOf(run);
  const clients = ids.filter(isClient);
  const servers = ids.filter((id) => !isClient(id));
  const { from: _, ...fromAny } = when;
  return (
    <>
      <ProcessRow
        label={panel.fault.requestTo}
        value={when.to}
        ids={servers}
        onChange={(id) => onCommit({ ...when, to: id })}
      />
      <ChooseRow
        label={panel.fault.requestFrom}
        value={when.from ?? 'any'}
        options={[
          { id: 'any', label: panel.fault.anyClient },
          ...withNamed(clients, when.from ?? 'client1').map((id) => ({ id, label: nameOf(id, words.process) })),
        ]}
        onChange={(id) => onCommit(id === 'any' ? fromAny : { ...when, from: id })}
      />
      <ChooseRow
        label={panel.fault.side}
        value={when.side}
        options={[
          { id: 'before', label: panel.fault.before },
          { id: 'after', label: panel.fault.after },
        ]}
        onChange={(side) => onCommit({ ...when, side: side === 'before' ? 'before' : 'after' })}
      />
    </>
  );
}

function whenOfKind(kind: When['kind'], before: When, process: ProcessId | null, run: Run): When {
  const client = process !== null && isClient(process) ? process : 'client1';
  const server = process !== null && !isClient(process) ? process : 'nodeA';
  switch (kind) {
    case 'time':
      return { kind, at: Math.round(toMs(useCursor.getState().at)) };
    case 'step':
      return { kind, process: client, step: stepsOf(run.scenario, currentParts())[0] ?? 'acquire', nth: 1 };
    case 'request':
      return { kind, to: server, side: 'before', nth: 1 };
    case 'effect':
      return before;
    default:
      return kind satisfies never;
  }
}

const idsOf = (run: Run): readonly ProcessId[] => run.trace.header.processes.map(({ id }) => id);
