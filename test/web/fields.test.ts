// What a person types into a number field, and the position of a value on its slider.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsFields } from '../../src/core/model/scenario/settingsFields';
import { readNumber } from '../../src/web/fields/readNumber';
import { positionMax, positionOf, valueAt } from '../../src/web/parts/sliderScale';
import '../support/handIn';

const ms = { min: 1, max: 600_000, unit: 'ms', step: 1 } as const;
const clock = { min: -1_800_000, max: 1_800_000, unit: 'ms', step: 1 } as const;
const seconds = { min: 1, max: 60, unit: 's', step: 1 } as const;
const count = { min: 1, max: 9, unit: 'count', step: 1 } as const;

describe('a typed number', () => {
  test.each([
    ['2000', 2000],
    ['2 000', 2000],
    ['2\u2009000', 2000],
    [' 12.5 ', 12.5],
    ['0,5e', null],
    ['1,5', 1.5],
    ['−40', -40],
    ['+100 000', 100_000],
    ['+100\u202f000', 100_000],
    ['+100,000', 100_000],
    ['1,234,567.5', 1_234_567.5],
    ['100’000', 100_000],
    ['＋１００，０００', 100_000],
    ['+100 000 ms', 100_000],
    ['0,500', 0.5],
    ['1,00,000', null],
    ['2 s', 2000],
    ['0.29s', 290],
    ['１．５　ｓ', 1500],
    ['2 min', 120_000],
    ['0.5 h', 1_800_000],
    ['2 d', null],
    ['s', null],
    ['+100 000 ppm', null],
    ['+', null],
    ['1e9', null],
    ['', null],
    ['zwei', null],
    ['--3', null],
    ['Infinity', null],
  ])('“%s” is read as %s', (typed, value) => {
    expect(readNumber(typed, clock)).toEqual(
      value === null ? { ok: false, problem: 'not-number' } : { ok: true, value },
    );
  });

  test.each([
    ['0', ms, 'out-of-range'],
    ['600001', ms, 'out-of-range'],
    ['2.5', count, 'not-whole'],
    ['10', count, 'out-of-range'],
    ['2 s', count, 'not-number'],
    ['300 ms', seconds, 'not-whole'],
    ['11 min', ms, 'out-of-range'],
  ] as const)('“%s” is refused in its range as %s says', (typed, field, problem) => {
    expect(readNumber(typed, field)).toEqual({ ok: false, problem });
  });
});

describe('a slider', () => {
  const ranges = [ms, clock, count, settingsFields.loss, settingsFields.duration];

  test.each(ranges)('reaches both ends of $min … $max', (range) => {
    expect(valueAt(0, range)).toBe(range.min);
    expect(valueAt(positionMax, range)).toBe(range.max);
    expect(positionOf(range.min, range)).toBe(0);
    expect(positionOf(range.max, range)).toBe(positionMax);
  });

  test.each(ranges)('never falls as it is moved up, and stays in $min … $max', (range) => {
    let before = range.min;
    for (let position = 0; position <= positionMax; position++) {
      const value = valueAt(position, range);
      expect(value).toBeGreaterThanOrEqual(before);
      expect(value).toBeLessThanOrEqual(range.max);
      before = value;
    }
  });

  test('comes back to where it was put, within the width of a step', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ranges), fc.integer({ min: 0, max: positionMax }), (range, position) => {
        const value = valueAt(position, range);
        expect(valueAt(positionOf(value, range), range)).toBeCloseTo(
          value,
          -Math.floor(Math.log10(Math.abs(value) + 1)),
        );
      }),
      { seed: 1 },
    );
  });

  test('gives small times room: a tenth of a second lies a quarter of the way to ten minutes at least', () => {
    expect(positionOf(100, ms)).toBeGreaterThan(positionMax / 8);
    expect(positionOf(10_000, ms)).toBeLessThan(positionMax * 0.75);
  });
});
