// The rows of the table: every lock and every library has one, and each plays the same scenario, in which nothing
// breaks by itself.
import { expect, test } from 'vitest';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { sameJson } from '../../../src/core/model/scenario/patch';
import { severityOf } from '../../../src/core/model/trace/severity';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { leases, rows } from '../../../src/search/matrix/rows';
import { canHaveSameLease, leaseOfRow, scenarioOfRow } from '../../../src/search/matrix/scenario';

test('every lock has a row as it comes, and so has every library that changes something in it', () => {
  const plain = rows.filter(({ settings }) => settings === undefined);
  expect(new Set(plain.flatMap(({ lock, profile }) => (profile === undefined ? [lock] : [])))).toEqual(
    new Set(parts.locks.keys()),
  );
  expect(new Set(plain.flatMap(({ profile }) => profile ?? []))).toEqual(
    new Set(
      [...parts.profiles.values()].filter(({ settings }) => Object.keys(settings).length > 0).map(({ id }) => id),
    ),
  );
});

test('no two rows have one id, and rows of one lock are told apart', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  const names = rows.map(({ lock, profile = '', variant }) => `${lock} ${profile} ${variant?.en ?? ''}`);
  expect(new Set(names).size).toBe(rows.length);
});

test.each(rows)('without a fault the lock of the row $id holds', (row) => {
  for (const which of leases) {
    const scenario = scenarioOfRow(row, 'no-check', which);
    const parsed = parseScenario(scenario, parts);
    expect(parsed.ok && sameJson(parsed.scenario, scenario)).toBe(true);
    // Without a lock an update is lost immediately.
    const said = row.lock === 'no-lock' ? 'lost' : 'held';
    expect(severityOf(runScenario(scenario, parts).verdict)).toBe(said);
  }
});

test('with the lease of the others every lock that expires lasts for ten seconds', () => {
  for (const row of rows) if (canHaveSameLease(row)) expect(leaseOfRow(row, 'same')).toBe(10_000);
  expect(rows.filter((row) => !canHaveSameLease(row)).map(({ id }) => id)).toEqual([
    'python-redis-lock',
    'python-redis-lock-8',
    'shedlock-keep-alive',
    'state-lock',
    'flock',
    'flock-network',
    'index-lock',
    'pid-file',
    'issue-label',
    'sql-row',
    'sql-advisory',
    'shedlock-table-keep-alive',
    'no-lock',
  ]);
});
