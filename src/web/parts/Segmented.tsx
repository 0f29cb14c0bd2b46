// Chooses one of a few, side by side. These are the browser's own radio buttons; the chosen one is inked.
import { type ReactNode, useId } from 'react';
import styles from './Segmented.module.css';

export interface SegmentedOption<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  /** The accessible name, if the label is a picture or short. */
  readonly name?: string;
  readonly title?: string;
  /** It cannot be chosen; the title says why. */
  readonly isOff?: boolean;
}

interface SegmentedProps<Id extends string> {
  readonly label: string;
  /** If no option has this id, none is chosen. */
  readonly value: Id;
  readonly options: readonly SegmentedOption<Id>[];
  readonly onChange: (id: Id) => void;
  /** The key that goes from one to the next. */
  readonly keys?: string;
  readonly look?: 'boxed' | 'small' | 'loose' | 'pills' | 'answers';
}

export function Segmented<Id extends string>({
  label,
  value,
  options,
  onChange,
  keys,
  look = 'boxed',
}: SegmentedProps<Id>) {
  const group = useId();
  return (
    <fieldset className={`${styles.group} ${styles[look]}`} data-keys={keys}>
      <legend className="hidden">{label}</legend>
      {options.map(({ id, label: content, name, title, isOff }) => (
        <label
          key={id}
          className={`chip anchor gap-3 centred pad-x-5 nowrap hand inks ${styles.item}`}
          {...(isOff === true ? { 'data-tip': title, 'aria-disabled': true } : { title })}
        >
          <input
            type="radio"
            name={group}
            value={id}
            className={`over wide tall flush hand ${styles.radio}`}
            aria-label={name}
            checked={id === value}
            disabled={isOff}
            onChange={() => onChange(id)}
          />
          {content}
        </label>
      ))}
    </fieldset>
  );
}
