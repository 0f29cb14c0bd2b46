// Finds our folders, by name and owner, below the system's temporary folder, where everybody may make folders. It is
// plain JavaScript, because the guard runs it without any loader.
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of a run's folder contains the token of its guard. */
export const startOf = (/** @type {string} */ token) => `redlock-playground-${token}-`;

const pattern = /^redlock-playground-([a-z0-9]{16,})-/;

/**
 * Folders of this user that have such a name. Folders of other users, and links that lead elsewhere, may have the same
 * name.
 * @returns {{ readonly path: string, readonly token: string, readonly mtimeMs: number }[]}
 */
export function ownFolders() {
  return readdirSync(tmpdir()).flatMap((name) => {
    const token = pattern.exec(name)?.[1];
    if (token === undefined) return [];
    const path = join(tmpdir(), name);
    // The folder may be gone by now.
    const folderStatus = lstatSync(path, { throwIfNoEntry: false });
    // On systems where users have no numbers, each user has a temporary folder of their own.
    const isOurs =
      folderStatus?.isDirectory() === true && (process.getuid === undefined || folderStatus.uid === process.getuid());
    return isOurs ? [{ path, token, mtimeMs: folderStatus.mtimeMs }] : [];
  });
}

/** Removes the folders of one guard. @param {string} token */
export function removeFoldersOf(token) {
  for (const folder of ownFolders()) if (folder.token === token) remove(folder.path);
}

/** @param {string} path */
export const remove = (path) => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
