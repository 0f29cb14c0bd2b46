// The last line of `npm test` tells the truth: a failure outside of a test counts too, and a run without any test is
// not green. A live test delayed by a busy machine is undecided. A run that is ended leaves no process behind.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';

const folder = join(root, `.cache/planted-tests-${process.pid}`);
const head = "import { beforeAll, describe, expect, test } from 'vitest';\n";

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Row {
  readonly claim: string;
  readonly files: Readonly<Record<string, string>>;
  /** They go by the real clock. */
  readonly isLive?: boolean;
  readonly says?: RegExp;
  readonly lastLine: string;
  readonly exitCode: number;
}

/** A test during which the process cannot act for longer than a live test tolerates. */
const late = `const late = async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const from = performance.now(); performance.now() - from < 60; );
  await new Promise((resolve) => setTimeout(resolve, 20));
};`;

const rows: readonly Row[] = [
  {
    claim: 'passed and skipped tests are green, and one that passes at its second try is named',
    files: {
      green: "test('a', () => expect(1).toBe(1)); test.skip('b', () => {});",
      wavers: "let tries = 0; test('a', { retry: 1 }, () => expect(++tries).toBe(2));",
    },
    says: /Failed, and passed at a second try:\n.*wavers\.test\.ts: a\n/,
    lastLine: '2 passed, 0 failed, 1 skipped',
    exitCode: 0,
  },
  {
    claim:
      'what was skipped for want of something is named with it, and is no failure; what is skipped otherwise is not',
    files: {
      lacks: `const lacks = { skip: true, meta: { lack: 'no moon' } };
test('here', () => {}); test.skip('at night', () => {}); test('there', lacks, () => {});
describe('far', lacks, () => { beforeAll(() => { throw new Error('planted'); }); test('away', () => {}); });`,
    },
    says: /\nSkipped, 2: no moon\n/,
    lastLine: '1 passed, 0 failed, 3 skipped',
    exitCode: 0,
  },
  {
    claim:
      'a failed test, a file that does not load, one that leaves Node changed and a hook that throws are a failure each, named at the end',
    files: {
      fails: "test('a', () => expect(1).toBe(2)); test('b', () => {});",
      doesNotLoad: "throw new Error('planted');",
      changesNode: "test('a', () => { Math.random = () => 0.5; process.on('warning', () => {}); });",
      hookThrows: "describe('a', () => { beforeAll(() => { throw new Error('planted'); }); test('b', () => {}); });",
    },
    says: /Failed:\n(?=[\s\S]*fails\.test\.ts: a: expected 1 to be 2)(?=[\s\S]*doesNotLoad\.test\.ts: planted)(?=[\s\S]*changesNode\.test\.ts: This file leaves Node changed: Math\.random, process\.on\("warning"\)\.\n)[\s\S]*hookThrows\.test\.ts: a: planted\n/,
    lastLine: '2 passed, 4 failed, 1 skipped',
    exitCode: 1,
  },
  {
    claim: 'an error that no test has caught is a failure',
    files: { leaks: "test('a', () => { setTimeout(() => { throw new Error('planted'); }, 1); });" },
    says: /Failed:\n.*not caught: planted\n/,
    lastLine: '1 passed, 1 failed',
    exitCode: 1,
  },
  { claim: 'no test at all is a failure', files: {}, lastLine: '0 passed, 0 failed', exitCode: 1 },
  {
    claim: 'a live test that fails late is undecided, after three tries, and no failure',
    files: {
      late: `${late}
let tries = 0;
test.each(Array.from({ length: 19 }))('in time', () => {});
test('late', async () => { tries += 1; await late(); expect.fail(String(tries)); });
test('three tries', () => expect(tries).toBe(3));`,
    },
    isLive: true,
    says: /Undecided, 1 of 21 live tests:\n.*late\.live\.test\.ts: late: undecided: timers up to \d+ ms late\n/,
    lastLine: '20 passed, 0 failed, 1 skipped',
    exitCode: 0,
  },
  {
    claim: 'a live test that fails in time is a failure, and so is one that fails in time after it was late',
    files: {
      fails: `${late}
let tries = 0;
test('in time', () => expect(1).toBe(2));
test('once late', async () => { if (tries++ === 0) await late(); expect.fail(String(tries)); });`,
    },
    isLive: true,
    says: /Failed:\n.*in time: expected 1 to be 2[^\n]*\n.*once late: /,
    lastLine: '0 passed, 2 failed',
    exitCode: 1,
  },
  {
    claim: 'a live test that repeats its own runs is begun once, and is undecided only where it says so',
    files: {
      repeats: `${late}
import { repeatsItself, undecidedBecause } from '../../test/support/undecided';
let tries = 0;
test.each(Array.from({ length: 18 }))('in time', () => {});
test('fails', { meta: repeatsItself }, async () => { tries += 1; await late(); expect.fail('of its own'); });
test('says so', { meta: repeatsItself }, async ({ skip }) => { tries += 1; await late(); skip(undecidedBecause(99)); });
test('two tries', () => expect(tries).toBe(2));`,
    },
    isLive: true,
    says: /Undecided, 1 of 21 live tests:\n.*says so: undecided: timers up to 99 ms late\n[\s\S]*Failed:\n.*fails: of its own/,
    lastLine: '19 passed, 1 failed, 1 skipped',
    exitCode: 1,
  },
  {
    claim: 'where more than a tenth is undecided, the machine is too busy, and the run ends so',
    files: { late: `${late}\ntest('a', () => {}); test('late', async () => { await late(); expect.fail(); });` },
    isLive: true,
    says: /too busy/,
    lastLine: '1 passed, 0 failed, 1 skipped',
    exitCode: 75,
  },
];

