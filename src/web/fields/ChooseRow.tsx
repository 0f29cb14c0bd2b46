// A row of fields that ends with a choice.

import { Choose, type ChooseOption } from '../parts/Choose';
import styles from './Choices.module.css';

interface ChooseRowProps<Id extends string> {
  readonly label: string;
  readonly value: string;
  readonly options: readonly ChooseOption<Id>[];
  readonly onChange: (id: Id) => void;
}

export function ChooseRow<Id extends string>({ label, value, options, onChange }: ChooseRowProps<Id>) {
  return (
    <div className={styles.field}>
      <span aria-hidden>{label}</span>
      <Choose look="bare" label={label} value={value} options={options} onChange={onChange} />
    </div>
  );
}
