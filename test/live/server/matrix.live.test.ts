// Cells of the table "what breaks what" on real Redis and real processes: each has the result that the simulator
// found. Each push repeats five of them. CELLS=no-check/redlock/pause in the environment runs only those.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judge } from '../../../src/core/judge/judge';
import { severityOf } from '../../../src/core/model/trace/severity';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { type LiveRunner, openLiveRunner } from '../../../src/live/server/run/liveRunner';
import { confirmed } from '../../../src/search/matrix/confirmed';
import { rows } from '../../../src/search/matrix/rows';
import { scenarioOfCell } from '../../../src/search/matrix/scenario';
import { tableOf } from '../../../src/search/matrix/tables';
import { byNight } from '../../support/nightly';
import { repeatsItself } from '../../support/undecided';
import { untilAsJudged } from './storyRuns';
import { sturdy } from './sturdy';

const chosen = process.env['CELLS']?.split(',');
/** Several kinds of faults, and locks of one node and of five. */
const pushed = [
  'no-check/single-node/crash',
  'no-check/redlock/pause',
  'no-check/shedlock/delay',
  'no-check/token-lock/restart',
  'fencing/token-lock/pause',
];

const cells = confirmed
  .map((cell) => ({ ...cell, name: `${cell.check}/${cell.row}/${cell.kind}` }))
  .filter(({ name }) => chosen?.includes(name) ?? byNight(pushed.includes(name), true));

let liveRunner: LiveRunner;

beforeAll(async () => {
  const { REDIS_URLS: _, DATABASE_URL: __, ...environment } = process.env;
  liveRunner = await openLiveRunner({ parts, environment });
});

afterAll(() => liveRunner.close());

test('many cells are confirmed', () => expect(confirmed.length).toBeGreaterThanOrEqual(20));

describe('on real Redis', () => {
  test.for(cells)(
    '$row, $kind, $check',
    { timeout: 600_000, meta: repeatsItself },
    async ({ row: id, kind, check }, { skip }) => {
      const row = rows.find((one) => one.id === id);
      const cell = (await tableOf(check, 'own')).cells[id]?.[kind];
      if (row === undefined || cell?.kind !== 'tried' || cell.fault === null)
        throw new Error('No run shows this cell.');
      const scenario = sturdy(scenarioOfCell(row, check, 'own', cell), cell.fault, cell.outcome);
      if (scenario === null) throw new Error('The run of this cell is too exact for real processes.');
      const { outcome } = runScenario(scenario, parts).verdict;
      const shown = await untilAsJudged(
        async (slower) => {
          const done = await liveRunner.run(slower, {});
          if (!done.ok) throw new Error(done.problem.en);
          return done;
        },
        scenario,
        outcome,
        skip,
      );
      expect(Object.keys(shown.trace.header.missed)).toEqual([]);
      expect(severityOf(judge(shown.trace, parts))).toBe(cell.outcome);
    },
  );
});
