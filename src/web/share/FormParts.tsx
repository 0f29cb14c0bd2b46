// The parts of a form: a line of text, and boxes to tick.
import { type ChangeEvent, type ReactNode, useId } from 'react';
import styles from './Share.module.css';

interface LineProps {
  readonly label: string;
  readonly value: string;
  readonly rows?: number;
  readonly type?: 'text' | 'number';
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

export function Line({ label, value, rows, type = 'text', placeholder, onChange }: LineProps) {
  const id = useId();
  const shared = {
    ...{ id, value, placeholder },
    className: 'framed rounded ink narrows pad-y-3 pad-x-5',
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(target.value),
  };
  return (
    <div className={`grid gap-1 ${styles.line}`}>
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? <input {...shared} type={type} /> : <textarea {...shared} rows={rows} />}
    </div>
  );
}

interface TicksProps<Id extends string> {
  readonly legend: ReactNode;
  readonly options: readonly { readonly id: Id; readonly label: ReactNode }[];
  readonly chosen: ReadonlySet<Id>;
  /** Each on a line of its own, because they are sentences. */
  readonly areLong?: boolean;
  readonly onChange: (chosen: ReadonlySet<Id>) => void;
}

export function Ticks<Id extends string>({ legend, options, chosen, areLong, onChange }: TicksProps<Id>) {
  const toggle = (id: Id): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <fieldset className={styles.ticks} data-long={areLong}>
      <legend>{legend}</legend>
      {options.map(({ id, label }) => (
        <label key={id} className={styles.tick}>
          <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
