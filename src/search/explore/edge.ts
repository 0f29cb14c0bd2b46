/** Where along whole numbers something holds: its edges, the ranges between them, and the least number. */

/** A range of whole numbers for which something holds. */
export type Stretch = readonly [from: number, to: number];

/** How many numbers below the least one are tried before it counts, and how many above it. */
const probes = 8;

/**
 * Finds where something begins to hold: returns the least whole number above `low` at which it holds. It must not
 * hold at `low`, must hold at `high`, and change once between them.
 */
export function bisect(holds: (number: number) => boolean, low: number, high: number): number {
  let [below, above] = [low, high];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (holds(middle)) above = middle;
    else below = middle;
  }
  return above;
}

/**
 * The ranges of whole numbers for which something holds that holds at `witness`. It tries `probes` equal steps below
 * the least number and above it, so it may overlook a range shorter than a step.
 */
export function stretchesOf(holds: (number: number) => boolean, witness: number, most: number): readonly Stretch[] {
  const least = bisect(holds, 0, witness);
  const points = [
    ...below(least),
    least,
    witness,
    ...Array.from({ length: probes }, (_, index) => Math.ceil(least + ((most - least) * (index + 1)) / probes)),
  ]
    .filter((length, index, all) => length > 0 && all.indexOf(length) === index)
    .sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  let from: number | null = null;
  let last = 0;
  for (const length of points) {
    const isSo = length === least || length === witness || holds(length);
    if (isSo && from === null) from = bisect(holds, last, length);
    if (!isSo && from !== null) {
      stretches.push([from, bisect((one) => !holds(one), last, length) - 1]);
      from = null;
    }
    last = length;
  }
  return from === null ? stretches : [...stretches, [from, most]];
}

/** The first number of the first of those ranges, which is not above `witness`: fewer numbers are tried for it alone. */
export function leastBelow(holds: (number: number) => boolean, witness: number): number {
  const least = bisect(holds, 0, witness);
  let last = 0;
  for (const number of below(least)) {
    if (holds(number)) return bisect(holds, last, number);
    last = number;
  }
  return bisect(holds, last, least);
}

const below = (least: number): readonly number[] =>
  Array.from({ length: probes }, (_, index) => Math.floor((least * index) / probes)).filter(
    (number, index, all) => number > 0 && all.indexOf(number) === index,
  );

/**
 * The least whole number from 1 on for which something holds: doubled from `from` until it holds, then as above. Null:
 * it held at no number that was tried; `most` is the last one.
 */
export function leastFrom(holds: (number: number) => boolean, from: number, most: number): number | null {
  for (let tried = Math.min(from, most); ; tried = Math.min(most, tried * 2)) {
    if (tried < 1) return null;
    if (holds(tried)) return leastBelow(holds, tried);
    if (tried === most) return null;
  }
}
