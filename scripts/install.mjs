// Brings the packages in step with their lock files. It needs only Node, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

const nodeMinimum = '20.19';

/** Installs the packages of `src` and its build. Ends the process with a clear message when that fails. */
export function ensureInstalled() {
  refuseOldNode();
  bring('');
}

/** Also installs the packages of tests, checks, benches and releases: test/package.json. */
export function ensureTestPackages() {
  ensureInstalled();
  bring('test');
  // Node and the compiler look for packages in the folders above a file, and test/ is not above these.
  for (const folder of ['bench', 'scripts']) {
    const link = join(root, folder, 'node_modules');
    if (!existsSync(link)) symlinkSync('../test/node_modules', link, 'junction');
  }
}

function refuseOldNode() {
  const { node } = process.versions;
  if (node.localeCompare(nodeMinimum, 'en', { numeric: true }) >= 0) return;
  console.error(`Node ${nodeMinimum} or newer is needed; this is ${node}.`);
  process.exit(1);
}

/** @param {string} folder relative to the root */
function bring(folder) {
  const problem = findMissingPackage(folder);
  if (problem === undefined) return;
  const at = join(root, folder);
  console.error(`Installing packages${folder === '' ? '' : ` of ${folder}/`} (${problem}) ...`);
  // An existing folder is updated. A new one follows the lock file exactly, if npm can read it.
  const installCommands = existsSync(join(at, 'node_modules'))
    ? [['install', '--no-save']]
    : [['ci'], ['install', '--no-save']];
  for (const way of installCommands) {
    // Install scripts are off: no package needs one here, and the script of redis-memory-server would compile a
    // Redis.
    runNpm(at, [...way, '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']);
    if (findMissingPackage(folder) === undefined) return;
  }
  const byHand = folder === '' ? 'npm install' : `npm install --prefix ${folder}`;
  console.error(
    `The packages could not be installed: ${findMissingPackage(folder)} is missing.\nTry it by hand: ${byHand}`,
  );
  process.exit(1);
}

/**
 * Compares a lock file with npm's copy in node_modules.
 * @param {string} at a folder relative to the root
 * @returns {string | undefined} the first package that is missing or has another version
 */
export function findMissingPackage(at) {
  const wanted = readPackages(join(at, 'package-lock.json'));
  const present = readPackages(join(at, 'node_modules/.package-lock.json'));
  for (const [folder, entry] of Object.entries(wanted)) {
    // Links to packages of the project are in the other lock file.
    if (folder === '' || folder.startsWith('../')) continue;
    const isThere = present[folder]?.version === entry.version && existsSync(join(root, at, folder, 'package.json'));
    // Optional packages are for other platforms.
    if (!isThere && entry.optional !== true) return `${folder.replace('node_modules/', '')} ${entry.version ?? ''}`;
  }
  return undefined;
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(file) {
  const path = join(root, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/**
 * npm's output goes to stderr, so that `npm run -s play` keeps a clean stdout.
 * @param {string} cwd
 * @param {readonly string[]} args
 */
function runNpm(cwd, args) {
  const npm = process.env['npm_execpath'];
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  const options = { cwd, shell: process.platform === 'win32' && program === 'npm' };
  spawnSync(program, [...first, ...args], { ...options, stdio: ['ignore', 2, 2] });
}
