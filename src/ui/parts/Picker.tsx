// Chooses one of many from a list in groups: a quiet name, then what is chosen.
import { Check, ChevronDown } from 'lucide-react';
import { Select } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Picker.module.css';

export interface PickerOption {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
}

export interface PickerGroup {
  readonly label?: string;
  readonly options: readonly PickerOption[];
}

interface PickerProps {
  readonly label: string;
  /** Shown before the choice; the label where it is absent. */
  readonly value: string;
  /** What stands in the button; the chosen option's label where it is absent. */
  readonly shown?: ReactNode;
  readonly groups: readonly PickerGroup[];
  readonly onChange: (id: string) => void;
  readonly bare?: boolean;
  readonly className?: string | undefined;
}

export function Picker({ label, value, shown, groups, onChange, bare = false, className }: PickerProps) {
  return (
    <Select.Root value={value} onValueChange={onChange}>
      <Select.Trigger aria-label={label} className={`${styles.trigger} ${className ?? ''}`}>
        {!bare && <span className={styles.name}>{label}</span>}
        <span className={styles.value}>
          <Select.Value>{shown}</Select.Value>
        </span>
        <Select.Icon className={styles.arrow}>
          <ChevronDown size={14} aria-hidden />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Content position="popper" sideOffset={4} collisionPadding={8} className={styles.content}>
          <Select.Viewport>
            {groups.map((group, i) => (
              <Select.Group key={group.label ?? i} className={styles.group}>
                {group.label !== undefined && <Select.Label className={styles.label}>{group.label}</Select.Label>}
                {group.options.map((option) => (
                  <Option key={option.id} option={option} />
                ))}
              </Select.Group>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  );
}

function Option({ option }: { readonly option: PickerOption }) {
  return (
    <Select.Item value={option.id} className={styles.option}>
      <span className={styles.tick}>
        <Select.ItemIndicator>
          <Check size={14} aria-hidden />
        </Select.ItemIndicator>
      </span>
      <span className={styles.words}>
        <Select.ItemText>{option.label}</Select.ItemText>
        {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
      </span>
    </Select.Item>
  );
}
