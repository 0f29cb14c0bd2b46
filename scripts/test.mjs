// `npm test`: installs what is missing (a browser and a Redis included), runs what a change can break, and ends with
// one line of counts. `--all` runs every test. Arguments go to vitest: `npm test -- test/core/sim`. `--project unit`
// runs one lane, `--nightly` adds the long searches, and then runs each lane once more in random order. The exit code
// is 0 if all is green, 75 if this machine was too busy to decide, and 1 otherwise.
import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { leftBehind, stateOfTree } from './leftBehind.mjs';
import { secondsOfEnded } from './processorTime.mjs';
import { changedPaths, shortOf } from './shortTests.mjs';
import { markName } from './testKeeper.mjs';
import { canRun, inOrderOf, lanes, parseTestArguments, processorSecondsMax, shuffledOf } from './testLanes.mjs';
import {
  againReport,
  countLine,
  failureReport,
  lackReport,
  leftOutReport,
  processorReport,
  sumCounts,
  timeReport,
  undecidedReport,
  withSecond,
} from './testReport.mjs';

/** EX_TEMPFAIL in sysexits.h: try again later. */
const tooBusyCode = 75;

const order = parseTestArguments(process.argv.slice(2), process.platform);
if (typeof order === 'string') {
  console.error(order);
  process.exit(2);
}
const { chosen, isNightly, isShort, rest, hasOwnConfig } = order;
const changed = isShort ? changedPaths(root) : [];
const short = new Map((isShort ? chosen : []).map(({ project }) => [project, shortOf(root, project, changed)]));
ensureInstalled();
if (!canRun('live', process.platform)) {
  console.log(
    'The tests on real Redis are left out: Windows has neither redis-server nor SIGSTOP. In WSL all of them run.',
  );
}
// Loaded late, because it uses packages that may have just been installed.
const { ensureTestPrograms } = await import('./testPrograms.mjs');
const programPaths = ensureTestPrograms(hasOwnConfig ? [] : chosen.map(({ project }) => project));
const folder = mkdtempSync(join(tmpdir(), 'redlock-playground-'));

process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const mark = randomUUID();
keep();

/** @type {import('./testReport.mjs').LaneResult} */
const leftSomething = { counts: { passed: 0, failed: 1, skipped: 0 }, files: [] };

/** @type {import('./testReport.mjs').LaneWork[]} */
const works = [];
let secondsReported = secondsOfEnded() ?? 0;

const startedAt = performance.now();
const treeBefore = stateOfTree(root);
const done = await Promise.all(
  hasOwnConfig
    ? [runLane('own', ['--reporter=default', `--reporter=${join(root, 'scripts/resultReporter.mjs')}`], 0)]
    : runProjects(chosen),
);
await tryUndecidedAgain();
const shuffled = isNightly && !hasOwnConfig ? await shuffledLanes() : [];

const left = hasOwnConfig ? [] : leftBehind(treeBefore, stateOfTree(root));
if (left.length > 0) console.error(`Changed while the tests ran: ${left.join(', ')}`);
const ended = [...done, ...shuffled];
const results = ended.map(({ result }) => result);
// A person may edit files while the tests run; nobody does in CI.
const counts = sumCounts([...results, ...(process.env['CI'] && left.length > 0 ? [leftSomething] : [])]);
const live = done.find(({ name }) => name === 'live' || name === 'own')?.result ?? leftSomething;
const undecided = undecidedReport(live.undecided ?? [], live.counts.passed + (live.undecided?.length ?? 0));
const processor = processorReport(works, isShort ? processorSecondsMax : null);
// The first run showed how long each file takes, and what this machine lacks.
const first = done.map(({ result }) => result);
const reports = [
  timeReport(first, lanes),
  processor,
  againReport(results),
  lackReport(first),
  undecided.lines,
  leftOutReport(short),
];
for (const report of [...reports, failureReport(results)]) {
  for (const line of report) console.log(line);
}
if (counts.passed + counts.failed === 0) console.error('No test ran.');
console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
const isGreen = ended.every(({ status }) => status === 0) && counts.failed === 0 && counts.passed > 0;
if (isGreen) process.exitCode = undecided.isTooBusy ? tooBusyCode : 0;
else process.exitCode = (ended.find(({ status }) => status !== 0)?.status ?? 1) || 1;
console.log(countLine(counts));

