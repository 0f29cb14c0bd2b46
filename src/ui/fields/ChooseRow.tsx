// A line of fields with a choice at its end.

import { Choose, type ChooseOption } from '../parts/Choose';
import styles from './Choices.module.css';

interface ChooseRowProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly ChooseOption[];
  readonly onChange: (id: string) => void;
}

export function ChooseRow({ label, value, options, onChange }: ChooseRowProps) {
  return (
    <div className={styles.field}>
      <span aria-hidden>{label}</span>
      <Choose look="bare" label={label} value={value} options={options} onChange={onChange} />
    </div>
  );
}
