/** Breaks that are shown as one: faults of the same kinds strike the same processes at the same instants. */
import type { Placements } from './branch';

export interface Group {
  /** The first one found. */
  readonly example: Placements;
  readonly count: number;
}

/** Groups in the order in which they were found, so the fewest faults come first. */
export function grouped(breaks: readonly Placements[]): readonly Group[] {
  const groups = new Map<string, { readonly example: Placements; count: number }>();
  for (const placements of breaks) {
    const name = placements.map(({ fault: { kind }, process, at }) => `${kind} ${process} ${at}`).join(' ');
    const same = groups.get(name);
    if (same === undefined) groups.set(name, { example: placements, count: 1 });
    else same.count++;
  }
  return [...groups.values()];
}
