// A search that found no break is settled only if a run came to where one could be.
import { expect, test } from 'vitest';
import type { FaultKind } from '../../../src/core/model/scenario/fault';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { finished } from '../../../src/search/explore/branch';
import { search } from '../../../src/search/explore/search';
import { unsettledIn } from '../../../src/search/explore/settled';
import { spaceOf } from '../../../src/search/explore/space';

const scenario = (settings: Partial<Scenario['settings']>, lock: Scenario['lock'], storage = 'version'): Scenario => ({
  version: 2,
  seed: 5,
  lock,
  storage: { id: storage },
  settings: { ...defaultSettings, clients: 2, work: 300, duration: 10_000, ...settings },
  faults: {},
});
const oneNode = { id: 'single-node', settings: { ttl: 2000 } };

test.each<readonly [string, Scenario, readonly FaultKind[], RegExp | null]>([
  ['pauses over the lease of a lock whose storage compares versions', scenario({}, oneNode), ['pause'], null],
  ['messages lost, which outlast no lease', scenario({}, oneNode), ['lose'], null],
  ['nobody who could come in', scenario({ clients: 1 }, oneNode), ['pause'], /second client/],
  [
    'jumps of clocks, which hold up nobody',
    scenario({}, { id: 'redlock', settings: { ttl: 2000 } }, 'no-check'),
    ['clock-jump'],
    null,
  ],
  ['sessions, where no lock has one', scenario({}, oneNode), ['session-ends'], /No fault was tried: session-ends can/],
  [
    'pauses under a lock without expiry',
    scenario({}, { id: 'single-node', settings: { expiry: 'none' } }),
    ['pause'],
    null,
  ],
])('%s', (_, one, kinds, what) => {
  const space = spaceOf(one, parts, { kinds, harm: 'lost' });
  const found = finished(search(space, parts));
  expect(found.breaks).toEqual([]);
  const unsettled = unsettledIn([{ space, ...found }], parts);
  if (what === null) expect(unsettled).toBe(null);
  else expect(unsettled?.en).toMatch(what);
});
