// Makes sure that the tests have a browser and a Redis, and a C compiler where possible. It looks for each program,
// then uses the library's own download, then apt if it runs as root on Debian; otherwise it prints the command to
// type. Before a download it prints what is fetched, why, and how to do without it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { root } from './install.mjs';
import { findCompiler, findOnPath, findRedisServer, isExecutable } from './programs.cjs';

/** The folder in which redis-memory-server puts a server that it downloaded and compiled. */
const redisFolder = join(root, 'node_modules/.cache/redis-memory-server/redis-binaries');

/** A download that hangs must not hang the tests. After five minutes the next way is tried. */
const fetchTimeoutMs = 300_000;

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {string} project the project whose tests need it
 * @property {string} why which tests need it
 * @property {string} without how to run the tests that do not need it
 * @property {string} [variable] the environment variable with the path of the file, for the tests and for people who
 *   have it elsewhere
 * @property {true} [isOptional] the tests run without it, and those that need it are skipped (test/support/needs.ts)
 * @property {() => string | undefined} find
 * @property {{ what: string, command: readonly string[] }} [download] the library's own way, run by this Node
 * @property {readonly (readonly string[])[]} aptPackages packages to install together, or else the next ones
 */

/** @type {Program} */
const chromium = {
  name: 'Chromium',
  project: 'browser',
  why: 'The tests of the page (*.browser.test.ts) run in it.',
  without: 'npm test -- --project unit',
  variable: 'CHROMIUM_PATH',
  find: findChromium,
  download: {
    what: 'Playwright’s Chromium, 180 MB, into Playwright’s cache in your home folder',
    command: [join('test', 'node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium'],
  },
  // The browser without a window, if Debian has it, needs less than half the processor time.
  aptPackages: [['chromium-headless-shell'], ['chromium']],
};

/** @type {Program} */
const redis = {
  name: 'redis-server',
  project: 'live',
  why: 'The simulated Redis, the lock library and the live runs are checked against a real one.',
  without: 'npm test -- --project unit --project browser',
  variable: 'REDISMS_SYSTEM_BINARY',
  find: () => findRedisServer() ?? findBuiltRedis(),
  download: {
    what: 'the sources of Redis, 4 MB, to be compiled into node_modules/.cache, which takes minutes',
    command: [
      '--eval',
      "require('redis-memory-server').RedisBinary.getPath({ downloadDir: process.argv[1] }).catch((error) => process.exit(console.error(error.message) ?? 1))",
      redisFolder,
    ],
  },
  aptPackages: [['redis-server']],
};

/** @type {Program} */
const compiler = {
  name: 'A C compiler with make',
  project: 'live',
  why: 'What moves the clock of a real server and watches its disk is compiled, and so is a Redis that is built here.',
  without: 'npm test, which then skips the tests that need them',
  isOptional: true,
  find: () => (findOnPath('make') === undefined ? undefined : findCompiler()),
  aptPackages: [['gcc', 'libc6-dev', 'make']],
};

/**
 * What this machine allows; tests pass their own.
 * @typedef {object} Machine
 * @property {() => boolean} canUseApt
 * @property {(program: string, args: readonly string[]) => void} run returns when it has ended, successfully or not
 * @property {(words: string) => void} say
 */

/** @type {Machine} */
const thisMachine = {
  canUseApt: () => process.getuid?.() === 0 && findOnPath('apt-get') !== undefined,
  run,
  say: console.error,
};

/**
 * @param {readonly string[]} projects of vitest.config.ts
 * @returns {Record<string, string>} the environment variables that tell the tests where the programs are; ends the
 * process with a message when a program is unavailable
 */
export function ensureTestPrograms(projects) {
  // The compiler comes last: with a compiler, a missing Redis would be compiled for minutes instead of installed in
  // seconds.
  const all = [chromium, redis, ...(process.platform === 'linux' ? [compiler] : [])];
  const needed = all.filter(({ project }) => projects.includes(project));
  return Object.fromEntries(
    needed.flatMap((program) => {
      const file = obtain(program, thisMachine);
      if (file === undefined && !program.isOptional) process.exit(1);
      return file === undefined || program.variable === undefined ? [] : [[program.variable, file]];
    }),
  );
}

/**
 * Finds a program or fetches it. Each command is printed before it runs, together with the way to do without it.
 * @param {Program} program
 * @param {Machine} machine
 * @returns {string | undefined} its file; undefined, after a message, when it is unavailable
 */
export function obtain(program, machine) {
  const { name, why, download, find, aptPackages } = program;
  const { run: runHere, say } = machine;
  const there = find();
  if (there !== undefined) return there;
  say(`${name} is missing. ${why}\n${waysAround(program)}`);
  if (download !== undefined) {
    say(`Downloading ${download.what}:\n  node ${shown(download.command)}`);
    runHere(process.execPath, download.command);
  }
  const found = find() ?? installByApt(program, machine);
  if (found !== undefined) return found;
  say(
    `${name} could not be found, downloaded or installed. Install it, for example with\n` +
      `  sudo apt-get update && sudo apt-get install -y ${aptPackages.at(-1)?.join(' ')}\n${waysAround(program)}`,
  );
  return undefined;
}

/**
 * Only as root on Debian, as in a container. On a personal machine the owner decides.
 * @param {Program} program
 * @param {Machine} machine
 * @returns {string | undefined} its file
 */
function installByApt({ aptPackages, find }, { canUseApt, run: runHere, say }) {
  if (!canUseApt()) return undefined;
  const update = ['update', '-q'];
  say('This is root on Debian, so a system package is next. Reading the list of packages:');
  say(`  apt-get ${shown(update)}`);
  runHere('apt-get', update);
  for (const together of aptPackages) {
    const install = ['install', '-y', '-q', '--no-install-recommends', ...together];
    say(`Installing ${together.join(', ')} (Ctrl+C to stop it):\n  apt-get ${shown(install)}`);
    runHere('apt-get', install);
    const found = find();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @param {Program} program */
const waysAround = ({ name, variable, without }) =>
  `To do without: ${without}.` +
  (variable === undefined ? '' : ` To use one that is there: ${variable}=/path/to/${name.toLowerCase()} npm test`);

/**
 * The command line as a person would type it.
 * @param {readonly string[]} args
 */
const shown = (args) => args.map((arg) => (/[^\w@%+=:,./\\-]/.test(arg) ? JSON.stringify(arg) : arg)).join(' ');

/** @returns {string | undefined} a Redis that redis-memory-server built earlier */
function findBuiltRedis() {
  const file = join(redisFolder, 'stable', 'redis-server');
  return isExecutable(file) ? file : undefined;
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function run(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(program, [...args], { cwd: root, env, stdio: ['ignore', 2, 2], timeout: fetchTimeoutMs });
}
