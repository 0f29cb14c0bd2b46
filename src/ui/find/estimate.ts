/** How many runs of a search are still to come, as far as that is known. It is a guess until the last level is under way. */
import type { Searched } from '../../explore/search';
import { runsToCome } from '../../explore/toCome';

type Known = Pick<Searched, 'runs' | 'levels' | 'done' | 'all' | 'places'>;

/** @param before the runs of all levels that are done */
export function runsLeft({ runs, levels, done, all, places }: Known, faultsMax: number, before: number): number {
  if (levels >= faultsMax) return 0;
  const [first = 0] = places;
  if (levels === 0) {
    const ofThis = Math.max(0, first + 1 - runs);
    return faultsMax === 1 ? ofThis : ofThis + runsToCome({ all: first, places }, faultsMax);
  }
  const each = Math.max(1, first / 2);
  const usual = levels === 1 ? each : (each * 2) / 3;
  const ofBranch = done > 0 ? (runs - before) / done : usual;
  const ofThis = (all - done) * ofBranch;
  return Math.round(faultsMax === 3 && levels === 1 ? ofThis + (all * each * each * 2) / 3 : ofThis);
}
