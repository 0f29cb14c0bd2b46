/**
 * The packages of `test/sandbox/attack`. They are attacked at night and do not belong to the project's own packages.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findMissingPackage, root } from '../../scripts/install.mjs';

const folder = join(root, 'test/sandbox/attack');

/** As its lock file says: not those of an older one. */
export const areAttackedInstalled = findMissingPackage('test/sandbox/attack') === undefined;

/** The reason of a test that is skipped. */
export const attackedMissing =
  'test/sandbox/attack has not the packages of its lock file: npm ci --prefix test/sandbox/attack';

/** @returns null when it is not installed */
export async function attackedLibrary<Library>(name: string): Promise<Library | null> {
  if (!areAttackedInstalled) return null;
  const path = createRequire(join(folder, 'package.json')).resolve(name);
  return import(/* @vite-ignore */ pathToFileURL(path).href);
}
