/** Whether two runs are one. */
import type { Trace } from '../model/trace';

const columns = ['at', 'kind', 'process', 'a', 'b', 'c', 'd', 'e', 'f'] as const;

/** The first event in which two traces differ. −1: none. */
export function firstDifference(one: Trace, other: Trace): number {
  const both = Math.min(one.count, other.count);
  for (let seq = 0; seq < both; seq++) if (columns.some((name) => one[name]?.[seq] !== other[name]?.[seq])) return seq;
  return one.count === other.count ? -1 : both;
}
