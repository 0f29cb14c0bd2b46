/** Which files a call may name: those below the server's folder. A link out of it counts as outside. */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Text } from '../../core/model/values/text';
import * as usual from '../words';
import { quotedName } from './answer';
import * as words from './mcpWords';

/** Files of code are smaller. */
const fileBytesMost = 10_000_000;

export type ResolvedPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly problem: Text };

/** @param folder without links, as `realpath` returns it */
export async function resolveInFolder(
  folder: string,
  fileName: string,
  bytesMost = fileBytesMost,
): Promise<ResolvedPath> {
  const no = (problem: Text): ResolvedPath => ({ ok: false, problem });
  const called = quotedName(fileName);
  if (fileName.includes('\0')) return no(words.outside(called));
  const fullPath = resolve(folder, fileName);
  // The answer does not reveal whether a file outside exists.
  if (!isBelow(folder, fullPath)) return no(words.outside(called));
  const path = await realpath(fullPath).catch(() => null);
  if (path === null) return no(usual.noFile(called));
  if (!isBelow(folder, path)) return no(words.outside(called));
  const about = await stat(path).catch(() => null);
  if (about === null) return no(usual.noFile(called));
  if (about.isDirectory()) return no(usual.isFolder(called));
  if (!about.isFile()) return no(usual.isNoFile(called));
  return about.size > bytesMost ? no(words.tooBig(called, bytesMost)) : { ok: true, path };
}

export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
