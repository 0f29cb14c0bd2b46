// Folders below the system's temporary folder, where everybody may make some: which are ours, by name and by owner.
// Plain JavaScript, because the guard runs it without any loader.
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of a run's folder tells the token of its guard. */
export const startOf = (/** @type {string} */ token) => `redlock-playground-${token}-`;

const pattern = /^redlock-playground-([a-z0-9]{16,})-/;

/**
 * Folders with such a name that this user has made. One of somebody else's, or a link that leads elsewhere, may have any name.
 * @returns {{ readonly path: string, readonly token: string, readonly mtimeMs: number }[]}
 */
export function ownFolders() {
  return readdirSync(tmpdir()).flatMap((name) => {
    const token = pattern.exec(name)?.[1];
    if (token === undefined) return [];
    const path = join(tmpdir(), name);
    // It may be gone by now.
    const found = lstatSync(path, { throwIfNoEntry: false });
    // Where users have no numbers, each has a temporary folder of its own.
    const isOurs = found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
    return isOurs ? [{ path, token, mtimeMs: found.mtimeMs }] : [];
  });
}

/** Of one guard. @param {string} token */
export function removeFoldersOf(token) {
  for (const folder of ownFolders()) if (folder.token === token) remove(folder.path);
}

/** @param {string} path */
export const remove = (path) => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