test.each(rows)('$claim', ({ files, isLive = false, says, lastLine, exitCode }) => {
  const done = spawnSync(process.execPath, plant(files, isLive), { encoding: 'utf8' });
  if (says !== undefined) expect(done.stdout).toMatch(says);
  expect(done.stdout.trimEnd().split('\n').at(-1)).toBe(lastLine);
  expect(done.status).toBe(exitCode);
});

/** @returns the arguments for a run of these files */
function plant(files: Row['files'], isLive: boolean): readonly string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const ofProject = isLive
    ? { runner: join(root, 'test/support/liveRunner.ts') }
    : { setupFiles: [join(root, 'test/support/leavesNode.ts')] };
  const config = { test: { include: ['*.test.ts'], ...ofProject } };
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}${isLive ? '.live' : ''}.test.ts`), head + text);
  }
  return [join(root, 'scripts/test.mjs'), '--root', folder, '--config', join(folder, 'vitest.config.mjs')];
}

describe.runIf(process.platform === 'linux')('a run that is ended leaves no process behind', () => {
  const pidFile = join(folder, 'pid');
  const stays = {
    stays: `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
test('a', async () => {
  const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
  writeFileSync(${JSON.stringify(pidFile)}, String(child.pid));
  await new Promise(() => {});
}, 600_000);`,
  };

  test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('by %s', async (signal) => {
    const run = spawn(process.execPath, plant(stays, false), { stdio: 'ignore' });
    const pid = await pidOf(run);
    run.kill(signal);
    await expect.poll(() => isThere(pid), { timeout: 20_000 }).toBe(false);
  });

  test('by the end of what has started it', async () => {
    const program = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(plant(stays, false))}, { stdio: 'ignore' })`;
    const parent = spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
    const pid = await pidOf(parent);
    parent.kill('SIGKILL');
    await expect.poll(() => isThere(pid), { timeout: 20_000 }).toBe(false);
  });

  /** Resolves when the planted test has started its process. */
  async function pidOf(run: ChildProcess): Promise<number> {
    await expect
      .poll(() => run.exitCode ?? (existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== ''), { timeout: 60_000 })
      .toBe(true);
    return Number(readFileSync(pidFile, 'utf8'));
  }

  function isThere(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }
});
