// The checked-in tables: each is read as it was written, and covers every row and kind of fault.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { injectableKinds } from '../../../src/core/faults';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { leases, rows } from '../../../src/search/matrix/rows';
import { scenarioOfCell } from '../../../src/search/matrix/scenario';
import { lackedKinds, parseTable, tableText } from '../../../src/search/matrix/table';
import { checksWith, tableOf } from '../../../src/search/matrix/tables';
import { blankWords } from '../../../src/search/matrix/words';
import { byNight } from '../../support/nightly';

const tables = leases.flatMap((which) => checksWith(which).map((check) => ({ check, which })));

test.each(tables)('the table of $check with the leases "$which" has every row and column', async ({ check, which }) => {
  const table = await tableOf(check, which);
  expect([table.check, table.leases]).toEqual([check, which]);
  expect(Object.keys(table.cells), 'npm run -s cli -- matrix --all --rows <id> computes a new row').toEqual(
    rows.map(({ id }) => id),
  );
  const file = new URL(`../../../src/search/matrix/data/${check}.${which}.json`, import.meta.url);
  expect(
    lackedKinds(JSON.parse(readFileSync(file, 'utf8'))),
    'npm run -s cli -- matrix --all computes the column of a new kind of fault, with all rows',
  ).toEqual([]);
  expect(parseTable(JSON.parse(tableText(table)))).toEqual(table);
  const cells: Scenario[] = [];
  for (const row of rows)
    for (const kind of injectableKinds) {
      const cell = table.cells[row.id]?.[kind];
      if (cell === undefined) throw new Error(`There is no cell ${row.id}, ${kind}.`);
      if (cell.kind === 'blank') expect(blankWords[cell.reason].en).not.toBe('');
      else cells.push(scenarioOfCell(row, check, which, cell));
    }
  // Each table is sampled at a different place, so that a push sees every row and kind.
  const step = byNight(12, 1);
  const first = tables.findIndex((one) => one.check === check && one.which === which) % step;
  for (let at = first; at < cells.length; at += step)
    expect(parseScenario(cells[at], parts)).toMatchObject({ ok: true });
});

test.each([
  ['no table', 'is no table'],
  [{ engine: '1', check: 'no-check', leases: 'other', computed: '', kinds: [], cells: {} }, 'a head'],
  [
    { engine: '1', check: 'no-check', leases: 'own', computed: '', kinds: ['rain'], cells: {} },
    'the unknown kind rain',
  ],
  [
    { engine: '1', check: 'no-check', leases: 'own', computed: '', kinds: ['pause'], cells: { a: [] } },
    'another length',
  ],
  [{ engine: '1', check: 'no-check', leases: 'own', computed: '', kinds: ['pause'], cells: { a: ['x'] } }, 'a cell'],
])('what is not a table is refused: %j', (json, problem) => {
  expect(() => parseTable(json)).toThrow(problem);
});
