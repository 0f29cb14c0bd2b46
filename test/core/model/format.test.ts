// How times and numbers are written: one rule for instants, one for lengths.
import { describe, expect, it } from 'vitest';
import {
  formatAt,
  formatAtMs,
  formatLength,
  formatMs,
  formatNumber,
  formatSigned,
} from '../../../src/core/model/format';

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
    [600_000_000, '600 s'],
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
