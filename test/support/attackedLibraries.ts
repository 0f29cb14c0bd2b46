/**
 * The packages of `test/sandbox/attack`. They are attacked at night and do not belong to the project's own packages.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/install.mjs';

const folder = join(root, 'test/sandbox/attack');

export const areAttackedInstalled = existsSync(join(folder, 'node_modules'));

/** The reason of a test that is skipped. */
export const attackedMissing = 'test/sandbox/attack has no packages: npm ci --prefix test/sandbox/attack';

/** @returns null when it is not installed */
export async function attackedLibrary<Library>(name: string): Promise<Library | null> {
  if (!areAttackedInstalled) return null;
  const path = createRequire(join(folder, 'package.json')).resolve(name);
  return import(/* @vite-ignore */ pathToFileURL(path).href);
}
