// When a change between two commits counts: if it is larger than three times what a commit shows against itself. No
// clock: rounds are data.
import { describe, expect, test } from 'vitest';
import { compare } from '../../bench/command/statistics';
import { finish, mix } from '../../src/core/model/values/random';

/** Between 0 and 1, the same in each run. */
const random = (seed: number, count: number): number => finish(mix(mix(42, seed), count)) / 2 ** 32;

/** Rounds of one commit: other programs only add time, now and then a lot. */
function roundsOf(ms: number, { noise, seed, count = 5 }: { noise: number; seed: number; count?: number }): number[] {
  return Array.from({ length: count }, (_, i) => {
    const share = random(seed, i);
    return ms * (1 + noise * (share > 0.9 ? 5 : share));
  });
}

describe('a comparison', () => {
  test('tells the medians and their ratio', () => {
    const { old, new: fresh, ratio } = compare({ old: [1, 9, 2, 3, 4], new: [6, 6, 5, 60, 7] }, 'lower');
    expect([old, fresh, ratio]).toEqual([3, 6, 2]);
  });

  test('takes what lies between the two in the middle where rounds are even', () => {
    expect(compare({ old: [1, 2, 4, 9], new: [3, 3, 3, 3] }, 'lower').old).toBe(3);
  });

  test('has as its spread what halves of the same commit show against each other', () => {
    // For the first, the halves are 1 and 3 in either order: 2 apart, around 2. For the second they are equal.
    expect(compare({ old: [1, 3], new: [2, 2] }, 'lower').spread).toBeCloseTo(Math.sqrt((1 + 1 + 0 + 0) / 4), 10);
  });

  test('cuts five rounds into two and three', () => {
    // One of five is 2: it is the median of the two with another one (1.5), and never of the three.
    const differences = [1.5, 1.5, 1.5, 1.5].map((other) => (other - 1) / ((other + 1) / 2));
    const expected = Math.sqrt(differences.reduce((sum, each) => sum + each * each, 0) / 20);
    expect(compare({ old: [1, 1, 1, 1, 2], new: [1, 1, 1, 1, 1] }, 'lower').spread).toBeCloseTo(expected, 10);
  });
});

describe('a planted slowdown', () => {
  test.each([1.1, 1.3, 2])('of %d is called worse, and the way back better', (times) => {
    for (let seed = 0; seed < 20; seed++) {
      const old = roundsOf(5, { noise: 0.01, seed });
      const slow = roundsOf(5 * times, { noise: 0.01, seed: seed + 1000 });
      expect(compare({ old, new: slow }, 'lower').verdict).toBe('worse');
      expect(compare({ old: slow, new: old }, 'lower').verdict).toBe('better');
    }
  });

  test('is a gain where more is better', () => {
    expect(compare({ old: [100, 101, 100, 99, 100], new: [150, 151, 149, 150, 150] }, 'higher').verdict).toBe('better');
  });

  test('that is smaller than three spreads does not count', () => {
    const old = [100, 104, 98, 101, 96];
    const { spread, verdict } = compare({ old, new: old.map((ms) => ms * 1.05) }, 'lower');
    expect(3 * spread).toBeGreaterThan(0.05);
    expect(verdict).toBe('same');
  });
});

describe('the same commit', () => {
  test('is the same as itself', () => {
    const rounds = [4.1, 4.3, 4.0, 4.2, 9.9];
    expect(compare({ old: rounds, new: rounds }, 'lower')).toMatchObject({ ratio: 1, verdict: 'same' });
  });

  test.each([5, 7])('is called changed in less than one of a hundred comparisons, with %d rounds', (count) => {
    const comparisons = 1000;
    let changed = 0;
    for (let seed = 0; seed < comparisons; seed++) {
      const old = roundsOf(5, { noise: 0.05, seed, count });
      const fresh = roundsOf(5, { noise: 0.05, seed: seed + 5000, count });
      if (compare({ old, new: fresh }, 'lower').verdict !== 'same') changed++;
    }
    expect(changed).toBeLessThan(comparisons / 100);
  });

  test('is not changed by one round in which the machine did something else', () => {
    expect(compare({ old: [5, 5.1, 5, 5.1, 5], new: [5.1, 5, 25, 5, 5.1] }, 'lower').verdict).toBe('same');
  });
});

describe('bytes', () => {
  const five = (bytes: number): number[] => Array.from({ length: 5 }, () => bytes);

  test('have no spread, so that a single one counts', () => {
    expect(compare({ old: five(120_000), new: five(120_001) }, 'lower')).toMatchObject({ spread: 0, verdict: 'worse' });
  });

  test('that are none at all on both sides are the same', () => {
    expect(compare({ old: five(0), new: five(0) }, 'lower')).toMatchObject({ ratio: 1, verdict: 'same' });
  });
});
