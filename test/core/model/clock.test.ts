// The arithmetic of wrong clocks: the results of a rate, of a slew, and of their limits.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clockAtStart,
  clockErrorMax,
  gained,
  lengthOf,
  moved,
  rateOf,
  slewOf,
  speedOf,
} from '../../../src/core/model/values/clock';
import { fromMs, lengthMax } from '../../../src/core/model/values/time';
import { scenarioOf } from '../../support/play';

const anyRate = fc.oneof(fc.integer({ min: -900_000, max: 9_000_000 }), fc.constantFrom(-900_000, -1, 0, 1, 9_000_000));
const anyLength = fc.nat(2 ** 31 - 1);

describe('a rate', () => {
  it('is the sum of drift and slew, within limits between which no clock stands still or runs back', () => {
    const ppm = fc.oneof(
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
    );
    fc.assert(
      fc.property(ppm, ppm, (drift, slew) => {
        const rate = rateOf(drift, slew);
        const sum = drift + slew;
        expect(rate).toBe(sum < -900_000 ? -900_000 : sum > 9_000_000 ? 9_000_000 : sum);
        expect(speedOf(rate)).toBeGreaterThan(0);
      }),
    );
  });

  it('is whole, whatever was set', () => {
    expect(rateOf(100.4, 0.3)).toBe(101);
  });
});

describe('a clock that runs at one rate', () => {
  it('never moves back, and gets on', () => {
    fc.assert(
      fc.property(anyRate, anyLength, fc.nat(1000), (rate, length, more) => {
        expect(moved(length + more, rate)).toBeGreaterThanOrEqual(moved(length, rate));
        expect(moved(length + 10, rate)).toBeGreaterThan(moved(length, rate));
      }),
    );
  });

  it('moves by its speed, rounded down to what a whole clock shows, in a run of ten minutes', () => {
    fc.assert(
      fc.property(anyRate, fc.nat(fromMs(600_000)), (rate, length) => {
        const exact = BigInt(length) * BigInt(1_000_000 + rate);
        const shown = BigInt(moved(length, rate));
        expect(Number.isInteger(moved(length, rate))).toBe(true);
        expect(shown * 1_000_000n).toBeLessThanOrEqual(exact);
        expect((shown + 1n) * 1_000_000n).toBeGreaterThan(exact);
        expect(Math.abs(gained(length, rate) - (moved(length, rate) - length))).toBeLessThan(1.001);
      }),
    );
  });

  const isFirst = (rate: number, by: number): void => {
    const length = lengthOf(by, rate);
    expect(moved(length, rate)).toBeGreaterThanOrEqual(by);
    expect(moved(length - 1, rate)).toBeLessThan(by);
  };

  it('has moved by so much after the first length that is long enough, and by less before', () => {
    fc.assert(fc.property(anyRate, fc.integer({ min: 1, max: 200_000_000 }), isFirst));
  });

  it.each([
    ['too short', 7_011_261, 4_321_591_902],
    ['too long', -900_000, 108_850_574],
  ])('finds that length also where a division of doubles comes out %s', (_, rate, by) => {
    isFirst(rate, by);
  });

  it.each([2 ** 33, 1e18, Number.MAX_VALUE, Number.POSITIVE_INFINITY])(
    'takes longer than any run to move by %s',
    (by) => {
      for (const rate of [-900_000, -1, 0, 1, 200_000]) expect(lengthOf(by, rate)).toBeGreaterThan(2 ** 31 - 1);
    },
  );
});

describe('a slew', () => {
  const anyBy = fc.integer({ min: -fromMs(clockErrorMax), max: fromMs(clockErrorMax) });
  const anyOver = fc.integer({ min: fromMs(1), max: fromMs(lengthMax) });

  it('moves the clock by what is asked, as nearly as whole millionths can', () => {
    fc.assert(
      fc.property(anyBy, anyOver, (micros, length) => {
        const { takes, ppm } = slewOf(micros, length);
        expect(Number.isInteger(ppm)).toBe(true);
        expect(Math.abs(gained(takes, ppm) - micros)).toBeLessThanOrEqual(takes / 2_000_000 + 0.001);
      }),
    );
  });

  it('takes the time that it is given, or as much as it needs at twice or half the speed', () => {
    fc.assert(
      fc.property(anyBy, anyOver, (micros, length) => {
        const { takes, ppm } = slewOf(micros, length);
        expect(takes).toBeGreaterThanOrEqual(length);
        expect(ppm).toBeGreaterThanOrEqual(-500_000);
        expect(ppm).toBeLessThanOrEqual(1_000_000);
        if (takes > length) expect([-500_000, 1_000_000]).toContain(ppm);
      }),
    );
  });

  it.each([
    ['forward in time', 1000, 10_000, 10_000, 100_000],
    ['forward, too much for the time', 1000, 10, 1000, 1_000_000],
    ['back in time', -1000, 10_000, 10_000, -100_000],
    ['back, too much for the time', -1000, 10, 2000, -500_000],
    ['by nothing', 0, 10, 10, 0],
  ])('%s', (_, micros, length, takes, ppm) => {
    expect(slewOf(micros, length)).toEqual({ takes, ppm });
  });
});

it('a clock begins as the scenario has it, true where that says nothing, and at a whole rate', () => {
  const scenario = scenarioOf({ settings: { own: { client1: { clock: { offset: -2.5, ppm: 100.6 } } } } });
  expect(clockAtStart(scenario, 'client1')).toEqual({ offset: -2500, driftPpm: 101 });
  expect(clockAtStart(scenario, 'client2')).toEqual({ offset: 0, driftPpm: 0 });
});
