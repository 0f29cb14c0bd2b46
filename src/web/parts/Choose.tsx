// The browser's own select with the page's look, for the many small choices of a panel.
import type { ComponentProps } from 'react';
import styles from './Choose.module.css';

export interface ChooseOption<Id extends string = string> {
  readonly id: Id;
  readonly label: string;
  /** The name of its group. Options of one group stand together. */
  readonly group?: string;
}

interface ChooseProps<Id extends string> extends Omit<ComponentProps<'select'>, 'onChange' | 'value'> {
  readonly label: string;
  readonly value: string;
  readonly options: readonly ChooseOption<Id>[];
  readonly onChange: (id: Id) => void;
  readonly look?: 'boxed' | 'bare';
}

export function Choose<Id extends string>({
  label,
  value,
  options,
  onChange,
  look = 'boxed',
  className,
  ...rest
}: ChooseProps<Id>) {
  const choose = (id: string): void => {
    const chosen = options.find((option) => option.id === id);
    if (chosen !== undefined) onChange(chosen.id);
  };
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <select
      aria-label={label}
      value={value}
      className={`${styles.choose} ${styles[look]} ${className ?? ''}`}
      onChange={(event) => choose(event.target.value)}
      {...rest}
    >
      {groups.map((group) => {
        const listed = options.filter((option) => option.group === group).map(optionOf);
        return group === undefined ? (
          listed
        ) : (
          <optgroup key={group} label={group}>
            {listed}
          </optgroup>
        );
      })}
    </select>
  );
}

const optionOf = ({ id, label }: ChooseOption) => (
  <option key={id} value={id}>
    {label}
  </option>
);
