/** How many runs of a search are still to come, as far as that is known. It is a guess until the last level is under way. */
import type { Searched } from '../../explore/search';
import { runsToCome } from '../../explore/toCome';

type Known = Pick<Searched, 'runs' | 'levels' | 'done' | 'all' | 'places'>;

interface Plan {
  readonly faultsMax: number;
  /** The runs of all levels that are done. */
  readonly before: number;
  /** How many runs a seed took before this one; null: this is the first. */
  readonly usual: number | null;
}

export function runsLeft({ runs, levels, done, all, places }: Known, { faultsMax, before, usual }: Plan): number {
  if (levels >= faultsMax) return 0;
  const [first = 0] = places;
  if (levels === 0) {
    if (usual !== null) return Math.max(0, usual - runs);
    const ofThis = Math.max(0, first + 1 - runs);
    // Three faults at once are most often too many runs, which shows when this level is done.
    return faultsMax === 1 ? ofThis : ofThis + runsToCome({ all: first, places }, 2);
  }
  const each = Math.max(1, first / 2);
  const expected = levels === 1 ? each : (each * 2) / 3;
  const ofBranch = done > 0 ? (runs - before) / done : expected;
  const ofThis = (all - done) * ofBranch;
  return Math.round(faultsMax === 3 && levels === 1 ? ofThis + (all * each * each * 2) / 3 : ofThis);
}
