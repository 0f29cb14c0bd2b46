// The cost of the run, as a table. In a comparison, the cost of the other run is beside it.

import type { Run } from '../../core/model/trace/run';
import { type Metric, measures } from '../../core/model/trace/verdict';
import { formatLength, formatNumber } from '../../core/model/values/format';
import { useCompared } from '../compare/titles';
import { useWords } from '../words/i18n';
import styles from './Metrics.module.css';

export function Metrics({ run }: { readonly run: Run }) {
  const columns = useCompared();
  if (columns.length === 0) {
    return (
      <table className={styles.measures}>
        <Rows runs={[run]} />
      </table>
    );
  }
  return (
    <table className={styles.measures}>
      <thead>
        <tr>
          <td className="digits nowrap" />
          {columns.map((column, i) => (
            <th className="regular leading" key={i === 0 ? 'above' : 'below'} scope="col">
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <Rows runs={columns.map((column) => column.run)} />
    </table>
  );
}

function Rows({ runs }: { readonly runs: readonly Run[] }) {
  const words = useWords();
  return (
    <tbody>
      {measures.map((measure) => (
        <tr key={measure}>
          <th className="regular leading" scope="row">
            {words.measure[measure]}
          </th>
          {runs.map((run, i) => (
            <td key={i === 0 ? 'above' : 'below'} className="digits nowrap">
              {measureText(measure, run.verdict.measures[measure])}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

const times: readonly Metric[] = ['freeAfterCrash', 'overlapTime', 'waitMax'];

function measureText(measure: Metric, value: number | null): string {
  if (value === null) return '–';
  return times.includes(measure) ? formatLength(value) : formatNumber(Math.round(value * 10) / 10);
}