/**
 * Starts the keeper that ends all processes of this run when this process is gone, and ends it when it is no longer
 * needed.
 */
function keep() {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'testKeeper.mjs'), mark], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  keeper.unref();
  /** @type {import('node:net').Socket} */ (keeper.stdin).unref();
  for (const [signal, code] of /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])) {
    process.on(signal, () => process.exit(code));
  }
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(129);
  }, 500).unref();
}

/** The other lanes have ended, so there is time for them now. */
async function tryUndecidedAgain() {
  const first = done.find(({ result }) => (result.undecided ?? []).length > 0);
  const again = first?.result.undecided ?? [];
  if (first === undefined || done.length === 1) return;
  const names = again.map(({ name }) => `^${name.replaceAll(' > ', ' ').replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`);
  const files = [...new Set(again.map(({ file }) => file))];
  const second = await runLane('live', ['--project', 'live', '-t', names.join('|'), ...files], 0);
  done[done.indexOf(first)] = { ...second, result: withSecond(first.result, second.result) };
}

/** @typedef {{ name: string, status: number, result: import('./testReport.mjs').LaneResult }} Ended */

/** Without the long searches, each of whose files has its own process. */
async function shuffledLanes() {
  const inOrder = inOrderOf(randomInt(1_000_000));
  console.log(`Once more, in random order. For the same order again: npm test -- ${inOrder.join(' ')}`);
  return Promise.all(runProjects(shuffledOf(chosen), inOrder, { NIGHTLY: '0' }));
}

/**
 * @param {readonly import('./testLanes.mjs').Lane[]} chosen a lane stands behind the one that it waits for
 * @param {readonly string[]} more arguments for vitest
 * @param {Readonly<Record<string, string>>} surroundings
 */
function runProjects(chosen, more = [], surroundings = {}) {
  /** @type {Map<string, Promise<Ended>>} */
  const running = new Map();
  for (const lane of chosen) {
    const before = isShort || lane.after === undefined ? undefined : running.get(lane.after);
    running.set(
      lane.project,
      (before ?? Promise.resolve()).then(() => runProject(lane, more, surroundings)),
    );
  }
  return [...running.values()];
}

/**
 * @param {import('./testLanes.mjs').Lane} lane
 * @param {readonly string[]} more arguments for vitest
 * @param {Readonly<Record<string, string>>} surroundings
 */
function runProject({ project, niceness }, more, surroundings) {
  const { files = [], without = [] } = short.get(project) ?? {};
  const own = ['--project', project, '--passWithNoTests', ...files, ...more];
  return runLane(project, own, niceness, { TESTS_LEFT_OUT: without.join(','), ...surroundings });
}

/**
 * @param {string} name
 * @param {readonly string[]} own the vitest arguments of this lane
 * @param {number} niceness
 * @param {Readonly<Record<string, string>>} surroundings
 * @returns {Promise<Ended>}
 */
function runLane(name, own, niceness, surroundings = {}) {
  const resultFile = join(folder, `${name}.json`);
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...own, ...rest];
  const env = {
    ...process.env,
    ...programPaths,
    [markName]: mark,
    TEST_RESULT_FILE: resultFile,
    ...(isNightly ? { NIGHTLY: '1' } : {}),
    ...surroundings,
  };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
    if (child.pid !== undefined) setPriority(child.pid, Math.min(niceness, constants.priority.PRIORITY_LOW));
    child.on('exit', () => {
      // Time added since the last lane ended belongs to this lane.
      const seconds = secondsOfEnded();
      if (seconds === null) return;
      works.push({ project: name, seconds: seconds - secondsReported });
      secondsReported = seconds;
    });
    child.on('close', (code) => {
      resolve({ name, status: code ?? 1, result: readResult(resultFile) });
    });
  });
}

/**
 * @param {string} file
 * @returns {import('./testReport.mjs').LaneResult} one failure when vitest ended before it could count
 */
function readResult(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { counts: { passed: 0, failed: 1, skipped: 0 }, files: [] };
  }
}
