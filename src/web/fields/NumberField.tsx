// A number that is edited in place: typed, or moved by the slider that opens below. If it is out of range, the old
// value stays in effect.
import { type ChangeEvent, type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { isWhole } from '../../core/model/scenario/fields';
import { formatNumber } from '../../core/model/values/format';
import { positionMax, positionOf, type SliderRange, valueAt } from '../parts/sliderScale';
import { unitText } from '../parts/unitText';
import { useWords } from '../words/i18n';
import styles from './Field.module.css';
import { type NumberRange, readNumber, type TypedNumber } from './readNumber';

/** Runs at once, or when the current press is over. */
function afterPress(run: () => void): void {
  if (!isPressed) {
    run();
    return;
  }
  // The click follows the release, and everything must still be in its place then.
  addEventListener('pointerup', () => setTimeout(run), { once: true });
}

let isPressed = false;

if (typeof document !== 'undefined') {
  const follow = (pressed: boolean) => () => {
    isPressed = pressed;
  };
  document.addEventListener('pointerdown', follow(true), true);
  for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, follow(false), true);
}

export interface EditProps<T> {
  /** Shown while it is being changed; null: the committed value is shown. */
  readonly onDraft: (value: T | null) => void;
  readonly onCommit: (value: T) => void;
}

interface NumberFieldProps extends EditProps<number> {
  readonly label: string;
  readonly help?: string;
  readonly field: NumberRange & { readonly step: number };
  readonly value: number;
}

export function NumberField({ label, help, field, value, onDraft, onCommit }: NumberFieldProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const typed = useTypedNumber({ field, value, onDraft, onCommit });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches whether the focus is inside.
    <div
      className={styles.row}
      onFocus={() => setOpen(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) afterPress(() => setOpen(false));
      }}
    >
      <div className={styles.line}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <span className="baseline firm gap-1 inline">
          <input
            id={id}
            className={`framed on-page edges pad-y-1 pad-x-3 ${styles.input}`}
            // Includes its padding, its border and a caret.
            style={{ width: `calc(${Math.max(2, typed.text.length)}ch + 16px)` }}
            inputMode={isWhole(field) ? 'numeric' : 'decimal'}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={typed.problem !== null}
            aria-describedby={open ? `${id}-help` : undefined}
            onFocus={(event) => event.currentTarget.select()}
            onPointerDown={selectOnFirstPress}
            {...typed.input}
          />
          {unitText(field.unit)}
        </span>
      </div>
      {typed.problem !== null && (
        <p role="alert" className="normal tight below-3 broken">
          {typed.problem}
        </p>
      )}
      {open && (
        <>
          <ValueSlider field={field} value={typed.value} onDraft={typed.slide} onCommit={onCommit} />
          <p id={`${id}-help`} className="quiet normal tight below-4">
            {help} {formatNumber(field.min)} … {formatNumber(field.max)} {unitText(field.unit)}
          </p>
        </>
      )}
    </div>
  );
}

/** The first press selects everything, so that typing replaces it. Later presses place the caret. */
function selectOnFirstPress(event: PointerEvent<HTMLInputElement>): void {
  if (document.activeElement === event.currentTarget) return;
  event.preventDefault();
  event.currentTarget.focus();
}

/**
 * The text while it is being typed. Each key makes a draft as long as the text is a number in range. Enter, or leaving
 * the field, commits it.
 */
function useTypedNumber({ field, value, onDraft, onCommit }: Omit<NumberFieldProps, 'label' | 'help'>) {
  const words = useWords();
  const [typed, setTyped] = useState<string | null>(null);
  const typedNumber = typed === null ? null : readNumber(typed, field);
  const current = typedNumber?.ok === true ? typedNumber.value : value;
  const change = (text: string): void => {
    setTyped(text);
    const next = readNumber(text, field);
    onDraft(next.ok ? next.value : null);
  };
  const finish = (): void => {
    // The draft already shows what was typed, so the store decides whether anything changed.
    if (typedNumber?.ok === true) onCommit(typedNumber.value);
    else onDraft(null);
    if (typedNumber?.ok === false) afterPress(() => setTyped(null));
    else setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && typedNumber?.ok !== false) finish();
    if (event.key === 'Escape' && typed !== null) {
      setTyped(null);
      onDraft(null);
      event.stopPropagation();
    }
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    change(String(stepFrom(current, by * (event.shiftKey ? 10 : 1), field)));
  };
  return {
    text: typed ?? formatNumber(value),
    value: current,
    problem: typedNumber?.ok === false ? problemText(words, typedNumber, field, value) : null,
    slide: (next: number | null): void => {
      setTyped(null);
      onDraft(next);
    },
    input: {
      value: typed ?? formatNumber(value),
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(event.target.value),
      onBlur: finish,
      onKeyDown,
    },
  };
}

interface ValueSliderProps extends EditProps<number> {
  readonly field: SliderRange;
  readonly value: number;
  /** Absent: only for the pointer, since a number beside it has the same value, and its arrow keys step it. */
  readonly label?: string;
  readonly valueText?: string;
}

export function ValueSlider({ field, value, label, valueText, onDraft, onCommit }: ValueSliderProps) {
  const [moving, setMoving] = useState<number | null>(null);
  const currentValue = moving ?? value;
  const finish = (): void => {
    if (moving === null) return;
    setMoving(null);
    onCommit(moving);
  };
  return (
    <input
      type="range"
      className={`block wide flush ${styles.slider}`}
      style={{ '--share': `${(positionOf(currentValue, field) / positionMax) * 100}%` }}
      aria-hidden={label === undefined}
      aria-label={label}
      aria-valuetext={valueText}
      tabIndex={label === undefined ? -1 : 0}
      min={0}
      max={positionMax}
      step={1}
      value={positionOf(currentValue, field)}
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

function stepFrom(value: number, steps: number, field: NumberRange & { readonly step: number }): number {
  const next = Math.min(field.max, Math.max(field.min, value + steps * field.step));
  return Number(next.toFixed(10));
}

function problemText(
  words: ReturnType<typeof useWords>,
  typedNumber: Extract<TypedNumber, { ok: false }>,
  field: NumberRange,
  value: number,
): string {
  const amount = `${formatNumber(value)} ${unitText(field.unit)}`.trim();
  switch (typedNumber.problem) {
    case 'not-number':
      return words.settings.notNumber(amount);
    case 'not-whole':
      return words.settings.whole(amount);
    case 'out-of-range':
      return words.settings.range({ min: formatNumber(field.min), max: formatNumber(field.max), value: amount });
    default:
      return typedNumber.problem satisfies never;
  }
}
