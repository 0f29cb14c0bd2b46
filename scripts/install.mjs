// Brings node_modules in step with package-lock.json. It needs only Node, because it runs before anything is
// installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

const nodeMinimum = [20, 19];

/** Installs missing packages and returns. Ends the process with a clear message when it cannot. */
export function ensureInstalled() {
  refuseOldNode();
  const problem = findMissingPackage();
  if (problem === undefined) return;
  console.error(`Installing packages (${problem}) ...`);
  // An existing folder is updated. A new one follows the lock file exactly, if npm can read it.
  const installCommands = existsSync(join(root, 'node_modules'))
    ? [['install', '--no-save']]
    : [['ci'], ['install', '--no-save']];
  for (const way of installCommands) {
    // Install scripts are off: no package needs one here, and the script of redis-memory-server would compile a
    // Redis.
    runNpm([...way, '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']);
    if (findMissingPackage() === undefined) return;
  }
  console.error(
    `The packages could not be installed: ${findMissingPackage()} is missing.\nTry it by hand: npm install`,
  );
  process.exit(1);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [majorMin = 0, minorMin = 0] = nodeMinimum;
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return;
  console.error(`Node ${nodeMinimum.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/**
 * Compares the lock file with npm's copy in node_modules.
 * @returns {string | undefined} the first package that is missing or has another version
 */
function findMissingPackage() {
  const wanted = readPackages('package-lock.json');
  const present = readPackages('node_modules/.package-lock.json');
  for (const [folder, entry] of Object.entries(wanted)) {
    if (folder === '') continue;
    const isThere = present[folder]?.version === entry.version && existsSync(join(root, folder, 'package.json'));
    // Optional packages are for other platforms.
    if (!isThere && entry.optional !== true) return `${folder.replace('node_modules/', '')} ${entry.version}`;
  }
  return undefined;
}

/**
 * @param {string} file
 * @returns {Record<string, { version: string, optional?: boolean }>}
 */
function readPackages(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/**
 * npm's output goes to stderr, so that `npm run -s play` keeps a clean stdout.
 * @param {readonly string[]} args
 */
function runNpm(args) {
  const npm = process.env['npm_execpath'];
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const options = { cwd: root, shell: process.platform === 'win32' && program === 'npm' };
  spawnSync(program, [...first, ...args], { ...options, stdio: ['ignore', 2, 2] });
}
