// How times and numbers are written: one rule for instants, one for lengths.
import { describe, expect, it } from 'vitest';
import {
  fewDigits,
  formatAt,
  formatAtMs,
  formatLength,
  formatMs,
  formatNumber,
  formatSigned,
} from '../../../src/core/model/values/format';

describe('an instant is told to the millisecond:', () => {
  it.each([
    [0, '0.000 s'],
    [615_000, '0.615 s'],
    [1_905_400, '1.905 s'],
    [12_000_000, '12.000 s'],
    [-40_000, '−0.040 s'],
  ])('%i µs is %s', (micros, text) => {
    expect(formatAt(micros)).toBe(text);
    expect(formatAtMs(micros / 1000)).toBe(text);
  });
});

describe('a length is told to the millisecond, and no longer than it must be:', () => {
  it.each([
    [0, '0 ms'],
    [1, '0.001 ms'],
    [94, '0.094 ms'],
    [90, '0.09 ms'],
    [400, '0.4 ms'],
    [440, '0.4 ms'],
    [1000, '1 ms'],
    [9_940, '9.9 ms'],
    [9_960, '10 ms'],
    [12_000, '12 ms'],
    [905_400, '905 ms'],
    [999_600, '1 s'],
    [1_905_000, '1.905 s'],
    [2_900_000, '2.9 s'],
    [60_000_000, '60 s'],
    [119_999_000, '119.999 s'],
    [150_180_000, '2 min 30.18 s'],
    [420_000_000, '7 min'],
    [2_000_000_000, '33 min 20 s'],
    [3_600_000_000, '1 h'],
    [-3_660_500_000, '−1 h 1 min 0.5 s'],
    [-8_000, '−8 ms'],
    [-1_905_000, '−1.905 s'],
  ])('%i µs is %s', (micros, text) => {
    expect(formatLength(micros)).toBe(text);
    expect(formatMs(micros / 1000)).toBe(text);
  });
});

describe('a scene shows few digits of', () => {
  it.each([
    [0, '0 s'],
    [616_000, '0.62 s'],
    [2_478_300, '2.48 s'],
    [3_339_000, '3.34 s'],
    [14_520_000, '14.5 s'],
    [117_570_000, '117.6 s'],
    [119_700_000, '2 min'],
    [150_180_000, '2 min 30 s'],
    [-40_000, '−0.04 s'],
  ])('the instant %i µs: %s', (micros, text) => {
    expect(fewDigits.formatAt(micros)).toBe(text);
  });

  it.each([
    [636_000, '636 ms'],
    [1_879_000, '1.88 s'],
    [2_900_000, '2.9 s'],
    [420_000_000, '7 min'],
  ])('the length %i µs: %s', (micros, text) => {
    expect(fewDigits.formatLength(micros)).toBe(text);
  });
});

it.each([
  [8_000_000, '+8 s'],
  [-40_000, '−40 ms'],
  [0, '+0 ms'],
])('off by %i µs is %s', (micros, text) => {
  expect(formatSigned(micros)).toBe(text);
});

it.each([
  [0, '0'],
  [999, '999'],
  [2000, '2 000'],
  [1_234_567, '1 234 567'],
  [-2000.5, '−2 000.5'],
])('the number %d is %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});
