// Latency: constant, or spread over four rising quantiles. When closed, it is one line.
import { useId, useState } from 'react';
import type { LatencyField } from '../../core/model/scenario/fields';
import type { Latency } from '../../core/model/scenario/scenario';
import { formatNumber } from '../../core/model/values/format';
import { Segmented } from '../parts/Segmented';
import { useWords } from '../words/i18n';
import styles from './Field.module.css';
import { type EditProps, NumberField } from './NumberField';

interface LatencyRowsProps extends EditProps<Latency> {
  readonly field: LatencyField;
  readonly name: string;
  readonly help: string;
  readonly value: Latency;
}

const quantiles = ['min', 'p50', 'p99', 'max'] as const;
type Quantile = (typeof quantiles)[number];
type Spread = Exclude<Latency, number>;

export function LatencyRows({ field, name, help, value, onDraft, onCommit }: LatencyRowsProps) {
  const words = useWords();
  const id = useId();
  const [open, setOpen] = useState(false);
  const isFixed = typeof value === 'number';
  return (
    <div className={styles.row}>
      <button
        type="button"
        className={`${styles.line} wide leading`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.label}>{name}</span>
        <span className="baseline firm gap-1 inline">
          <span className="digits pad-y-1 pad-x-1">{shownLatency(value)}</span>ms
        </span>
      </button>
      {open && (
        <div id={id} className={styles.nested}>
          <p className="quiet normal tight below-4">{help}</p>
          <Segmented
            look="small"
            label={name}
            value={isFixed ? 'fixed' : 'spread'}
            options={[
              { id: 'fixed', label: words.settings.fixed },
              { id: 'spread', label: words.settings.spread },
            ]}
            onChange={(shape) =>
              onCommit(shape === 'fixed' ? typicalOf(value) : spreadAround(typicalOf(value), field.max))
            }
          />
          {isFixed ? (
            <NumberField label={words.settings.always} {...{ field, value, onDraft, onCommit }} />
          ) : (
            <Quantiles field={field} value={value} onDraft={onDraft} onCommit={onCommit} />
          )}
        </div>
      )}
    </div>
  );
}

interface QuantilesProps extends EditProps<Latency> {
  readonly field: LatencyField;
  readonly value: Spread;
}

/** Four numbers that must rise. A number that breaks the order is refused, and the old ones stay. */
function Quantiles({ field, value, onDraft, onCommit }: QuantilesProps) {
  const words = useWords();
  const [unordered, setUnordered] = useState(false);
  const changed = (quantile: Quantile, next: number): Spread | null => {
    const spread = { ...value, [quantile]: next };
    const rises = spread.min <= spread.p50 && spread.p50 <= spread.p99 && spread.p99 <= spread.max;
    setUnordered(!rises);
    return rises ? spread : null;
  };
  return (
    <>
      {quantiles.map((quantile) => (
        <NumberField
          key={quantile}
          label={words.settings[quantile]}
          field={field}
          value={value[quantile]}
          onDraft={(next) => onDraft(next === null ? null : changed(quantile, next))}
          onCommit={(next) => {
            const spread = changed(quantile, next);
            if (spread === null) onDraft(null);
            else onCommit(spread);
          }}
        />
      ))}
      {unordered && (
        <p role="alert" className="normal tight below-3 broken">
          {words.settings.rising(`${shownLatency(value)} ms`)}
        </p>
      )}
    </>
  );
}

const shownLatency = (value: Latency): string =>
  typeof value === 'number' ? formatNumber(value) : `${formatNumber(value.p50)} … ${formatNumber(value.p99)}`;

const typicalOf = (latency: Latency): number => (typeof latency === 'number' ? latency : latency.p50);

/** A spread with the same median, shaped like the links of a data center: with a long tail to the right. */
function spreadAround(typical: number, max: number): Latency {
  const at = (factor: number): number => Math.min(max, Math.round(typical * factor));
  return { min: at(0.5), p50: at(1), p99: at(4), max: at(8) };
}
