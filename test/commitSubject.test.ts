// Each commit's subject follows its rule: the hook refuses a bad one before the commit, the workflow finds it
// afterwards, and the installation sets the hook unless somebody has chosen another.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../scripts/install.mjs';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'commit-subject-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Neither this machine's settings nor a surrounding repository may have an influence. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));

function run(program: string, args: readonly string[], cwd = folder) {
  const alone = { ...env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  return spawnSync(program, args, { cwd, encoding: 'utf8', env: alone });
}
const git = (...args: readonly string[]) => run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
const commit = (...args: readonly string[]) => git('commit', '--quiet', '--allow-empty', ...args);
const setHooks = (cwd = folder) => run(process.execPath, [join(root, 'scripts/setHooks.mjs')], cwd);
const hooksPath = (): string => git('config', '--get', 'core.hooksPath').stdout.trim();

const longest = 'é'.repeat(72);
const tooLong = 'x'.repeat(73);
const merged = "Merge branch 'faults'";

describe('the hook', () => {
  beforeEach(() => {
    git('init', '--quiet');
    git('config', 'core.hooksPath', join(root, '.githooks'));
  });

  test.each([
    ['72 characters are enough', longest],
    ['words about a merge are words', 'Merged spans are one'],
  ])('takes a subject: %s', (_, subject) => {
    expect(commit('-m', subject).status).toBe(0);
    expect(git('log', '--format=%s').stdout.trim()).toBe(subject);
  });

  test.each([
    ['a long one, with what is allowed', tooLong, 'has 73 characters; at most 72 are allowed'],
    ['that of a merge', merged, 'says that a branch was merged'],
  ])('refuses %s', (_, subject, says) => {
    const { status, stderr } = commit('-m', subject);
    expect([status, stderr]).toEqual([1, expect.stringContaining(says)]);
  });

  test('reads the subject alone, and no comment of git', () => {
    expect(commit('--cleanup=strip', '-m', `# ${tooLong}\n\nIt is short\n\n${tooLong}`).status).toBe(0);
  });
});

describe('the check of what is new', () => {
  const since = (base: string) =>
    run(process.execPath, [join(root, 'scripts/commitSubject.mjs'), '--since', base, 'HEAD']);

  test('finds each wrong subject since a commit, and none of before', () => {
    git('init', '--quiet', '--initial-branch', 'main');
    commit('-m', tooLong);
    const old = git('rev-parse', 'HEAD').stdout.trim();
    commit('-m', 'It is short');
    expect(since(old).status).toBe(0);
    commit('-m', merged);
    const { status, stderr } = since(old);
    expect([status, stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining(merged)]]);
    // The branch is new: all commits that main lacks.
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(since('0'.repeat(40)).status).toBe(0);
    expect(since('').status).toBe(0);
    git('update-ref', 'refs/remotes/origin/main', old);
    expect(since('0'.repeat(40)).status).toBe(1);
  });
});

describe('installing', () => {
  test('sets the hooks of the repository, where none are chosen', () => {
    git('init', '--quiet');
    expect(setHooks().status).toBe(0);
    expect(hooksPath()).toBe('.githooks');
    git('config', 'core.hooksPath', 'mine');
    expect(setHooks().status).toBe(0);
    expect(hooksPath()).toBe('mine');
  });

  test('leaves a folder without git, and the repository of another project, as they are', () => {
    expect(setHooks().status).toBe(0);
    git('init', '--quiet');
    const below = join(folder, 'vendor');
    mkdirSync(below);
    expect(setHooks(below).status).toBe(0);
    expect(hooksPath()).toBe('');
  });
});
