// The row of the table to which a run of the playground leads.
import { expect, it, test } from 'vitest';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { rowOf } from '../../../src/search/matrix/rowOf';
import { rows } from '../../../src/search/matrix/rows';
import { canHaveSameLease, scenarioOfRow } from '../../../src/search/matrix/scenario';
import { readTableAddress } from '../../../src/search/matrix/tableAddress';
import { checksWith } from '../../../src/search/matrix/tables';
import { rowAddress } from '../../../src/web/find/TableLinks';
import { tableNames } from '../../../src/web/matrix/known';
import { loadedStories } from '../../content/stories/storyVersions';
import '../../support/handIn';

const rowIn = (scenario: Scenario) => rowOf(scenario, parts.locks.get(scenario.lock.id)?.fields ?? {})?.id;

it.each(rows.map((row) => [row.id, row] as const))('%s is found from its own scenario', (id, row) => {
  expect(rowIn(scenarioOfRow(row, 'no-check', 'own'))).toBe(id);
  if (canHaveSameLease(row)) expect(rowIn(scenarioOfRow(row, 'no-check', 'same'))).toBe(id);
});

test('another expiry leads to the row that expires, and a default that is named changes nothing', () => {
  const [plain] = rows.filter(({ id }) => id === 'sql-row');
  if (plain === undefined) throw new Error('There is no sql-row.');
  const given = scenarioOfRow(plain, 'no-check', 'own');
  const withExpiry = (expiry: number): Scenario => ({ ...given, lock: { ...given.lock, settings: { expiry } } });
  expect(rowIn(withExpiry(4000))).toBe('sql-row-expiry');
  expect(rowIn(withExpiry(0))).toBe('sql-row');
});

test('the link of every story, and of every check, leads to a row that is there', () => {
  const lacking = [...parts.resources.keys()].filter((id) => !checksWith('own').includes(id));
  expect(
    lacking,
    'write a line into src/search/matrix/tables.ts; npm run -s cli -- matrix <check> computes its table',
  ).toEqual([]);
  for (const { scenario } of loadedStories) {
    const { address, problem } = readTableAddress(rowAddress(scenario), tableNames);
    expect(problem).toBe(null);
    expect(address).toMatchObject({ rows: [rowIn(scenario)], check: scenario.storage.id });
  }
});
