// What `npm test` runs, so that it stays within five minutes on two cores. From the two slow lanes: a few files that
// cross the whole product, and those that belong to the current change. From the unit lane: everything except the
// heavy files, if the change does not touch their subject. `--all` runs every file.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A story on the page, an embed, a reader's own lock; and one lock on real servers. */
const always = {
  browser: [
    'test/web/scene.browser.test.ts',
    'test/web/embedScene.browser.test.ts',
    'test/web/sandbox.browser.test.ts',
  ],
  live: ['test/conformance/realRedis.live.test.ts', 'test/live/server/redisServer.live.test.ts'],
};

/**
 * They take half of the unit lane's time: each case starts a process, a thread, a sandbox or a search. They run if the
 * change touches their subject.
 */
const heavy = [
  {
    matter: /^(?:src\/(?:core\/(?:lua|sim)|sandbox|redlock|cli|course\/exercises)|scripts)\//,
    files: [
      'test/cli/explore.test.ts',
      'test/cli/mcp.test.ts',
      'test/cli/play.test.ts',
      'test/course/exercises/code.test.ts',
      'test/sandbox/attack/attack.test.ts',
      'test/sandbox/attack/ci.test.ts',
      'test/sandbox/attack/files.test.ts',
      'test/sandbox/attack/fortyLocks.test.ts',
      'test/sandbox/attack/hostile.test.ts',
      'test/sandbox/attack/inTest.test.ts',
      'test/sandbox/attack/knownFaults.test.ts',
      'test/sandbox/attack/orderlyStop.test.ts',
      'test/sandbox/attack/packaged.test.ts',
      'test/sandbox/attack/shapes.test.ts',
      'test/sandbox/own/faultlessRuns.test.ts',
      'test/sandbox/own/onlyHere.test.ts',
      'test/sandbox/realm/fortyLocks.test.ts',
      'test/sandbox/realm/harmReported.test.ts',
      'test/sandbox/realm/templates.test.ts',
      'test/redlock/consumer.test.ts',
      'test/redlock/examples.test.ts',
      'test/redlock/packed/tarball.test.ts',
      'test/testCommand.test.ts',
    ],
  },
  {
    matter: /^src\/(?:core|search|course)\//,
    files: [
      'test/course/exercises/solved.test.ts',
      'test/search/explore/lends.test.ts',
      'test/search/explore/search.test.ts',
      'test/search/explore/versionCheck.test.ts',
      'test/search/late/words.test.ts',
      'test/search/matrix/claims.test.ts',
      'test/search/matrix/recommend.test.ts',
      'test/search/matrix/timedFaults.test.ts',
    ],
  },
  {
    matter: /^src\/(?:core|sandbox)\//,
    files: [
      'test/sandbox/attack/profiles.test.ts',
      'test/sandbox/own/asInTheTable.test.ts',
      'test/sandbox/own/attackRows.test.ts',
      'test/sandbox/own/holders.test.ts',
      'test/sandbox/realm/sandbox.test.ts',
    ],
  },
];

/** If a lane has more files than this, they do not fit into five minutes. */
const namedMax = 6;

/**
 * @param {string} root
 * @returns {readonly string[]} paths that differ from the base branch, and untracked ones; empty
 * where git does not know such a branch, or is missing
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
 * @returns {readonly string[]} the changed ones, then those named like a changed file of `src` or its folder
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
 * @property {readonly string[]} files the files to run; empty: all except `without`
 * @property {readonly string[]} without the files not to run
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
    const untouched = heavy.filter(({ matter }) => !changed.some((path) => matter.test(path)));
    const out = untouched.flatMap(({ files }) => files).filter((file) => !changed.includes(file));
    return { files: [], without: out, leftOut: out.length, all: all.length };
  }
  const first = always[project];
  const others = all.filter((file) => !first.includes(file));
  const files = [...first, ...filesNamedBy(changed, others).slice(0, namedMax)];
  return { files, without: [], leftOut: all.length - files.length, all: all.length };
}
