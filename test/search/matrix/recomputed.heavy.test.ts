// The tables still say what the program computes. If a change of the engine changes a cell, this test fails: then
// `npm run -s cli -- matrix --all` computes the tables anew. A different fingerprint of the engine alone is no failure.
import { expect, test } from 'vitest';
import { injectableKinds } from '../../../src/core/faults';
import { parts } from '../../../src/core/run/parts';
import { cellOf, cellsOf } from '../../../src/search/matrix/cell';
import { leases, rows } from '../../../src/search/matrix/rows';
import { checksWith, tableOf } from '../../../src/search/matrix/tables';
import { byNight } from '../../support/nightly';

const tables = leases.flatMap((which) => checksWith(which).map((check) => ({ check, which })));
const ofRows = tables.flatMap((table) => rows.map((row) => ({ ...table, row, name: row.id })));

/** A prime that divides no number of rows, kinds or tables, so that a sample contains many of each. */
const every = 997;
const sample = ofRows
  .flatMap((ofRow) => injectableKinds.map((kind) => ({ ...ofRow, kind })))
  .filter((_, index) => index % every === 0);

const anew = 'npm run -s cli -- matrix --all computes the tables anew; the difference shows what has changed';

test.each(sample)('$name, $kind, $check, $which', async ({ row, kind, check, which }) => {
  const { cells } = await tableOf(check, which);
  expect(cellOf(row, kind, check, which, parts), anew).toEqual(cells[row.id]?.[kind]);
});

test.each(byNight([], ofRows))('$name, $check, $which', async ({ row, check, which }) => {
  const { cells } = await tableOf(check, which);
  expect(cellsOf(row, check, which, parts), anew).toEqual(cells[row.id]);
});
