// A break is made as small as it can be, and where longer is not always worse, the stretches are told.
import { describe, expect, it, test } from 'vitest';
import { finished } from '../../src/explore/branch';
import { grouped } from '../../src/explore/group';
import { search } from '../../src/explore/search';
import { shrink, stretchesOf } from '../../src/explore/shrink';
import { nth } from '../../src/model/nth';
import { registry } from '../../src/run/registry';
import { runScenario } from '../../src/run/runScenario';
import { spaceWith } from './spaces';

describe('the lengths at which something holds', () => {
  const rows: readonly (readonly [string, (length: number) => boolean, readonly (readonly [number, number])[]])[] = [
    ['from the first millisecond on', () => true, [[1, 1600]]],
    ['from a length on', (length) => length >= 437, [[437, 1600]]],
    ['at one alone', (length) => length === 1000, [[1000, 1000]]],
    [
      'in two stretches',
      (length) => (length >= 200 && length < 600) || length >= 900,
      [
        [200, 599],
        [900, 1600],
      ],
    ],
  ];
  test.each(rows)('%s', (_title, holds, stretches) => expect(stretchesOf(holds, 1000, 1600)).toEqual(stretches));
});

test('one pause breaks Redlock: the least is just enough, and one millisecond less is not', () => {
  const space = spaceWith({ lock: 'redlock', settings: { clients: 3, stagger: 1000 } }, { kinds: ['pause'] });
  const groups = grouped(finished(search(space, registry)).breaks);
  const smallest = groups.map(({ example }) => shrink(space, example, registry));
  expect(smallest.map(({ verdict }) => verdict.data)).toEqual(groups.map(() => 'lost'));
  // In some of them the third client was not needed.
  const two = smallest.filter(({ scenario }) => scenario.settings.clients === 2);
  const { scenario, margins } = nth(two, 0);
  const { least, stretches } = nth(margins, 0);
  const { fault1 } = scenario.faults;
  expect(fault1).toMatchObject({ kind: 'pause', for: least });
  expect(stretches).toHaveLength(1);
  const shorter = { ...scenario, faults: { fault1: { ...fault1, for: least - 1 } } };
  expect(runScenario(shorter as typeof scenario, registry).verdict.data).not.toBe('lost');
});

it('tells breaks of one kind at one instant on one process as one', () => {
  const space = spaceWith({ lock: 'redlock' }, { kinds: ['pause'] });
  const { breaks } = finished(search(space, registry));
  const groups = grouped(breaks);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(breaks.length);
  expect(groups.length).toBeLessThan(breaks.length);
});
