/** Estimates how many runs of a search are still to come. It is a guess until the last level is under way. */
import type { Searched } from '../../search/explore/search';
import { searchLength } from '../../search/explore/searchLength';

/**
 * `left`: places of the first level that are still to be tried. Equal nodes are tried once, so there are fewer than
 * places.
 */
type Known = Pick<Searched, 'runs' | 'levels' | 'done' | 'all' | 'places' | 'left'>;

interface Plan {
  readonly faultsMax: number;
  /** The runs of all finished levels. */
  readonly before: number;
  /** How many runs the seed before this one took; null: this is the first seed. */
  readonly usual: number | null;
}

export function runsLeft({ runs, levels, done, all, places, left }: Known, { faultsMax, before, usual }: Plan): number {
  if (levels >= faultsMax) return 0;
  const [first = 0] = places;
  if (levels === 0) {
    if (faultsMax === 1) return left;
    if (usual !== null) return Math.max(left, usual - runs);
    // Three faults at once are mostly too many runs, which shows when this level is done.
    return left + searchLength({ all: Math.max(0, runs - 1) + left, places }, 2);
  }
  const each = Math.max(1, first / 2);
  const expected = levels === 1 ? each : (each * 2) / 3;
  const ofBranch = done > 0 ? (runs - before) / done : expected;
  const ofThis = (all - done) * ofBranch;
  return Math.round(faultsMax === 3 && levels === 1 ? ofThis + (all * each * each * 2) / 3 : ofThis);
}

/** After this many branches, their mean predicts the others. */
const branchesLeast = 12;

/** Whether the estimate is too rough to show a time. */
export function isGuess({ levels, done, all }: Known, { faultsMax, usual }: Plan): boolean {
  if (faultsMax === 1 || usual !== null) return false;
  return levels === 0 || done < Math.min(branchesLeast, all);
}
