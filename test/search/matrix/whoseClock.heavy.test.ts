// Whose clock ends a lease decides what breaks it. The table's cells are searches of one fault at every place with many
// strengths; a clock that runs fast needs a second fault beside it, and is searched here.
import { describe, expect, test } from 'vitest';
import type { LeaseClock } from '../../../src/core/model/scenario/lock';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { parts } from '../../../src/core/run/parts';
import { finished } from '../../../src/search/explore/branch';
import { search } from '../../../src/search/explore/search';
import { spaceOf } from '../../../src/search/explore/space';
import { rowInfos } from '../../../src/search/matrix/rowInfos';
import type { ofEachKind } from '../../../src/search/matrix/table';
import { tablesOf } from '../../../src/search/matrix/tables';
import { storyVersionOf } from '../../content/stories/storyVersions';

const { 'no-check': table } = await tablesOf(['no-check'], 'own');

const rowsOf = (clock: LeaseClock): readonly string[] =>
  Object.entries(rowInfos).flatMap(([row, { endedBy }]) => (endedBy === clock && row !== 'no-lock' ? [row] : []));

const outcomesOf = (
  clock: LeaseClock,
  kind: keyof ReturnType<typeof ofEachKind>,
  without: readonly string[] = [],
): readonly string[] => {
  const rows = rowsOf(clock).filter((row) => !without.includes(row));
  const cells = rows.map((row) => table?.cells[row]?.[kind]);
  return [...new Set(cells.map((cell) => (cell?.kind === 'tried' ? cell.outcome : 'untried')))].sort();
};

describe('in the table', () => {
  test('one clock that jumps breaks each lock whose end one clock writes and another reads, without a pause', () => {
    expect(rowsOf('writer')).toHaveLength(10);
    expect(outcomesOf('writer', 'clock-jump')).toEqual(['lost']);
  });

  test('no jump of a clock breaks a lock that each waiter ends by a stopwatch', () => {
    expect(rowsOf('observer')).toEqual(['kubernetes-lease', 'dynamodb-lock']);
    expect(outcomesOf('observer', 'clock-jump')).toEqual(['held']);
  });

  test('a pause breaks each lock that any clock ends', () => {
    for (const clock of ['server', 'writer', 'observer'] as const) expect(outcomesOf(clock, 'pause')).toEqual(['lost']);
  });

  test('what no clock ends is not broken by clocks or by a pause, but it gets stuck or stays unavailable', () => {
    expect(outcomesOf('nobody', 'clock-jump')).toEqual(['held']);
    // A label keeps nobody out: to look and to add are two steps.
    expect(outcomesOf('nobody', 'pause', ['issue-label'])).toEqual(['stuck', 'unavailable']);
  });
});

describe('a candidate’s stopwatch, and a leader that is cut off', () => {
  /** The run of story 100 without its faults. The candidate’s clock runs at this rate from the start. */
  const withRate = (ppm: number, version = '100'): Scenario => {
    const { scenario } = storyVersionOf(version);
    const { settings } = scenario;
    return { ...scenario, faults: {}, settings: { ...settings, own: { client2: { clock: { ppm } } } } };
  };
  const found = (scenario: Scenario) => {
    const { runs, breaks } = finished(search(spaceOf(scenario, parts, { kinds: ['cut'], harm: 'overlap' }), parts));
    return { runs, breaks: breaks.length };
  };

  test.each([
    ['twice as fast: broken', 1_000_000, '100', { runs: 583, breaks: 18 }],
    ['40 % fast, which is below the ratio of 1.5: none', 400_000, '100', { runs: 583, breaks: 0 }],
    [
      'twice as fast, with a LeaseDuration of three RenewDeadlines: none',
      1_000_000,
      '100:fix',
      { runs: 688, breaks: 0 },
    ],
  ])('%s', (_, ppm, version, expected) => {
    expect(found(withRate(ppm, version))).toEqual(expected);
  });
});
