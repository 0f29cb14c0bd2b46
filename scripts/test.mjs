// `npm test`: installs what is missing (a browser and a Redis included), lets Vitest run what a change can break, and
// ends with one line of counts. `--all` runs every test. `--nightly` also runs the long searches, and then all but the
// live tests again in random order. Other arguments are Vitest's: `npm test -- test/core/sim`, `--project unit`. The
// exit code is 0 if all is green, 75 if this machine was too busy to decide, and 1 otherwise.
import { spawn, spawnSync } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureTestPackages, root } from './install.mjs';
import { markName } from './testKeeper.mjs';

const words = process.argv.slice(2);
const isNightly = words.includes('--nightly');
const hasOwnConfig = words.some((word) => /^--config\b/.test(word));
const named = [...words.join(' ').matchAll(/--project[= ]([^\s!]+)/g)].map(([, name]) => name ?? '');

ensureTestPackages();
// Loaded late, because it uses packages that may have just been installed.
const { ensureTestPrograms } = await import('./testPrograms.mjs');
const needed = named.length > 0 ? named : ['browser', ...(process.platform === 'win32' ? [] : ['live'])];
const programPaths = ensureTestPrograms(hasOwnConfig ? [] : needed);
const mark = randomUUID();
keep();

const changedBefore = changes();
const reports = [await runOnce(words)];
if (isNightly && !hasOwnConfig && named.length === 0) {
  const inOrder = ['--sequence.shuffle.files', `--sequence.seed=${randomInt(1_000_000)}`];
  console.log(`Once more, in random order. For the same order again: npm test -- --all ${inOrder.join(' ')}`);
  const others = words.filter((word) => word !== '--nightly');
  reports.push(await runOnce(['--all', '--project=unit', '--project=browser', ...inOrder, ...others]));
}

const left = hasOwnConfig ? [] : changes().filter((line) => !changedBefore.includes(line));
if (left.length > 0) console.error(`Changed while the tests ran:\n${left.join('\n')}`);
for (const { lines } of reports) for (const line of lines) console.log(line);
const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ name) =>
  reports.reduce((total, report) => total + report[name], 0);
// A person may edit files while the tests run; nobody does in CI.
const failed = sum('failed') + (process.env['CI'] && left.length > 0 ? 1 : 0);
if (sum('passed') + failed === 0) console.error('No test ran.');
// 75 is EX_TEMPFAIL of sysexits.h: try again later.
if (failed > 0 || sum('passed') === 0) process.exitCode = 1;
else process.exitCode = reports.some(({ isTooBusy }) => isTooBusy) ? 75 : 0;
console.log(`${sum('passed')} passed, ${failed} failed${sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''}`);

/**
 * Runs Vitest in a process of its own, so that the last line is there even if that process crashes.
 *
 * @param {readonly string[]} args
 * @returns {Promise<import('./testRun.mjs').Report>}
 */
async function runOnce(args) {
  const night = args.includes('--nightly') ? { NIGHTLY: '1' } : {};
  const run = spawn(process.execPath, [join(import.meta.dirname, 'testRun.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, ...programPaths, ...night, [markName]: mark },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  /** @type {import('./testRun.mjs').Report | undefined} */
  let report;
  run.on('message', (/** @type {import('./testRun.mjs').Report} */ message) => {
    report = message;
  });
  await once(run, 'close');
  const lost = `Failed:\n          Vitest ended before it could report: ${run.signalCode ?? `code ${run.exitCode}`}`;
  return report ?? { passed: 0, failed: 1, skipped: 0, lines: [lost], isTooBusy: false };
}

/** Changed and untracked files according to git; empty without git. */
function changes() {
  const asked = ['status', '--porcelain', '--untracked-files=all'];
  return spawnSync('git', asked, { cwd: root, encoding: 'utf8' }).stdout?.split('\n') ?? [];
}

/** Starts the keeper, which ends all processes of this run when this process is gone, and itself when asked to. */
function keep() {
  const keeperFile = join(import.meta.dirname, 'testKeeper.mjs');
  const keeper = spawn(process.execPath, [keeperFile, mark], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  keeper.unref();
  /** @type {import('node:net').Socket} */ (keeper.stdin).unref();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(130);
  }, 500).unref();
}
