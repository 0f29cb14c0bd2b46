// Each conformance case in the simulator.
import { expect, test } from 'vitest';
import { allCases } from './allCases';
import { simulated } from './simulatedCase';

test('there are many cases, and each has its own name', () => {
  expect(new Set(allCases.map(({ name }) => name)).size).toBe(allCases.length);
  expect(allCases.length).toBeGreaterThanOrEqual(40);
});

test.each(allCases.map((one) => [one.name, one] as const))('%s', (_, one) => {
  const { reports, rows, missed } = simulated(one);
  expect(reports).toEqual(one.reports);
  expect(missed).toEqual(one.missed ?? []);
  if (one.rows !== undefined) expect(rows).toEqual(one.rows);
});
