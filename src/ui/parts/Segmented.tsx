// One of a few, side by side: ink marks the chosen one.
import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Segmented.module.css';

export interface SegmentedOption<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
  /** What a screen reader says, where the label is a picture. */
  readonly name?: string;
  readonly title?: string;
}

interface SegmentedProps<Id extends string> {
  readonly label: string;
  readonly value: Id;
  readonly options: readonly SegmentedOption<Id>[];
  readonly onChange: (id: Id) => void;
  readonly small?: boolean;
}

export function Segmented<Id extends string>({ label, value, options, onChange, small = false }: SegmentedProps<Id>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      className={`${styles.group} ${small ? styles.small : ''}`}
      onValueChange={(id) => {
        // Pressing the chosen one again would leave none chosen.
        if (id !== '') onChange(id as Id);
      }}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.id}
          value={option.id}
          aria-label={option.name}
          title={option.title}
          className={styles.item}
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
