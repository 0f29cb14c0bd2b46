// What `npm test` runs of the two lanes that take long, so that it stays within five minutes on two cores: a few files
// that cross the whole product, and those that the change at hand names. `--all` runs every file.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A story on the page, an embed, a lock of one's own; and one lock on real servers. */
const always = {
  browser: ['test/ui/scene.browser.test.ts', 'test/ui/embedScene.browser.test.ts', 'test/ui/sandbox.browser.test.ts'],
  live: ['test/conformance/realRedis.live.test.ts', 'test/server/redisServer.live.test.ts'],
};

/** More files of a lane than this do not fit into five minutes. */
const namedMax = 6;

/**
 * @param {string} root
 * @returns {readonly string[]} paths that differ from the branch that this one is based on, and untracked ones; empty
 *   where git knows no such branch, or is not there
 */
export function changedPaths(root) {
  const git = (/** @type {readonly string[]} */ ...words) => {
    const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
    return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
  };
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'origin/HEAD');
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
}

/**
 * @param {readonly string[]} changed paths
 * @param {readonly string[]} files tests of one lane
 * @returns {readonly string[]} those that have changed, then those that are named like a changed file of `src` or its folder
 */
export function filesNamedBy(changed, files) {
  const names = new Set(
    changed
      .filter((path) => path.startsWith('src/'))
      .flatMap((path) => [stemOf(path), basename(dirname(path)).toLowerCase()]),
  );
  const own = files.filter((file) => changed.includes(file));
  const named = files.filter((file) => !own.includes(file) && names.has(stemOf(file)));
  return [...own, ...named];
}

const stemOf = (/** @type {string} */ path) => (basename(path).split('.')[0] ?? '').toLowerCase();

/**
 * @param {string} root
 * @param {'browser' | 'live'} project
 * @param {readonly string[]} changed paths
 * @returns {{ files: readonly string[], leftOut: number }}
 */
export function shortFilesOf(root, project, changed) {
  const all = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith(`.${project}.test.ts`) && !path.includes('.nightly.'))
    .toSorted();
  const first = always[project];
  const others = all.filter((file) => !first.includes(file));
  const files = [...first, ...filesNamedBy(changed, others).slice(0, namedMax)];
  return { files, leftOut: all.length - files.length };
}
