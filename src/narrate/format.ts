/** Times in figures, the same in every engine and language: no locale is asked. */
import type { Micros } from '../model/time';

const minus = '−';

/** An instant of the run: `0.62 s`. */
export const formatAt = (micros: Micros): string => `${(micros / 1e6).toFixed(2)} s`;

/** An instant to the millisecond, for columns: `0.620`. */
export const formatAtFine = (micros: Micros): string => (micros / 1e6).toFixed(3);

/** A length of time: `0.4 ms`, `905 ms`, `1.905 s`, `2.90 s`. */
export function formatLength(micros: Micros): string {
  const sign = micros < 0 ? minus : '';
  const size = Math.abs(micros);
  if (size >= 1e6) return `${sign}${(size / 1e6).toFixed(3).replace(/0$/, '')} s`;
  const ms = size / 1000;
  if (ms < 0.1 && ms > 0) return `${sign}${ms.toFixed(3)} ms`;
  return `${sign}${ms < 10 && !Number.isInteger(ms) ? ms.toFixed(1) : ms.toFixed(0)} ms`;
}
