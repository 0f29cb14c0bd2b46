// A browser's own select in the page's look: for the many small choices of a panel.
import type { ComponentProps } from 'react';
import styles from './Choose.module.css';

export interface ChooseOption {
  readonly id: string;
  readonly label: string;
}

interface ChooseProps extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly options: readonly ChooseOption[];
  readonly onChange: (id: string) => void;
  readonly look?: 'boxed' | 'bare';
}

export function Choose({ label, value, options, onChange, look = 'boxed', className, ...rest }: ChooseProps) {
  return (
    <select
      aria-label={label}
      value={value}
      className={`${styles.choose} ${styles[look]} ${className ?? ''}`}
      onChange={(event) => onChange(event.target.value)}
      {...rest}
    >
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
