// A row of a fault's fields that chooses one process, and one that sets a number.
import type { Field } from '../../core/model/scenario/fields';
import type { ProcessId } from '../../core/model/scenario/processId';
import { nameOf } from '../../core/model/scenario/processName';
import { ChooseRow } from '../fields/ChooseRow';
import { FieldRow } from '../fields/FieldRow';
import type { EditProps } from '../fields/NumberField';
import { useWords } from '../words/i18n';

/** All of these, and the one that the fault names even if the run no longer has it. */
export const withNamed = <Id extends string>(ids: readonly Id[], named: Id): readonly Id[] =>
  ids.includes(named) ? ids : [...ids, named];

interface ProcessRowProps {
  readonly label: string;
  readonly value: ProcessId;
  readonly ids: readonly ProcessId[];
  readonly onChange: (id: ProcessId) => void;
}

export function ProcessRow({ value, ids, ...row }: ProcessRowProps) {
  const words = useWords();
  const options = withNamed(ids, value).map((id) => ({ id, label: nameOf(id, words.process) }));
  return <ChooseRow {...row} value={value} options={options} />;
}

interface NumberRowProps<T> extends EditProps<T> {
  readonly field: Field;
  readonly value: number;
  /** Returns the fault with this number in it. */
  readonly having: (number: number) => T;
}

export const NumberRow = <T,>({ field, value, having, onDraft, onCommit }: NumberRowProps<T>) => (
  <FieldRow
    field={field}
    value={value}
    onDraft={(number) => onDraft(number === null ? null : having(Number(number)))}
    onCommit={(number) => onCommit(having(Number(number)))}
  />
);
