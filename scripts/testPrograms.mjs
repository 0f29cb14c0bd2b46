// Sees to it that the tests have a browser and a Redis: found, else the library's own download, else apt when this is
// root on Debian, else a message with the command to type.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { root } from './install.mjs';
import { findOnPath, findRedisServer, isExecutable } from './programs.cjs';

/** Where redis-memory-server puts the server that it downloads and compiles. */
const redisFolder = join(root, 'node_modules/.cache/redis-memory-server/redis-binaries');

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {string} variable the environment variable that names the file, for the tests and for whoever has it elsewhere
 * @property {() => string | undefined} find
 * @property {() => string | undefined} download the library's own way; returns the file, undefined when it failed
 * @property {string} aptPackage
 */

/** @type {Program} */
const chromium = {
  name: 'Chromium',
  variable: 'CHROMIUM_PATH',
  find: findChromium,
  download: () => {
    run(process.execPath, [join(root, 'node_modules/playwright-core/cli.js'), 'install', 'chromium']);
    return findChromium();
  },
  aptPackage: 'chromium',
};

/** @type {Program} */
const redis = {
  name: 'redis-server',
  variable: 'REDISMS_SYSTEM_BINARY',
  find: () => findRedisServer() ?? findBuiltRedis(),
  download: () => {
    const code =
      "require('redis-memory-server/lib/util/RedisBinary').default.getPath({ downloadDir: process.argv[1] })";
    run(process.execPath, ['--eval', code, redisFolder]);
    return findBuiltRedis();
  },
  aptPackage: 'redis-server',
};

/**
 * @returns {Record<string, string>} the environment variables that tell the tests where both are; ends the process with
 * a message when one can be had in no way
 */
export function ensureTestPrograms() {
  return Object.fromEntries([chromium, redis].map((program) => [program.variable, ensureProgram(program)]));
}

/**
 * @param {Program} program
 * @returns {string} its file
 */
function ensureProgram(program) {
  const found = program.find();
  if (found !== undefined) return found;
  console.error(`${program.name} is missing; downloading it ...`);
  const downloaded = program.download();
  if (downloaded !== undefined) return downloaded;
  const installed = canUseApt() ? installByApt(program) : undefined;
  if (installed !== undefined) return installed;
  console.error(
    `${program.name} could not be found, downloaded or installed. Install it, for example with\n\n` +
      `  sudo apt-get update && sudo apt-get install -y ${program.aptPackage}\n\n` +
      `or give its file: ${program.variable}=/path/to/${program.aptPackage} npm test`,
  );
  return process.exit(1);
}

/** @returns {string | undefined} what redis-memory-server has built earlier */
function findBuiltRedis() {
  const file = join(redisFolder, 'stable', 'redis-server');
  return isExecutable(file) ? file : undefined;
}

function canUseApt() {
  const isRoot = process.getuid?.() === 0;
  const isDebian =
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
  return isRoot && isDebian && findOnPath('apt-get') !== undefined;
}

/**
 * @param {Program} program
 * @returns {string | undefined}
 */
function installByApt({ name, aptPackage, find }) {
  console.error(`Installing ${name} with apt-get ...`);
  run('apt-get', ['update', '-q']);
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', aptPackage]);
  return find();
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function run(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // A download that hangs must not hang the tests: the next way is tried after five minutes.
  spawnSync(program, [...args], { cwd: root, env, stdio: ['ignore', 2, 2], timeout: 300_000 });
}
