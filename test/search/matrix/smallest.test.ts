// Each cell is backed by its run: the fault of the cell, run as any scenario, has the cell's result, and with one
// millisecond or one millionth less the result is milder.
import { expect, test } from 'vitest';
import { injectableKinds, injectionRules } from '../../../src/core/faults';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { valueIn } from '../../../src/core/model/scenario/faultKind';
import { rankOf, severityOf } from '../../../src/core/model/trace/severity';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { type Leases, leases, type Row, rows } from '../../../src/search/matrix/rows';
import { leaseOfRow, scenarioOfCell } from '../../../src/search/matrix/scenario';
import type { TriedCell } from '../../../src/search/matrix/table';
import { checksWith, tableOf } from '../../../src/search/matrix/tables';
import { byNight } from '../../support/nightly';

const tables = leases.flatMap((which) => checksWith(which).map((check) => ({ check, which })));
/** A prime that does not divide the number of kinds. */
const every = byNight(37, 1);

test.each(tables)('the runs of $check with the leases "$which"', async ({ check, which }) => {
  const { cells } = await tableOf(check, which);
  const tried = rows
    .flatMap((row) => injectableKinds.map((kind) => ({ row, kind, cell: cells[row.id]?.[kind] })))
    .filter((_, index) => index % every === 0);
  for (const { row, kind, cell } of tried) {
    if (cell?.kind !== 'tried') continue;
    const outcomeOf = (of: TriedCell) => severityOf(runScenario(scenarioOfCell(row, check, which, of), parts).verdict);
    const name = `${row.id}, ${kind}`;
    expect(`${name}: ${outcomeOf(cell)}`).toBe(`${name}: ${cell.outcome}`);
    expect(`${name}: ${cell.length} ms, ${cell.margin} leases`).toBe(`${name}: ${strengthOf(row, which, cell)}`);
    const weaker = cell.fault === null ? null : aLittleWeaker(cell.fault);
    if (weaker === null) continue;
    const less = outcomeOf({ ...cell, fault: weaker });
    expect(rankOf(less), `${name}, a little weaker: ${less}`).toBeGreaterThan(rankOf(cell.outcome));
  }
});

/** What the cell should say, derived from its fault. */
function strengthOf(row: Row, which: Leases, { fault }: TriedCell): string {
  const strength = fault === null ? undefined : injectionRules[fault.kind].strengths[0];
  const given = fault === null || strength?.unit !== 'ms' ? null : valueIn(fault, strength.field);
  if (typeof given !== 'number') return 'null ms, null leases';
  const lease = leaseOfRow(row, which);
  return `${Math.abs(given)} ms, ${lease === null ? null : Math.round((Math.abs(given) / lease) * 100) / 100} leases`;
}

/** Null: it has no strength, or the least. */
function aLittleWeaker(fault: Fault): Fault | null {
  const field = injectionRules[fault.kind].strengths[0]?.field;
  const given = field === undefined ? null : valueIn(fault, field);
  if (field === undefined || typeof given !== 'number' || Math.abs(given) < 2) return null;
  return Object.assign({}, fault, { [field]: given - Math.sign(given) });
}
