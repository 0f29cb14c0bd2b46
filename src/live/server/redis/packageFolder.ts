/** The folder of this package: the nearest one with a package.json, also around a bundle of this file. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const packageFolder = folderAround(import.meta.dirname);

function folderAround(folder: string): string {
  const above = dirname(folder);
  return existsSync(join(folder, 'package.json')) || folder === above ? folder : folderAround(above);
}
