/**
 * Decides whether a figure has changed between two commits, from what each round measured of both.
 *
 * A commit's value is the median of its rounds, so one round in which the machine was busy does not change it.
 *
 * The spread is the difference of a commit from itself. Its rounds are cut into two halves, and the medians of the
 * halves are compared. The spread is the root mean square of these differences over every way to cut the rounds of
 * either commit. A single comparison of a commit with itself is not enough: it is often near zero by chance, and then
 * any change would count. Halves have fewer rounds than the whole, so they differ more, and the spread errs on the
 * large side.
 */
export type Verdict = 'better' | 'worse' | 'same';

export interface Comparison {
  readonly old: number;
  readonly new: number;
  /** The new value divided by the old. */
  readonly ratio: number;
  /** As a share of the value: 0.02 is two percent. */
  readonly spread: number;
  readonly verdict: Verdict;
}

/** A change counts when it is larger than this many spreads. */
const spreadsMin = 3;

/** @param rounds one value for each round, at least two for each commit. */
export function compare(
  rounds: { readonly old: readonly number[]; readonly new: readonly number[] },
  better: 'lower' | 'higher',
): Comparison {
  const [before, after] = [middle(rounds.old), middle(rounds.new)];
  const differences = [...halvesOf(rounds.old), ...halvesOf(rounds.new)].map(([a, b]) =>
    differenceOf(middle(a), middle(b)),
  );
  const spread = Math.sqrt(differences.reduce((sum, each) => sum + each * each, 0) / differences.length);
  const change = differenceOf(before, after);
  const isChanged = Math.abs(change) > spreadsMin * spread;
  const isBetter = better === 'lower' ? change < 0 : change > 0;
  const ratio = before === after ? 1 : after / before;
  return { old: before, new: after, ratio, spread, verdict: isChanged ? (isBetter ? 'better' : 'worse') : 'same' };
}

/** The difference as a share of the mean of both, so that their order does not matter. */
function differenceOf(a: number, b: number): number {
  return a === b ? 0 : (b - a) / ((Math.abs(a) + Math.abs(b)) / 2);
}

/** The median. For an even count, it is the mean of the two in the middle. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? Number.NaN) + (sorted[Math.ceil(half)] ?? Number.NaN)) / 2;
}

type Halves = readonly [readonly number[], readonly number[]];

/** Every way to cut the values into two halves. For an odd count, the first half is the smaller one. */
function halvesOf(values: readonly number[]): readonly Halves[] {
  const size = Math.floor(values.length / 2);
  const halves: Halves[] = [];
  for (let mask = 0; mask < 2 ** values.length; mask++) {
    const first = values.filter((_value, i) => (mask & (1 << i)) !== 0);
    if (first.length === size) halves.push([first, values.filter((_value, i) => (mask & (1 << i)) === 0)]);
  }
  return halves;
}
