/** Patches between scenarios, and when two values are equal. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatch, patchBetween, sameJson } from '../../../src/core/model/scenario/patch';
import type { Scenario } from '../../../src/core/model/scenario/scenario';

/** Patches name no field, so any object will do. */
const objects = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.oneof(fc.integer(), fc.string(), fc.array(fc.integer()), fc.dictionary(fc.constantFrom('x', 'y'), fc.boolean())),
);

describe('a patch between two values', () => {
  it('makes the second of the first', () => {
    fc.assert(
      fc.property(objects, objects, (from, to) => {
        const [a, b] = [from, to] as unknown as [Scenario, Scenario];
        expect(sameJson(applyPatch(a, patchBetween(a, b)), to)).toBe(true);
      }),
    );
  });
});

describe.each([
  ['two objects with the same fields in another order', { a: 1, b: [2] }, { b: [2], a: 1 }, true],
  ['an object and one with a field more', { a: 1 }, { a: 1, b: 2 }, false],
  ['an object and one with a field less', { a: 1, b: 2 }, { a: 1 }, false],
  ['two lists in another order', [1, 2], [2, 1], false],
  ['a field that is undefined and one that is not there', { a: 1, b: undefined }, { a: 1 }, true],
  ['a field that is undefined and one that is there', { a: 1 }, { a: undefined }, false],
  ['something and nothing', { a: 1 }, undefined, false],
  ['nothing and something', undefined, { a: 1 }, false],
  ['nothing and nothing', undefined, undefined, true],
])('%s', (_, a, b, same) => {
  it(same ? 'are the same' : 'are not the same', () => {
    expect(sameJson(a, b)).toBe(same);
    expect(sameJson(b, a)).toBe(same);
  });
});
