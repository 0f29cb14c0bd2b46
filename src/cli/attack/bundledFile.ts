/** The file of a lock, found where a person means it, bundled with everything that it imports into one text. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import type { Text } from '../../core/model/values/text';
import { bundle } from '../../sandbox/attack/bundle';
import type { Bundle } from '../../sandbox/attack/evaluate';
import { otherLanguage } from '../../sandbox/own/otherLanguage';
import { resolvedPath } from '../readFile';
import * as usual from '../words';
import * as words from './attackWords';

export type BundledFile =
  | { readonly ok: true; readonly bundle: Bundle }
  | { readonly ok: false; readonly problem: Text };

/**
 * @param called the name of the file in messages
 * @param isOpen whether a file that it imports may be read
 */
export async function bundledFile(
  file: string,
  called = file,
  isOpen?: (path: string) => boolean,
): Promise<BundledFile> {
  const path = resolvedPath(file);
  const about = await stat(path).catch(() => null);
  if (about === null) return { ok: false, problem: usual.noFile(called) };
  if (!about.isFile())
    return { ok: false, problem: about.isDirectory() ? usual.isFolder(called) : usual.isNoFile(called) };
  const bundled = await bundle(path, isOpen);
  if (bundled.ok) return bundled;
  const language = otherLanguage(await readFile(path, 'utf8'), path);
  if (language !== null) return { ok: false, problem: words.otherLanguage(called, language) };
  const where = bundled.file === null || bundled.file === path ? called : relative(process.cwd(), bundled.file);
  const { line, message, missing } = bundled;
  if (missing === null) return { ok: false, problem: words.syntax(where, line, message) };
  return { ok: false, problem: words.missing(where, line, missing, dirname(bundled.file ?? path)) };
}
