// The tables still say what the program computes. A change of the engine that changes a cell is found here: then
// `npm run -s matrix -- --all` computes the tables anew. That the fingerprint of the engine differs alone is no failure.
import { expect, test } from 'vitest';
import { placedKinds } from '../../src/faults/everyPlace';
import { cellOf } from '../../src/matrix/cell';
import { leases, rows } from '../../src/matrix/rows';
import { checksWith, tableOf } from '../../src/matrix/tables';
import { registry } from '../../src/run/registry';
import { byNight } from '../support/nightly';

const cells = leases.flatMap((which) =>
  checksWith(which).flatMap((check) =>
    rows.flatMap((row) => placedKinds.map((kind) => ({ row, kind, check, which, name: row.id }))),
  ),
);

/** A prime beside the numbers of rows, kinds and tables, so that a sample has cells of many of each. */
const every = byNight(997, 1);

test.each(cells.filter((_, index) => index % every === 0))(
  '$name, $kind, $check, $which',
  async ({ row, kind, check, which }) => {
    const { cells: found } = await tableOf(check, which);
    expect(cellOf(row, kind, check, which, registry)).toEqual(found[row.id]?.[kind]);
  },
  60_000,
);
