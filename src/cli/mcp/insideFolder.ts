/** Which files a call may name: those below the server's folder. A link out of it counts as outside. */
import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Text } from '../../core/model/text';
import * as usual from '../words';
import * as words from './mcpWords';

/** A file with code is smaller. */
const fileBytesMost = 10_000_000;

export type Inside = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly problem: Text };

/** @param folder without links, as `realpath` returns it */
export async function insideFolder(folder: string, given: string, bytesMost = fileBytesMost): Promise<Inside> {
  const no = (problem: Text): Inside => ({ ok: false, problem });
  if (given.includes('\0')) return no(words.outside(given));
  const asked = resolve(folder, given);
  // Whether a file outside exists is not said either.
  if (!isBelow(folder, asked)) return no(words.outside(given));
  const path = await realpath(asked).catch(() => null);
  if (path === null) return no(usual.noFile(given));
  if (!isBelow(folder, path)) return no(words.outside(given));
  const about = await stat(path).catch(() => null);
  if (about === null) return no(usual.noFile(given));
  if (about.isDirectory()) return no(usual.isFolder(given));
  if (!about.isFile()) return no(usual.isNoFile(given));
  return about.size > bytesMost ? no(words.tooBig(given, bytesMost)) : { ok: true, path };
}

export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
