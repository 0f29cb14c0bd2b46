/** Estimates the length of a search. */
import type { Searched } from './search';

/** A search of more runs than this does not begin: a machine would take days. */
export const runsMost = 100_000_000;

/** Estimates the runs that follow those with one fault. On average, half of the places come after a place. */
export function searchLength({ all, places }: Pick<Searched, 'all' | 'places'>, faultsMax: number): number {
  const each = Math.ceil((places[0] ?? 0) / 2);
  return faultsMax < 3 ? all * each : all * each * (1 + Math.ceil((each * 2) / 3));
}
