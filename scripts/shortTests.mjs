// What `npm test` runs, so that it stays within five minutes on two cores. Of the two lanes that take long: a few files that
// cross the whole product, and those that the change at hand names. Of the unit lane: all but the heavy files, if the
// change touches nothing that they are about. `--all` runs every file.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A story on the page, an embed, a lock of one's own; and one lock on real servers. */
const always = {
  browser: [
    'test/web/scene.browser.test.ts',
    'test/web/embedScene.browser.test.ts',
    'test/web/sandbox.browser.test.ts',
  ],
  live: ['test/conformance/realRedis.live.test.ts', 'test/live/server/redisServer.live.test.ts'],
};

/** Half of the unit lane's time: each case starts a process, a thread or a sandbox. */
const heavy = [
  'test/sandbox/attack/attack.test.ts',
  'test/sandbox/attack/fortyLocks.test.ts',
  'test/sandbox/attack/hostile.test.ts',
  'test/sandbox/attack/orderlyStop.test.ts',
  'test/sandbox/attack/packaged.test.ts',
  'test/sandbox/attack/shapes.test.ts',
  'test/sandbox/own/calmRuns.test.ts',
  'test/sandbox/realm/fortyLocks.test.ts',
  'test/sandbox/realm/templates.test.ts',
  'test/redlock/consumer.test.ts',
  'test/testCommand.test.ts',
];

/** What the heavy files are about. */
const heavyMatter = /^(?:src\/(?:core\/(?:lua|sim)|sandbox|redlock)|scripts)\//;

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
 * @typedef {object} Short
 * @property {readonly string[]} files those that run; empty: all but `without`
 * @property {readonly string[]} without those that do not run
 * @property {number} leftOut files
 * @property {number} all files
 */

/**
 * @param {string} root
 * @param {string} project a lane
 * @param {readonly string[]} changed paths
 * @returns {Short}
 */
export function shortOf(root, project, changed) {
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('.nightly.'))
    .toSorted();
  const laneOf = (/** @type {string} */ path) => /\.(browser|live)\.test\./.exec(path)?.[1] ?? 'unit';
  const all = tests.filter((path) => laneOf(path) === project);
  if (project !== 'browser' && project !== 'live') {
    const out = changed.some((path) => heavyMatter.test(path)) ? [] : heavy.filter((file) => !changed.includes(file));
    return { files: [], without: out, leftOut: out.length, all: all.length };
  }
  const first = always[project];
  const others = all.filter((file) => !first.includes(file));
  const files = [...first, ...filesNamedBy(changed, others).slice(0, namedMax)];
  return { files, without: [], leftOut: all.length - files.length, all: all.length };
}
