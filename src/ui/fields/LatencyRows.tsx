// Latency: always the same, or spread over four rising quantiles.
import { useState } from 'react';
import type { Latency } from '../../model/scenario';
import type { LatencyField } from '../../model/settingsFields';
import { useWords } from '../i18n';
import { Choose } from '../parts/Choose';
import styles from './Field.module.css';
import { type EditProps, NumberField } from './NumberField';

interface LatencyRowsProps extends EditProps<Latency> {
  readonly field: LatencyField;
  readonly name: string;
  readonly help: string | undefined;
  readonly value: Latency;
}

const quantiles = ['min', 'p50', 'p99', 'max'] as const;

export function LatencyRows({ field, name, help, value, onDraft, onCommit }: LatencyRowsProps) {
  const words = useWords();
  const [unordered, setUnordered] = useState(false);
  const numberField = { ...field, kind: 'number' as const };
  const isFixed = typeof value === 'number';

  const withQuantile = (quantile: (typeof quantiles)[number], next: number): Latency | null => {
    if (typeof value === 'number') return null;
    const spread = { ...value, [quantile]: next };
    const rises = spread.min <= spread.p50 && spread.p50 <= spread.p99 && spread.p99 <= spread.max;
    setUnordered(!rises);
    return rises ? spread : null;
  };

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
            value={isFixed ? 'fixed' : 'spread'}
            options={[
              { id: 'fixed', label: words('settings.fixed') },
              { id: 'spread', label: words('settings.spread') },
            ]}
            onChange={(id) => onCommit(id === 'fixed' ? typicalOf(value) : spreadAround(typicalOf(value), field.max))}
          />
        </div>
      </div>
      {typeof value === 'number' ? (
        <NumberField
          label={`${name}, ms`}
          help={help}
          field={numberField}
          value={value}
          onDraft={onDraft}
          onCommit={onCommit}
        />
      ) : (
        quantiles.map((quantile) => (
          <NumberField
            key={quantile}
            label={`${name}, ${words(`settings.${quantile}`)}`}
            field={numberField}
            value={value[quantile]}
            onDraft={(next) => onDraft(next === null ? null : withQuantile(quantile, next))}
            onCommit={(next) => {
              const spread = withQuantile(quantile, next);
              if (spread === null) onDraft(null);
              else onCommit(spread);
            }}
          />
        ))
      )}
      {unordered && (
        <p role="alert" className={styles.problem}>
          {words('settings.rising', {
            value: isFixed ? value : quantiles.map((quantile) => value[quantile]).join(' · '),
          })}
        </p>
      )}
    </>
  );
}

const typicalOf = (latency: Latency): number => (typeof latency === 'number' ? latency : latency.p50);

/** A spread with the same middle, shaped as the links of a data centre are: a long tail to the right. */
function spreadAround(typical: number, max: number): Latency {
  const at = (factor: number): number => Math.min(max, Math.round(typical * factor));
  return { min: at(0.5), p50: at(1), p99: at(4), max: at(8) };
}
