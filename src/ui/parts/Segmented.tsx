// One of a few, side by side: the browser's own radio buttons, with ink on the chosen one.
import { type ReactNode, useId } from 'react';
import styles from './Segmented.module.css';

export interface SegmentedOption<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  /** What a screen reader says, where the label is a picture or short. */
  readonly name?: string;
  readonly title?: string;
}

interface SegmentedProps<Id extends string> {
  readonly label: string;
  /** None is chosen where no option has this id. */
  readonly value: Id;
  readonly options: readonly SegmentedOption<Id>[];
  readonly onChange: (id: Id) => void;
  readonly look?: 'boxed' | 'small' | 'loose';
}

export function Segmented<Id extends string>({ label, value, options, onChange, look = 'boxed' }: SegmentedProps<Id>) {
  const group = useId();
  return (
    <fieldset className={`${styles.group} ${styles[look]}`}>
      <legend className={styles.legend}>{label}</legend>
      {options.map(({ id, label: shown, name, title }) => (
        <label key={id} className={styles.item} title={title}>
          <input
            type="radio"
            name={group}
            value={id}
            className={styles.radio}
            aria-label={name}
            checked={id === value}
            onChange={() => onChange(id)}
          />
          {shown}
        </label>
      ))}
    </fieldset>
  );
}
