/** The folder of the project: the nearest one with a package.json, also around a bundle of this file. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = projectAround(fileURLToPath(import.meta.url));

function projectAround(path: string): string {
  const folder = dirname(path);
  return existsSync(join(folder, 'package.json')) || folder === path ? folder : projectAround(folder);
}
