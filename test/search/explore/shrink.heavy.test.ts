// A break is made as small as possible, and if a longer fault is not always worse, the stretches are reported.
import { describe, expect, it, test } from 'vitest';
import type { Placement } from '../../../src/core/faults/injectionPoints';
import type { FaultKind } from '../../../src/core/model/scenario/fault';
import { valueIn, withValue } from '../../../src/core/model/scenario/faultKind';
import { doesHarm, type Harm } from '../../../src/core/model/trace/severity';
import { nth } from '../../../src/core/model/values/nth';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { finished } from '../../../src/search/explore/branch';
import { stretchesOf } from '../../../src/search/explore/edge';
import { grouped } from '../../../src/search/explore/group';
import { search } from '../../../src/search/explore/search';
import { shrink } from '../../../src/search/explore/shrink';
import { type SpaceSetup, spaceWith } from './spaces';

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
  const groups = grouped(finished(search(space, parts)).breaks);
  const smallest = groups.map(({ example }) => shrink(space, example, parts));
  expect(smallest.map(({ verdict }) => verdict.data)).toEqual(groups.map(() => 'lost'));
  // Some of them do not need the third client.
  const two = smallest.filter(({ scenario }) => scenario.settings.clients === 2);
  const { scenario, margins } = nth(two, 0);
  const { least, stretches } = nth(margins, 0);
  const { fault1 } = scenario.faults;
  expect(fault1).toMatchObject({ kind: 'pause', for: least });
  expect(stretches).toHaveLength(1);
  const shorter = { ...scenario, faults: { fault1: { ...fault1, for: least - 1 } } };
  expect(runScenario(shorter as typeof scenario, parts).verdict.data).not.toBe('lost');
});

it('tells breaks of one kind at one instant on one process as one', () => {
  const space = spaceWith({ lock: 'redlock' }, { kinds: ['pause'] });
  const { breaks } = finished(search(space, parts));
  const groups = grouped(breaks);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(breaks.length);
  expect(groups.length).toBeLessThan(breaks.length);
});

describe('a fault of each kind is made as weak as can be, in whole units', () => {
  const one: SpaceSetup = { lock: 'single-node', nodes: 1 };
  const quick: SpaceSetup = { ...one, lockSettings: { ttl: 300 }, settings: { work: 230, stagger: 20, think: 10 } };
  const three: SpaceSetup = { ...quick, lock: 'redlock', nodes: 3, settings: { ...quick.settings, work: 50 } };
  const rows: readonly (readonly [FaultKind, SpaceSetup, Harm, readonly string[]])[] = [
    ['clock-drift', quick, 'overlap', ['ppm']],
    ['clock-slew', quick, 'overlap', ['by']],
    ['suspend', one, 'overlap', ['for']],
    ['cut', one, 'lost', ['for']],
    ['delay', one, 'lost', ['by']],
    ['slow', one, 'lost', ['by', 'for']],
    ['restart', one, 'overlap', []],
    ['power-loss', three, 'overlap', ['restartAfter']],
    ['failover', { ...one, replicas: 1 }, 'overlap', []],
    ['key-vanishes', one, 'overlap', []],
    ['no-leader', { lock: 'etcd' }, 'unavailable', ['for']],
  ];
  test.each(rows)('%s', (kind, setup, harm, fields) => {
    const space = spaceWith(setup, { kinds: [kind], harm });
    const { breaks } = finished(search(space, parts));
    // A fault that lasts to the end has no length.
    const isMeasured = ({ fault }: Placement): boolean =>
      fields.every((field) => typeof valueIn(fault, field) === 'number');
    const found = breaks.find((placements) => placements.every(isMeasured));
    expect(found).toBeDefined();
    const { scenario, margins, verdict } = shrink(space, found ?? [], parts);
    expect(doesHarm(verdict, harm)).toBe(true);
    expect(margins.map(({ field }) => field)).toEqual(fields);
    const fault1 = nth(Object.values(scenario.faults), 0);
    for (const { field, least } of margins) {
      expect(least).toBe(Math.round(least));
      const given = Number(valueIn(fault1, field));
      expect(Math.abs(given)).toBe(least);
      const weaker = withValue(fault1, field, given - Math.sign(given));
      const { verdict: held } = runScenario({ ...scenario, faults: { fault1: weaker } }, parts);
      expect(doesHarm(held, harm), field).toBe(false);
    }
  });
});
