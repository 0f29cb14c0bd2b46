// A cell is the worst at any place and with any strength: including a strength that does harm only at a certain
// moment, or that is unrelated to the lease. Random faults search for anything that a cell missed.
import { expect, test } from 'vitest';
import { injectableKinds, injectionRules } from '../../../src/core/faults';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { valueIn } from '../../../src/core/model/scenario/faultKind';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { rankOf, severityOf } from '../../../src/core/model/trace/severity';
import { Draws } from '../../../src/core/model/values/random';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { surveyOf } from '../../../src/search/explore/surveyOf';
import { cellOf } from '../../../src/search/matrix/cell';
import { lengthsOf } from '../../../src/search/matrix/lengths';
import { leases, type Row, rows } from '../../../src/search/matrix/rows';
import { scenarioOfRow } from '../../../src/search/matrix/scenario';
import { checksWith, tableOf } from '../../../src/search/matrix/tables';
import { byNight } from '../../support/nightly';

const rowNamed = (id: string): Row => {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new Error(`There is no row ${id}.`);
  return row;
};

test.each([
  // The write comes between another client's read and its write, so a token cannot refuse it.
  ['token-lock', 'delay', 'fencing', 'lost'],
  ['chubby', 'pause', 'no-check', 'lost'],
  ...byNight(
    [],
    [
      // The server is away for longer than anybody waits, and its lease is much shorter.
      ['zookeeper-node', 'crash', 'no-check', 'unavailable'] as const,
      ['redlock-py', 'crash', 'no-check', 'unavailable'] as const,
    ],
  ),
  ['redlock', 'crash', 'no-check', 'held'],
] as const)('%s, %s, %s: %s', (id, kind, check, outcome) => {
  expect(cellOf(rowNamed(id), kind, check, 'own', parts)).toMatchObject({ kind: 'tried', outcome });
});

const tables = leases.flatMap((which) => checksWith(which).map((check) => ({ check, which })));
const cells = tables
  .flatMap((table) => rows.flatMap((row) => injectableKinds.map((kind) => ({ ...table, row, kind, name: row.id }))))
  .filter((_, index) => index % byNight(887, 7) === 0);

/** The longest time that a cell tries, and longer times, in ms. */
const longest = 120_000;
/** By then every faultless run is complete, in ms. */
const through = 5000;

test.each(cells)('no fault at random does worse: $name, $kind, $check, $which', async ({ row, kind, check, which }) => {
  const cell = (await tableOf(check, which)).cells[row.id]?.[kind];
  if (cell?.kind !== 'tried') return;
  const faultless = scenarioOfRow(row, check, which);
  const { survey } = surveyOf(faultless, parts, lengthsOf(faultless, parts));
  const placements = injectionRules[kind].placements(survey);
  const draws = new Draws(1, `${row.id} ${kind} ${check} ${which}`);
  for (let count = 0; count < byNight(8, 200); count++) {
    const known = placements[draws.draw('place', placements.length)]?.fault;
    if (known === undefined) throw new Error('There is no place.');
    const fault = elsewhere(known, draws);
    const scenario = { ...faultless, faults: { fault1: fault } };
    if (!parseScenario(scenario, parts).ok) continue;
    const outcome = severityOf(runScenario(scenario, parts).verdict);
    expect(rankOf(outcome), `${outcome}: ${JSON.stringify(fault)}`).toBeGreaterThanOrEqual(rankOf(cell.outcome));
  }
});

/** The same kind at any time, with any strength: short and long ones are equally frequent. */
function elsewhere(fault: Fault, draws: Draws): Fault {
  const changes: Record<string, unknown> = {};
  if ('when' in fault && draws.draw('moves', 2) === 0)
    changes['when'] = { kind: 'time', at: draws.draw('at', through * 10) / 10 };
  for (const { field, unit } of injectionRules[fault.kind].strengths) {
    const value = valueIn(fault, field);
    if (typeof value !== 'number' || unit !== 'ms') continue;
    changes[field] = Math.sign(value) * Math.ceil(longest ** (draws.draw(field, 1000) / 1000));
  }
  return Object.assign({}, fault, changes);
}
