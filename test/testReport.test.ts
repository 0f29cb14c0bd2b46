// The report at the end of `npm test`, and the meaning of its arguments.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { secondsOfEnded } from '../scripts/processorTime.mjs';
import { inOrderOf, lanes, parseTestArguments, shuffledOf } from '../scripts/testLanes.mjs';
import { countLine, lackReport, processorReport, sumCounts, timeReport } from '../scripts/testReport.mjs';

const noFailure = { passed: 2, failed: 0, skipped: 0 };

describe('the report', () => {
  test('names the ten slowest files of all lanes, and those over their lane’s share', () => {
    const files = Array.from({ length: 12 }, (_, i) => ({ file: `${i}.test.ts`, project: 'unit', seconds: i }));
    const live = [{ file: 'a.live.test.ts', project: 'live', seconds: 8 }];
    const lines = timeReport(
      [
        { counts: noFailure, files },
        { counts: noFailure, files: live },
      ],
      lanes,
    );
    expect(lines[0]).toBe('The 10 slowest of 13 files, in seconds:');
    expect(lines.slice(1, 11).map((line) => line.trim().split(/\s+/)[1])).toEqual(
      ['11', '10', '9', '8', 'a.live', '7', '6', '5', '4', '3'].map((name) => `${name}.test.ts`),
    );
    const over = lines.slice(lines.findIndex((line) => line.startsWith('Over their share')) + 1);
    expect(over.map((line) => line.trim())).toEqual(
      ['11', '10', '9', '8', '7', '6'].map((n) => `${n}.0  ${n}.test.ts`),
    );
  });

  test('says what each lane has computed, beside what all may', () => {
    const works = [
      { project: 'unit', seconds: 99.6 },
      { project: 'live', seconds: 160 },
    ];
    expect(processorReport(works, 600)).toEqual(['Processor time: unit 100 s, live 160 s; together 260 s of 600 s']);
    expect(processorReport([], 600)).toEqual([]);
  });

  test.skipIf(secondsOfEnded() === null)('knows what a program has computed, as soon as it has ended', () => {
    const before = secondsOfEnded() ?? Number.NaN;
    const program = 'const from = process.cpuUsage().user; while (process.cpuUsage().user - from < 300_000);';
    spawnSync(process.execPath, ['-e', program]);
    expect((secondsOfEnded() ?? Number.NaN) - before).toBeGreaterThanOrEqual(0.25);
  });

  test('says what this machine lacks, and how many tests of which files were skipped for it', () => {
    const lacking = ['a', 'a', 'b'].map((file) => ({ file, lack: 'no compiler' }));
    const other = { counts: noFailure, files: [], lacking: [{ file: 'b', lack: 'no Postgres' }] };
    expect(lackReport([{ counts: noFailure, files: [], lacking }, other])).toEqual([
      'Skipped, 3 tests: no compiler',
      '          a: 2',
      '          b: 1',
      'Skipped, 1 test: no Postgres',
      '          b: 1',
    ]);
    expect(lackReport([{ counts: noFailure, files: [] }])).toEqual([]);
  });

  test('adds up the counts of the lanes, and mentions skipped tests if there are any', () => {
    const failing = { passed: 1, failed: 3, skipped: 4 };
    const sum = sumCounts([noFailure, failing].map((counts) => ({ counts, files: [] })));
    expect(countLine(sum)).toBe('3 passed, 3 failed, 4 skipped');
    expect(countLine(noFailure)).toBe('2 passed, 0 failed');
  });
});

describe('the arguments', () => {
  const projectsOf = (typed: readonly string[], platform = 'linux') => {
    const order = parseTestArguments(typed, platform);
    return typeof order === 'string' ? order : order.chosen.map(({ project }) => project).sort();
  };

  test('choose lanes, or all of them by default; unknown arguments go to vitest', () => {
    expect(projectsOf([])).toEqual(['browser', 'live', 'unit']);
    expect(projectsOf(['--project', 'unit', '--project=live'])).toEqual(['live', 'unit']);
    expect(parseTestArguments(['--nightly', 'test/sim', '-t', 'crash'], 'linux')).toMatchObject({
      isNightly: true,
      rest: ['test/sim', '-t', 'crash'],
      hasOwnConfig: false,
    });
  });

  test('may not name an unknown lane', () => {
    expect(projectsOf(['--project', 'slow'])).toBe('There is no project "slow". There are live, browser, unit.');
  });

  test('at night choose the lanes that run once more, in an order that can be repeated', () => {
    expect(shuffledOf(lanes).map(({ project }) => project)).toEqual(['browser', 'unit']);
    expect(shuffledOf(lanes.filter(({ project }) => project === 'live'))).toEqual([]);
    expect(inOrderOf(7)).toEqual(['--sequence.shuffle.files', '--sequence.seed=7']);
  });

  test('leave the live tests out on Windows', () => {
    expect(projectsOf([], 'win32')).toEqual(['browser', 'unit']);
  });
});
