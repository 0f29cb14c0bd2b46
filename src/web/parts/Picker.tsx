// Chooses one of many from a list in groups: a quiet name, then the choice. It is the browser's own select, which
// people, screen readers and phones know. It is styled if the browser allows that.
import { ChevronDown } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import styles from './Picker.module.css';

export interface PickerOption {
  readonly id: string;
  readonly label: string;
}

export interface PickerGroup {
  readonly label?: string;
  readonly options: readonly PickerOption[];
}

interface PickerProps {
  readonly label: string;
  /** Shown before the choice if the label is too long for it. */
  readonly name?: string;
  readonly value: string;
  /** The text on the button, which may say more than the option. */
  readonly buttonText: ReactNode;
  readonly groups: readonly PickerGroup[];
  readonly onChange: (id: string) => void;
  /** Instead of a box that has the name. */
  readonly className?: string | undefined;
}

export function Picker({ label, name = label, value, buttonText, groups, onChange, className }: PickerProps) {
  return (
    <span className={className ?? `edges ${styles.picker}`}>
      {className === undefined && (
        <span className="firm quiet normal" aria-hidden>
          {name}
        </span>
      )}
      <span className={`narrows ${styles.value}`} aria-hidden>
        {buttonText}
      </span>
      <ChevronDown size={14} aria-hidden className="quiet far" />
      <select
        aria-label={label}
        className={`wide hand over ${styles.select}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {groups.map((group) =>
          group.label === undefined ? (
            <Fragment key="">{optionsOf(group)}</Fragment>
          ) : (
            <optgroup key={group.label} label={group.label}>
              {optionsOf(group)}
            </optgroup>
          ),
        )}
      </select>
    </span>
  );
}

const optionsOf = ({ options }: PickerGroup) =>
  options.map(({ id, label }) => (
    <option key={id} value={id}>
      {label}
    </option>
  ));
