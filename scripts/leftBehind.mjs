// Finds the files that a test run left in a checkout: files that are new to git, or that have changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {ReadonlyMap<string, string>} TreeState path → git's status of it, and the digest of its content */

/**
 * @param {string} folder
 * @returns {TreeState | null} files that differ from the last commit, without those that git ignores; null when the
 * folder is
 *   not a checkout
 */
export function stateOfTree(folder) {
  const options = { cwd: folder, encoding: /** @type {const} */ ('utf8') };
  const { status, stdout } = spawnSync('git', ['status', '--porcelain', '-z', '--untracked-files=all'], options);
  if (status !== 0) return null;
  const rows = stdout.split('\0').filter((row) => row !== '');
  return new Map(rows.map((row) => [row.slice(3), `${row.slice(0, 2)} ${digestOf(join(folder, row.slice(3)))}`]));
}

/** @param {string} file */
function digestOf(file) {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return 'gone';
  }
}

/**
 * @param {TreeState | null} before
 * @param {TreeState | null} after
 * @returns {readonly string[]} paths
 */
export function leftBehind(before, after) {
  if (before === null || after === null) return [];
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
