// A number edited in place: typed, or by the slider that opens under it. Out of range, the old value stays in effect.
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react';
import { formatNumber } from '../format';
import { useWords } from '../i18n';
import styles from './Field.module.css';
import { type NumberRange, readNumber, type TypedNumber } from './readNumber';
import { positionMax, positionOf, valueAt } from './sliderScale';

export interface EditProps<T> {
  /** Shown while it is being changed; null: back to what is committed. */
  readonly onDraft: (value: T | null) => void;
  readonly onCommit: (value: T) => void;
}

interface NumberFieldProps extends EditProps<number> {
  readonly label: string;
  readonly help?: string | undefined;
  readonly field: NumberRange & { readonly step: number };
  readonly value: number;
}

export function NumberField({ label, help, field, value, onDraft, onCommit }: NumberFieldProps) {
  const words = useWords();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const read = typed === null ? null : readNumber(typed, field);
  const problem = read?.ok === false ? problemText(words, read, field, value) : null;

  const finish = (): void => {
    // The draft shows what was typed already, so whether anything changed is for the store to say.
    if (read?.ok === true) onCommit(read.value);
    else onDraft(null);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && read?.ok !== false) finish();
    if (event.key === 'Escape' && typed !== null) {
      setTyped(null);
      onDraft(null);
      event.stopPropagation();
    }
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const stepped = stepFrom(read?.ok === true ? read.value : value, by * (event.shiftKey ? 10 : 1), field);
    setTyped(String(stepped));
    onDraft(stepped);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches whether the focus is inside.
    <div
      className={styles.row}
      onFocus={() => setOpen(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div className={styles.line}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <span className={styles.value}>
          <input
            id={id}
            className={styles.input}
            style={{ width: `${Math.max(2, (typed ?? formatNumber(value)).length) + 1}ch` }}
            inputMode={field.unit === 'count' ? 'numeric' : 'decimal'}
            autoComplete="off"
            spellCheck={false}
            value={typed ?? formatNumber(value)}
            aria-invalid={problem !== null}
            aria-describedby={open ? `${id}-help` : undefined}
            onFocus={(event) => event.currentTarget.select()}
            onPointerDown={(event) => {
              // The first press selects all, so that typing replaces it; the next ones place the caret.
              if (document.activeElement === event.currentTarget) return;
              event.preventDefault();
              event.currentTarget.focus();
            }}
            onChange={(event) => {
              setTyped(event.target.value);
              const next = readNumber(event.target.value, field);
              onDraft(next.ok ? next.value : null);
            }}
            onBlur={finish}
            onKeyDown={onKeyDown}
          />
          {unitText(field.unit)}
        </span>
      </div>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {open && (
        <>
          <ValueSlider
            field={field}
            value={read?.ok === true ? read.value : value}
            onDraft={(next) => {
              setTyped(null);
              onDraft(next);
            }}
            onCommit={onCommit}
          />
          <p id={`${id}-help`} className={styles.help}>
            {help} {formatNumber(field.min)} … {formatNumber(field.max)} {unitText(field.unit)}
          </p>
        </>
      )}
    </div>
  );
}

interface ValueSliderProps extends EditProps<number> {
  readonly field: NumberRange & { readonly step: number };
  readonly value: number;
}

function ValueSlider({ field, value, onDraft, onCommit }: ValueSliderProps) {
  const [moving, setMoving] = useState<number | null>(null);
  const shown = moving ?? value;
  const finish = (): void => {
    if (moving === null) return;
    setMoving(null);
    onCommit(moving);
  };
  return (
    <input
      type="range"
      className={styles.slider}
      style={{ '--share': `${(positionOf(shown, field) / positionMax) * 100}%` } as CSSProperties}
      // For the pointer alone: the number above says the same, and its arrow keys step it.
      aria-hidden
      tabIndex={-1}
      min={0}
      max={positionMax}
      step={1}
      value={positionOf(shown, field)}
      onChange={(event) => {
        const next = valueAt(Number(event.target.value), field);
        setMoving(next);
        onDraft(next);
      }}
      onPointerUp={finish}
      onKeyUp={finish}
      onBlur={finish}
    />
  );
}

/** What stands behind a number of this unit. */
export const unitText = (unit: NumberRange['unit']): string => (unit === 'ms' || unit === 'ppm' ? unit : '');

function stepFrom(value: number, steps: number, field: NumberRange & { readonly step: number }): number {
  const next = Math.min(field.max, Math.max(field.min, value + steps * field.step));
  return Number(next.toFixed(10));
}

function problemText(
  words: ReturnType<typeof useWords>,
  read: Extract<TypedNumber, { ok: false }>,
  field: NumberRange,
  value: number,
): string {
  const shown = `${formatNumber(value)} ${unitText(field.unit)}`.trim();
  switch (read.problem) {
    case 'not-number':
      return words('settings.notNumber', { value: shown });
    case 'not-whole':
      return words('settings.whole', { value: shown });
    case 'out-of-range':
      return words('settings.range', { min: formatNumber(field.min), max: formatNumber(field.max), value: shown });
    default:
      return read.problem satisfies never;
  }
}
