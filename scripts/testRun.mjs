// One run of Vitest for scripts/test.mjs: it chooses the files and reports the results. If no files were given, it
// leaves out the heavy ones that the change since `origin` does not affect.
import { spawnSync } from 'node:child_process';
import { basename, dirname, relative } from 'node:path';
import { createVitest, parseCLI, TestsNotFoundError } from 'vitest/node';
import { root } from './install.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, lines: readonly string[], isTooBusy: boolean }} Report */

/** Run after every change: a story on the page, an embed, a reader's own lock, and one lock on real servers. */
const always = ['web/scene.browser', 'web/embedScene.browser', 'web/sandbox.browser', 'conformance/realRedis.live']
  .concat('live/server/redisServer.live')
  .map((name) => `test/${name}.test.ts`);

/** Heavy without the name. Nearly every change affects them, and more than this many files take over five minutes. */
const slowProjects = ['browser', 'live'];
const slowFilesMax = 6;

/** @param {string} file */
const stemOf = (file) => (basename(file).split('.')[0] ?? '').toLowerCase();

/** @param {string} file */
const pathOf = (file) => relative(root, file).replaceAll('\\', '/');

/** @param {string} title @param {readonly string[]} lines @returns {readonly string[]} empty when there is no line */
const under = (title, lines) => (lines.length === 0 ? [] : [title, ...lines.map((line) => `          ${line}`)]);

/** @param {any} error anything thrown, or what Vitest made of it */
const firstLine = (error) => /.*/.exec(String(error?.message ?? error ?? 'no message').trim())?.[0];

const typed = process.argv.slice(2);
const words = typed.filter((word) => word !== '--all' && word !== '--nightly');
const isShort = words.length === typed.length && words.every((word) => word.startsWith('--reporter'));
const { filter, options } = parseCLI(['vitest', 'run', ...words]);
// As Vitest's own command does.
process.env['NODE_ENV'] ??= 'test';
const vitest = await createVitest('test', { ...options, watch: false });
const { files, leftOut } = isShort ? await chosenFiles() : { files: filter, leftOut: [] };
const { testModules, unhandledErrors } = await vitest.start([...files]).catch((error) => ({
  testModules: [],
  unhandledErrors: error instanceof TestsNotFoundError ? [] : [error],
}));
const report = reportOf(testModules, unhandledErrors);
await new Promise((sent) => process.send?.({ ...report, lines: [...report.lines, ...leftOut] }, sent));
await vitest.exit(true);

/** @returns {Promise<{ files: readonly string[], leftOut: readonly string[] }>} paths, and a line for the report */
async function chosenFiles() {
  const all = await vitest.globTestSpecifications();
  const slow = slowProjects.map((name) =>
    all.filter((each) => each.project.name === name && !always.includes(pathOf(each.moduleId))),
  );
  const heavy = [...all.filter(({ moduleId }) => /\.heavy\./.test(moduleId)), ...slow.flat()];
  const touched = await touchedOf(heavy.map(({ moduleId }) => moduleId));
  const tooMany = slow.flatMap((project) =>
    touched.filter((file) => project.some(({ moduleId }) => moduleId === file)).slice(slowFilesMax),
  );
  const without = heavy.filter(({ moduleId }) => !touched.includes(moduleId) || tooMany.includes(moduleId));
  const files = all.filter((each) => !without.includes(each)).map(({ moduleId }) => moduleId);
  const line = `Left out: ${without.length} of ${all.length} files. npm test -- --all runs every test.`;
  return { files, leftOut: without.length === 0 ? [] : [line] };
}

/**
 * Programs and pages are started, not imported, so a test also covers the file or folder of src that has its name.
 *
 * @param {readonly string[]} tests
 * @returns {Promise<readonly string[]>} tests that have changed or share a name with a changed file, then those that
 * import one
 */
async function touchedOf(tests) {
  const base = ['merge-base HEAD origin/HEAD', 'rev-parse HEAD']
    .map((line) => spawnSync('git', line.split(' '), { cwd: root, encoding: 'utf8' }))
    .find(({ status }) => status === 0);
  if (base === undefined) return [];
  // A changed package.json would make Vitest choose all of them.
  Object.assign(vitest.config, { changed: base.stdout.trim(), forceRerunTriggers: [] });
  const importing = await vitest.getRelevantTestSpecifications([...tests]);
  const changed = vitest.config.related ?? [];
  Object.assign(vitest.config, { changed: false, related: undefined });
  const sources = changed.filter((file) => pathOf(file).startsWith('src/'));
  const names = sources.flatMap((file) => [stemOf(file), stemOf(dirname(file))]);
  const near = tests.filter((file) => changed.includes(file) || names.includes(stemOf(file)));
  return [...new Set([...near, ...importing.map(({ moduleId }) => moduleId)])];
}

/**
 * @param {readonly import('vitest/node').TestModule[]} modules
 * @param {readonly unknown[]} unhandledErrors
 * @returns {Report}
 */
function reportOf(modules, unhandledErrors) {
  /** @type {Record<'failures' | 'again' | 'undecided' | 'lacks', string[]>} */
  const { failures, again, undecided, lacks } = { failures: [], again: [], undecided: [], lacks: [] };
  const count = { passed: 0, skipped: 0, live: 0 };
  for (const module of modules) {
    const path = pathOf(module.moduleId);
    // A file that does not load, or a hook that throws, has no failed test of its own, but must not look green.
    for (const error of module.errors()) failures.push(`${path}: ${firstLine(error)}`);
    for (const suite of module.children.allSuites()) {
      for (const error of suite.errors()) failures.push(`${path}: ${suite.fullName}: ${firstLine(error)}`);
    }
    for (const test of module.children.allTests()) {
      const name = `${path}: ${test.fullName}`;
      const result = test.result();
      if (result.state === 'failed') failures.push(`${name}: ${firstLine(result.errors[0])}`);
      else count[result.state === 'passed' ? 'passed' : 'skipped'] += 1;
      if (result.state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0) again.push(name);
      const note = result.state === 'skipped' ? result.note : undefined;
      if (note?.startsWith('undecided')) undecided.push(`${name}: ${note}`);
      if (path.includes('.live.') && (result.state !== 'skipped' || note?.startsWith('undecided'))) count.live += 1;
      const { lack } = test.meta();
      if (result.state === 'skipped' && lack !== undefined) lacks.push(lack);
    }
  }
  failures.push(...unhandledErrors.map((error) => `not caught: ${firstLine(error)}`));
  // If more live tests than this share are undecided, the machine was too busy for all of them.
  const isTooBusy = undecided.length > count.live * 0.1;
  const lines = [
    ...under('Failed, and passed at a second try:', again),
    ...[...new Set(lacks)].map((lack) => `Skipped, ${lacks.filter((each) => each === lack).length}: ${lack}`),
    ...under(`Undecided, ${undecided.length} of ${count.live} live tests:`, undecided),
    ...(isTooBusy ? ['This machine is too busy for tests that go by the real clock. End other programs first.'] : []),
    ...under('Failed:', failures),
  ];
  return { passed: count.passed, failed: failures.length, skipped: count.skipped, lines, isTooBusy };
}
