// The control of a described setting of any kind: one line with its name and its value.

import { useId } from 'react';
import type {
  ChoiceField,
  FlagField,
  NumberOrWordField,
  SettingField,
  WordInPlace,
} from '../../core/model/scenario/fields';
import type { Latency } from '../../core/model/scenario/scenario';
import { withColon } from '../../core/model/values/joinedTexts';
import { Choose } from '../parts/Choose';
import { useText, useWords } from '../words/i18n';
import styles from './Field.module.css';
import { LatencyRows } from './LatencyRows';
import { type EditProps, NumberField } from './NumberField';

interface FieldRowProps extends EditProps<unknown> {
  readonly field: SettingField;
  readonly value: unknown;
  /** Replaces the field's own label. */
  readonly label?: string;
}

export function FieldRow({ field, value, label, onDraft, onCommit }: FieldRowProps) {
  const text = useText();
  const name = label ?? text(field.label);
  const help = text(field.help);
  const shared = { name, help, onDraft, onCommit };
  switch (field.kind) {
    case 'number':
      return <NumberField label={name} {...{ help, field, onDraft, onCommit }} value={Number(value)} />;
    case 'flag':
      return <FlagRow {...shared} field={field} value={value === true} />;
    case 'choice':
      return <ChoiceRow {...shared} field={field} value={String(value)} />;
    case 'number-or-word':
      return <WordRow {...shared} field={field} value={typeof value === 'number' ? value : field.word.id} />;
    case 'latency':
      return <LatencyRows {...shared} field={field} value={value as Latency} />;
    default:
      return field satisfies never;
  }
}

interface RowProps<F, T> extends EditProps<T> {
  readonly field: F;
  readonly name: string;
  readonly help: string;
  readonly value: T;
}

function FlagRow({ name, help, value, onCommit }: RowProps<FlagField, boolean>) {
  const id = useId();
  return (
    <div className={styles.row} title={help}>
      <div className={styles.line}>
        <label htmlFor={id} className={styles.label}>
          {name}
        </label>
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={value}
          className={`firm flush on-soft hand anchor rounded ${styles.switch}`}
          checked={value}
          onChange={(event) => onCommit(event.target.checked)}
        />
      </div>
    </div>
  );
}

function ChoiceRow({ field, name, help, value, onCommit }: RowProps<ChoiceField, string>) {
  const text = useText();
  return (
    <div className={styles.row} title={help}>
      <div className={styles.line}>
        <span className={styles.label} aria-hidden>
          {name}
        </span>
        <Choose
          look="bare"
          label={name}
          value={value}
          options={field.options.map((option) => ({ id: option.id, label: text(option.label) }))}
          onChange={onCommit}
        />
      </div>
    </div>
  );
}

/** A number, or a word that replaces it: `to the end`. */
function WordRow({ field, name, help, value, onDraft, onCommit }: RowProps<NumberOrWordField, number | WordInPlace>) {
  const text = useText();
  const words = useWords();
  const numberPreset = typeof field.default === 'number' ? field.default : Math.max(field.min, 1000);
  const word = text(field.word.label);
  return (
    <>
      <div className={styles.row} title={help}>
        <div className={styles.line}>
          <span className={styles.label} aria-hidden>
            {name}
          </span>
          <Choose
            look="bare"
            label={name}
            value={typeof value === 'number' ? 'number' : 'word'}
            options={[
              { id: 'word', label: word },
              { id: 'number', label: words.settings.aTime },
            ]}
            onChange={(id) => onCommit(id === 'word' ? field.word.id : numberPreset)}
          />
        </div>
      </div>
      {typeof value === 'number' && (
        <NumberField label={withColon(name, words.settings.aTime)} {...{ help, field, value, onDraft, onCommit }} />
      )}
    </>
  );
}
