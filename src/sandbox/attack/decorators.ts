/**
 * Which decorators a file uses when no tsconfig.json says so: those of TypeScript, as in many frameworks, or those of
 * the standard.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BuildOptions } from 'esbuild';

/** Names that only a decorator of the standard receives. */
const standard =
  /\bClass\w*DecoratorContext\b|\bDecoratorContext\b|\.addInitializer\(|\bcontext\.(kind|name|metadata)\b/;

export async function decoratorsOf(path: string): Promise<Pick<BuildOptions, 'tsconfigRaw'>> {
  if (hasConfig(dirname(path)) || standard.test(await readFile(path, 'utf8'))) return {};
  return { tsconfigRaw: { compilerOptions: { experimentalDecorators: true } } };
}

function hasConfig(folder: string): boolean {
  if (existsSync(join(folder, 'tsconfig.json'))) return true;
  return dirname(folder) !== folder && hasConfig(dirname(folder));
}
