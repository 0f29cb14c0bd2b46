// The places of a program: by what it does there, the first two of each kind, and one for a command to several servers.
import { expect, test } from 'vitest';
import { faultNames, leftOut, placesOf, plansFor } from '../../../src/cli/program/places';
import type { Role } from '../../../src/cli/program/worldEvents';

const usual: readonly (readonly Role[])[] = [['acquire'], ['read'], ['write'], ['release']];

test('a pause comes after the lock, the read and the write, and ends inside and after the other’s work', () => {
  const plans = plansFor(1, usual, ['pause']);
  expect(plans.map(({ place, resumption }) => `${place.side} ${place.role} ${resumption}`)).toEqual([
    'after acquire while-inside',
    'after acquire afterwards',
    'after read while-inside',
    'after read afterwards',
    'after write while-inside',
    'after write afterwards',
  ]);
});

test('a late request is held before its server has it', () => {
  const plans = plansFor(2, usual, ['late-request']);
  expect(new Set(plans.map(({ place, first }) => `${first} ${place.side} ${place.role}`))).toEqual(
    new Set(['2 before acquire', '2 before write', '2 before release']),
  );
});

test('a program that writes ten times is struck at two of them, and the rest is counted', () => {
  const sequence: readonly (readonly Role[])[] = [
    ['acquire'],
    ...Array.from({ length: 10 }, (): readonly Role[] => ['write']),
  ];
  expect(plansFor(1, sequence, ['kill']).filter(({ place }) => place.role === 'write')).toHaveLength(2);
  expect(leftOut(sequence)).toBe(8);
});

test('what a program never does is no place, and every fault has one', () => {
  expect(plansFor(1, [['write']], ['pause']).map(({ place }) => place.role)).toEqual(['write', 'write']);
  for (const fault of faultNames) expect(plansFor(1, usual, [fault]).length, fault).toBeGreaterThan(0);
});

test('of a request for the lock to five servers, the last one is the place; data have one server', () => {
  expect([0, 1, 2, 3, 4].map((server) => placesOf(['acquire'], server, 5).length)).toEqual([0, 0, 0, 0, 1]);
  expect(placesOf(['read', 'look'], 0, 5)).toEqual(['read']);
});
