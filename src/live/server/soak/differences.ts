/**
 * The differences between a live run and the simulation of its scenario, by kind. Times and numbers are expected to
 * differ, and are ignored.
 */

import type { FactKind } from '../../../core/model/fact';
import type { TraceHeader } from '../../../core/model/trace';
import type { Verdict } from '../../../core/model/verdict';
import type { Simulated } from '../run/simulated';

/** Kinds that many runs can share: `outcome: held live, overlap simulated`, `late-write live alone`. */
export function differencesOf(
  { outcome, facts }: Pick<Verdict, 'outcome' | 'facts'>,
  ended: TraceHeader['ended'],
  simulated: Simulated,
): readonly string[] {
  const live = new Set(facts.map(({ kind }) => kind));
  const there = new Set(simulated.facts);
  const alone = (a: ReadonlySet<FactKind>, b: ReadonlySet<FactKind>): readonly FactKind[] =>
    [...a].filter((kind) => !b.has(kind));
  return [
    ...(outcome === simulated.outcome ? [] : [`outcome: ${outcome} live, ${simulated.outcome} simulated`]),
    ...(ended === simulated.ended ? [] : [`end: ${ended} live, ${simulated.ended} simulated`]),
    ...alone(live, there).map((kind) => `${kind} live alone`),
    ...alone(there, live).map((kind) => `${kind} simulated alone`),
  ];
}

/** How often a kind was found, and in which run it came first. */
export interface Difference {
  readonly kind: string;
  readonly count: number;
  readonly example: string;
}

export class Differences {
  private readonly found = new Map<string, Difference>();

  add(kinds: readonly string[], example: string): void {
    for (const kind of kinds) {
      const known = this.found.get(kind);
      this.found.set(kind, { kind, count: (known?.count ?? 0) + 1, example: known?.example ?? example });
    }
  }

  /** The most frequent kind comes first. */
  get list(): readonly Difference[] {
    return [...this.found.values()].sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
  }
}
