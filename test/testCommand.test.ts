// The last line of `npm test` tells the truth: a failure outside of a test counts too, and a run without any test is
// not green.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';

const folder = join(root, `.cache/planted-tests-${process.pid}`);
const head = "import { beforeAll, describe, expect, test } from 'vitest';\n";

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Row {
  readonly claim: string;
  readonly files: Readonly<Record<string, string>>;
  readonly says?: RegExp;
  readonly lastLine: string;
  readonly exitCode: number;
}

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
];

test.each(rows)('$claim', ({ files, says, lastLine, exitCode }) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const config = { test: { include: ['*.test.ts'], setupFiles: [join(root, 'test/support/leavesNode.ts')] } };
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};`);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.ts`), head + text);
  const args = [join(root, 'scripts/test.mjs'), '--root', folder, '--config', join(folder, 'vitest.config.mjs')];
  const done = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (says !== undefined) expect(done.stdout).toMatch(says);
  expect(done.stdout.trimEnd().split('\n').at(-1)).toBe(lastLine);
  expect(done.status).toBe(exitCode);
});
