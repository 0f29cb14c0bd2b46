// The report at the end of `npm test`, and how its arguments are read.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';
import { secondsOfEnded } from '../scripts/processorTime.mjs';
import { changedPaths, filesNamedBy, shortOf } from '../scripts/shortTests.mjs';
import { inOrderOf, lanes, parseTestArguments, shuffledOf } from '../scripts/testLanes.mjs';
import {
  countLine,
  lackReport,
  leftOutReport,
  processorReport,
  sumCounts,
  timeReport,
} from '../scripts/testReport.mjs';

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
    expect(processorReport(works, null)).toEqual(['Processor time: unit 100 s, live 160 s; together 260 s']);
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

describe('what a change can break', () => {
  const files = ['test/web/compare.browser.test.ts', 'test/web/embed.browser.test.ts', 'test/web/own.browser.test.ts'];
  const noChange = ['README.md', 'test/web/compare.test.ts', 'src/web/Embed.txt/other.ts', 'lib/ui/own.ts'];

  test.each([
    ['a test that has changed', ['test/web/own.browser.test.ts'], ['test/web/own.browser.test.ts']],
    ['the test named like a changed file', ['src/web/Compare.tsx'], ['test/web/compare.browser.test.ts']],
    ['the test named like the folder of one', ['src/web/embed/any.ts'], ['test/web/embed.browser.test.ts']],
    [
      'the changed test before the named one',
      ['src/web/compare.ts', 'test/web/own.browser.test.ts'],
      ['test/web/own.browser.test.ts', 'test/web/compare.browser.test.ts'],
    ],
    ['no test by a change elsewhere', noChange, []],
  ])('is %s', (_what, changed, expected) => {
    expect(filesNamedBy(changed, files)).toEqual(expected);
  });

  const everything = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).map(
    (path) => `test/${path}`,
  );

  test.each(['browser', 'live'])('is in the lane %s a few files that are there, and at most six more', (lane) => {
    const few = shortOf(root, lane, []);
    for (const file of few.files) expect(existsSync(join(root, file)), file).toBe(true);
    expect(few.files.length + few.leftOut).toBe(few.all);
    const more = shortOf(root, lane, everything);
    expect(more.files).toHaveLength(few.files.length + 6);
    expect(more.files.slice(0, few.files.length)).toEqual(few.files);
  });

  test('leaves out heavy unit files that are there, but those that changed or whose subject did', () => {
    const none = shortOf(root, 'unit', []);
    expect(none.without.length).toBeGreaterThan(5);
    expect(none.leftOut).toBe(none.without.length);
    for (const file of none.without) expect(existsSync(join(root, file)), file).toBe(true);
    const [first = '', ...rest] = none.without;
    expect(shortOf(root, 'unit', [first]).without).toEqual(rest);
    expect(shortOf(root, 'unit', ['src/core/sim/world.ts'])).toEqual({ ...none, without: [], leftOut: 0 });
    const { without } = shortOf(root, 'unit', ['src/search/late/words.ts']);
    expect(without).not.toContain('test/search/late/words.test.ts');
    expect(without).toContain('test/sandbox/attack/attack.test.ts');
  });

  test('is what git says has changed, untracked files too', () => {
    const folder = mkdtempSync(join(tmpdir(), 'redlock-playground-'));
    try {
      expect(changedPaths(folder)).toEqual([]);
      const git = (...words: readonly string[]) => spawnSync('git', words, { cwd: folder });
      git('init', '--quiet');
      writeFileSync(join(folder, 'kept.ts'), '1');
      git('add', '.');
      git('-c', 'user.name=a', '-c', 'user.email=a', 'commit', '--quiet', '--message=one');
      expect(changedPaths(folder)).toEqual([]);
      writeFileSync(join(folder, 'kept.ts'), '2');
      writeFileSync(join(folder, 'new.ts'), '');
      expect(changedPaths(folder)).toEqual(['kept.ts', 'new.ts']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('is said, with what runs the rest', () => {
    const short = new Map([
      ['live', { leftOut: 40, all: 42 }],
      ['unit', { leftOut: 0, all: 9 }],
    ]);
    expect(leftOutReport(short)).toEqual(['Left out: 40 of 42 files of live. npm test -- --all runs every test.']);
    expect(leftOutReport(new Map())).toEqual([]);
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
    expect(parseTestArguments(['--nightly', 'test/core/sim', '-t', 'crash'], 'linux')).toMatchObject({
      isNightly: true,
      rest: ['test/core/sim', '-t', 'crash'],
      hasOwnConfig: false,
    });
  });

  test('leave files of the long lanes out only where nothing is chosen', () => {
    const isShort = (...typed: readonly string[]) => {
      const order = parseTestArguments(typed, 'linux');
      return typeof order === 'string' ? order : order.isShort;
    };
    expect(isShort()).toBe(true);
    expect(isShort('--reporter=dot')).toBe(true);
    for (const word of ['--all', '--nightly', '--project=live', 'test/web', '-t', '--config=own.ts']) {
      expect(isShort(word), word).toBe(false);
    }
  });

  test('may not name an unknown lane', () => {
    expect(projectsOf(['--project', 'slow'])).toBe('There is no project "slow". There are live, unit, browser.');
  });

  test('name a lane before the one that waits for it', () => {
    const after = lanes.findIndex((lane) => lane.after !== undefined);
    expect(after).toBeGreaterThan(lanes.findIndex(({ project }) => project === lanes[after]?.after));
    expect(lanes.map(({ project }) => project)).toContain(lanes[after]?.after);
  });

  test('at night choose the lanes that run once more, in an order that can be repeated', () => {
    expect(shuffledOf(lanes).map(({ project }) => project)).toEqual(['unit', 'browser']);
    expect(shuffledOf(lanes.filter(({ project }) => project === 'live'))).toEqual([]);
    expect(inOrderOf(7)).toEqual(['--sequence.shuffle.files', '--sequence.seed=7']);
  });

  test('leave the live tests out on Windows', () => {
    expect(projectsOf([], 'win32')).toEqual(['browser', 'unit']);
  });
});
