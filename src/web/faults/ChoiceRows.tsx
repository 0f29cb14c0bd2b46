// The fields of a fault besides its numbers: a word, a process, some processes. Each can be left out or chosen.
import type { Fault } from '../../core/model/scenario/fault';
import {
  type FaultChoice,
  type ProcessesChoice,
  valueIn,
  withoutValue,
  withValue,
} from '../../core/model/scenario/faultKind';
import type { ProcessId } from '../../core/model/scenario/processId';
import { nameOf } from '../../core/model/scenario/processName';
import { kindCalled } from '../edit/kinds';
import { ChooseRow } from '../fields/ChooseRow';
import { ProcessPills } from '../fields/ProcessPills';
import type { ChooseOption } from '../parts/Choose';
import { useText, useWords } from '../words/i18n';

interface ChoiceRowsProps {
  readonly fault: Fault;
  readonly ids: readonly ProcessId[];
  readonly onCommit: (fault: Fault) => void;
}

export function ChoiceRows({ fault, ids, onCommit }: ChoiceRowsProps) {
  const { choices = [] } = kindCalled(fault.kind);
  return choices
    .filter((choice) => choice.appliesTo?.(fault) ?? true)
    .map((choice) => <ChoiceRow key={choice.name} choice={choice} fault={fault} ids={ids} onCommit={onCommit} />);
}

/** The label of the option that leaves the field out. */
const absentId = '';
const presentId = 'present';

function ChoiceRow({ choice, fault, ids, onCommit }: ChoiceRowsProps & { readonly choice: FaultChoice }) {
  const text = useText();
  const words = useWords();
  if (choice.offers === 'processes')
    return <ProcessesRow choice={choice} fault={fault} ids={ids} onCommit={onCommit} />;
  const options: readonly ChooseOption[] =
    choice.offers === 'words'
      ? choice.words.map(({ id, label }) => ({ id, label: text(label) }))
      : choice.among(fault, ids).map((id) => ({ id, label: nameOf(id, words.process) }));
  return (
    <ChooseRow
      label={text(choice.label)}
      value={String(valueIn(fault, choice.name) ?? absentId)}
      options={[{ id: absentId, label: text(choice.absent) }, ...options]}
      onChange={(id) =>
        onCommit(id === absentId ? withoutValue(fault, choice.name) : withValue(fault, choice.name, id))
      }
    />
  );
}

function ProcessesRow({ choice, fault, ids, onCommit }: ChoiceRowsProps & { readonly choice: ProcessesChoice }) {
  const text = useText();
  const offered = choice.among(fault, ids);
  const chosen = valueIn(fault, choice.name) as readonly ProcessId[] | undefined;
  return (
    <>
      <ChooseRow
        label={text(choice.label)}
        value={chosen === undefined ? absentId : presentId}
        options={[
          { id: absentId, label: text(choice.absent) },
          { id: presentId, label: text(choice.present) },
        ]}
        onChange={(id) =>
          onCommit(
            id === absentId ? withoutValue(fault, choice.name) : withValue(fault, choice.name, offered.slice(0, 1)),
          )
        }
      />
      {chosen !== undefined && (
        <ProcessPills
          label={text(choice.listLabel)}
          ids={offered}
          chosen={chosen}
          onChange={(some) => onCommit(withValue(fault, choice.name, some))}
        />
      )}
    </>
  );
}
