// A commit gets its own worktree, with its packages, and nothing of it is left: in a small repository of this test.
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bringPackages, type Commit, checkOut, findCommit, removeTree } from '../../bench/command/tree';
import { type PlantedRepository, plantRepository } from './plantedRepository';

/** One package inside the repository, so no registry is asked. */
const manifest = { name: 'planted', version: '1.0.0', dependencies: { near: 'file:near' } };
const packages = {
  '': manifest,
  near: { version: '1.0.0' },
  'node_modules/near': { resolved: 'near', link: true },
};
const lockOf = (name: string): string => JSON.stringify({ ...manifest, name, lockfileVersion: 3, packages });

let repository: PlantedRepository;

beforeAll(() => {
  repository = plantRepository({
    'src/speed.ts': 'old',
    'near/package.json': '{"name":"near","version":"1.0.0"}',
    'package.json': JSON.stringify(manifest),
    'package-lock.json': lockOf('planted'),
  });
  repository.git('tag', 'v1');
  repository.write({ 'src/speed.ts': 'new' });
  repository.commit('second');
});

afterAll(() => repository.dispose());

function found(name: string): Commit {
  const answer = findCommit(name, repository.root);
  if (!answer.ok) throw new Error(answer.problem);
  return answer.commit;
}

describe('a commit', () => {
  test.each(['HEAD~1', 'main~1', 'v1', 'HEAD^'])('is found by %s', (name) => {
    expect(found(name)).toEqual({
      id: repository.git('rev-parse', 'v1'),
      title: `${repository.git('rev-parse', '--short', 'v1')} first`,
    });
  });

  test.each(['HEAD~9', 'nothing', '--version', 'HEAD:src/speed.ts'])('is refused where there is none: %s', (name) => {
    expect(findCommit(name, repository.root)).toEqual({
      ok: false,
      problem: `There is no commit "${name}": a branch, a tag, a hash or HEAD~3 is allowed.`,
    });
  });

  test('that a shallow clone does not hold is refused with the way to get it', () => {
    const clone = join(repository.root, '.cache/shallow');
    repository.git('clone', '--quiet', '--depth=1', `file://${repository.root}`, clone);
    expect(findCommit('HEAD~1', clone)).toMatchObject({ problem: expect.stringContaining('git fetch --unshallow') });
    rmSync(clone, { recursive: true });
  });

  test('is refused where there is no repository', () => {
    expect(findCommit('HEAD', tmpdir())).toMatchObject({ problem: expect.stringContaining('This is no clone') });
  });
});

describe('its tree', () => {
  let folder: string;

  beforeEach(() => {
    const { root } = repository;
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    mkdirSync(join(root, 'node_modules/kept'), { recursive: true });
    folder = checkOut(found('v1'), root);
    return () => removeTree(folder, root);
  });

  test('holds what the commit held, and not what has changed since', () => {
    repository.write({ 'src/speed.ts': 'not yet committed' });
    expect(readFileSync(join(folder, 'src/speed.ts'), 'utf8')).toBe('old');
    repository.git('checkout', '--quiet', '--', 'src');
  });

  test('uses the packages of today where the lock file is the same', async () => {
    await bringPackages(folder, repository.root);
    expect(realpathSync(join(folder, 'node_modules'))).toBe(join(repository.root, 'node_modules'));
  });

  test('gets packages of its own where the lock file is another', async () => {
    repository.write({ 'package-lock.json': lockOf('planted-anew') });
    await bringPackages(folder, repository.root);
    repository.git('checkout', '--quiet', '--', 'package-lock.json');
    expect(realpathSync(join(folder, 'node_modules/near'))).toBe(join(folder, 'near'));
    expect(realpathSync(join(folder, 'node_modules'))).toBe(join(folder, 'node_modules'));
  });

  test('is gone without a trace, and the packages of today stay', async () => {
    await bringPackages(folder, repository.root);
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(2);
    removeTree(folder, repository.root);
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(existsSync(join(repository.root, '.cache/against'))).toBe(false);
    expect(existsSync(join(repository.root, 'node_modules/kept'))).toBe(true);
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  test('that a killed comparison has left is taken away by the next one', () => {
    // No process has such a high id.
    const left = join(repository.root, '.cache/against/999999999');
    repository.git('worktree', 'add', '--detach', '--quiet', left, 'v1');
    removeTree(folder, repository.root);
    expect(existsSync(left)).toBe(true);
    folder = checkOut(found('v1'), repository.root);
    expect(existsSync(left)).toBe(false);
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(2);
  });
});
