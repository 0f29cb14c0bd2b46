// Below the minimap: when the faults could still have ended for the run to end well, and since when that was too late.
// “Why” says it in words.
import { fromMs } from '../../core/model/values/time';
import type { Stretch } from '../../picture/layout/timeAxis';
import type { ChanceSpan } from '../../search/late/tooLate';
import styles from './Minimap.module.css';

interface LateStripProps {
  readonly spans: readonly ChanceSpan[];
  readonly fit: Stretch;
  readonly width: number;
}

export function LateStrip({ spans, fit, width }: LateStripProps) {
  const x = (ms: number): number => Math.min(width, (fromMs(ms) / fit.to) * width);
  return (
    <svg width={width} height={4} className={`block over ${styles.late}`} aria-hidden data-late>
      {spans.map(({ from, to, chance }) => (
        <rect key={from} x={x(from)} width={Math.max(0, x(to + 1) - x(from))} height={4} data-chance={chance} />
      ))}
    </svg>
  );
}
