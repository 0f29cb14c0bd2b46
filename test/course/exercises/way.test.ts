// The path through the exercises: no cycle, nothing unreachable, and always a next one until all are solved.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exercise } from '../../../src/core/model/scenario/exercise';
import { chapters } from '../../../src/course/exercises';
import { nextOf, unmetNeeds } from '../../../src/course/exercises/way';

const all: readonly Exercise[] = (await Promise.all(chapters.map(({ load }) => load()))).flat();
const among = (solved: ReadonlySet<string>) => (id: string) => solved.has(id);

/** The ids in a possible order. */
function walk(solved: Set<string>, from: string | null): readonly string[] {
  const order: string[] = [];
  let open = from;
  for (let next = nextOf(all, among(solved), open); next !== null; next = nextOf(all, among(solved), open)) {
    order.push(next.id);
    solved.add(next.id);
    open = next.id;
  }
  return order;
}

describe('the needs of the exercises', () => {
  test('name exercises that there are, and not themselves', () => {
    const ids = all.map(({ id }) => id);
    for (const { id, needs = [] } of all) {
      expect(ids).toEqual(expect.arrayContaining([...needs]));
      expect(needs).not.toContain(id);
    }
  });

  test('lead from the first to every other one, and in no circle', () => {
    const [first, ...others] = all;
    expect(first?.needs ?? []).toEqual([]);
    for (const other of others) expect([other.id, other.needs?.length ?? 0]).not.toEqual([other.id, 0]);
    const reached = new Set([first?.id ?? '']);
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const one of all) if (unmetNeeds(one, among(reached)).length === 0) reached.add(one.id);
    }
    expect(all.filter(({ id }) => !reached.has(id))).toEqual([]);
  });

  test('stand before what needs them in the list', () => {
    for (const [index, { id, needs = [] }] of all.entries())
      for (const need of needs)
        expect([id, need, all.findIndex((one) => one.id === need) < index]).toEqual([id, need, true]);
  });
});

describe('what is next', () => {
  test('goes through all exercises, each after what it needs', () => {
    const order = walk(new Set(), null);
    expect(order[0]).toBe(all[0]?.id);
    expect(new Set(order)).toEqual(new Set(all.map(({ id }) => id)));
    for (const [index, id] of order.entries())
      expect(unmetNeeds(all.find((one) => one.id === id) ?? { id }, among(new Set(order.slice(0, index))))).toEqual([]);
  });

  test('goes forward, from wherever somebody is and whatever was solved', () => {
    const ids = fc.subarray(all.map(({ id }) => id));
    fc.assert(
      fc.property(ids, fc.option(fc.constantFrom(...all.map(({ id }) => id))), (solved, open) => {
        const done = new Set(solved);
        const next = nextOf(all, among(done), open);
        const index = all.findIndex(({ id }) => id === open);
        const left = all.filter(({ id }) => !done.has(id) && id !== open);
        if (next === null) return left.length === 0;
        const ahead = left.filter((one) => all.indexOf(one) > index);
        return next === (ahead[0] ?? left[0]);
      }),
    );
  });

  test('a newcomer in the middle goes on, and not back to the first', () => {
    expect(nextOf(all, () => false, 'anothers-key')?.id).toBe('left-behind');
  });
});

test('each chapter has what the way promises', () => {
  const count = (chapter: Exercise['chapter']): number => all.filter((one) => one.chapter === chapter).length;
  for (const { id } of chapters.slice(1)) expect([id, count(id) >= 2]).toEqual([id, true]);
  expect(count('services')).toBeGreaterThanOrEqual(6);
  expect(count('libraries')).toBeGreaterThanOrEqual(4);
});
