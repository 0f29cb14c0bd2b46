// Tests that the random worlds vary everything in which clients and services can differ, so that searches over them
// cover it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import { eventsOf } from '../../src/core/model/trace/traceReader';
import { parts } from '../../src/core/run/parts';
import { simulate } from '../../src/core/sim/simulate';
import { anyWorldOf } from './anyWorld';

const ownOf = ({ settings }: Scenario) => Object.values(settings.own ?? {});
const injectedBy = (scenario: Scenario, kind: string): boolean =>
  Object.values(scenario.faults).some((fault) => fault.kind === kind) &&
  eventsOf(simulate(scenario, parts), 'faultStruck').some(
    ({ fault }) => Object.values(scenario.faults)[fault]?.kind === kind,
  );

test.each<readonly [string, string, (scenario: Scenario) => boolean]>([
  ['the other name of the lock', 'single-node', (one) => ownOf(one).some((own) => own?.key === 'stock-v2')],
  ['settings of one client’s lock', 'redlock', (one) => ownOf(one).some((own) => own?.lock?.settings !== undefined)],
  ['a commit after the release', 'sql-row', ({ storage }) => Number(storage.settings?.['commitAfter'] ?? 0) > 0],
  ['a pool that lends otherwise', 'sql-advisory', ({ lock }) => lock.settings?.['lends'] !== undefined],
  ['a lease that nobody renews', 'etcd', ({ lock }) => lock.settings?.['renewal'] === 'never'],
  ['a lease that never ends', 'etcd', ({ lock }) => lock.settings?.['renewal'] === 'none'],
  ['a session that nobody renews', 'consul', ({ lock }) => lock.settings?.['renewal'] === 'never'],
  ['a session without a TTL', 'consul', ({ lock }) => lock.settings?.['renewal'] === 'none'],
  ['a session that the database ends', 'sql-advisory', (one) => injectedBy(one, 'session-ends')],
  [
    'a key under the other name that vanishes',
    'single-node',
    (one) => ownOf(one).some((own) => own?.key === 'stock-v2') && injectedBy(one, 'key-vanishes'),
  ],
])('random worlds have %s', (_, id, has) => {
  const lock = parts.locks.get(id);
  if (lock === undefined) throw new Error(`There is no lock ${id}.`);
  expect(fc.sample(anyWorldOf(lock), { numRuns: 600, seed: 70 }).some(has)).toBe(true);
});
