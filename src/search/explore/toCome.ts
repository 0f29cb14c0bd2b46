/** How long a search will be, as far as that is known. */
import type { Searched } from './search';

/** A space of more runs is not begun. A machine would be at it for days. */
export const runsMost = 100_000_000;

/** The runs that are still to come after those with one fault. Half of the places come after a place, on average. */
export function runsToCome({ all, places }: Pick<Searched, 'all' | 'places'>, faultsMax: number): number {
  const each = Math.ceil((places[0] ?? 0) / 2);
  return faultsMax < 3 ? all * each : all * each * (1 + Math.ceil((each * 2) / 3));
}
