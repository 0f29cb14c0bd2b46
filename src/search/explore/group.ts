/** Breaks that are shown as one: faults of the same kinds hit the same processes at the same instants. */

import { type Harm, harms } from '../../core/model/trace/severity';
import { nth } from '../../core/model/values/nth';
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

interface Ranked {
  readonly harm: Harm;
  readonly example: Placements;
}

/**
 * In the order of a report: first the worst of each harm, then the others by their number of faults, and of these one
 * of each harm and kind before a second one.
 */
export function worstFirst<T extends Ranked>(all: readonly T[]): readonly T[] {
  const keys = new Set<string>();
  const isNew = (name: string): boolean => keys.size < keys.add(name).size;
  const ranked = all.map((one) => {
    const { harm, example } = one;
    const kinds = example.map(({ fault: { kind } }) => kind).sort();
    const [isFirst, isOther] = [isNew(harm), isNew(`${harm} ${kinds}`)];
    return { one, rank: [isFirst ? 0 : example.length, isOther ? 0 : 1, harms.indexOf(harm)] };
  });
  const least = (one: readonly number[], other: readonly number[]): number =>
    one.map((number, at) => number - nth(other, at)).find((difference) => difference !== 0) ?? 0;
  return ranked.sort((one, other) => least(one.rank, other.rank)).map(({ one }) => one);
}
