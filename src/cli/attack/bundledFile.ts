/** The file of a lock, found where a person means it, with all that it imports as one text. */
import { stat } from 'node:fs/promises';
import { bundle } from '../../attack/bundle';
import type { Bundle } from '../../attack/evaluate';
import type { Text } from '../../model/text';
import { located } from '../target';
import * as usual from '../words';
import * as words from './attackWords';

export type BundledFile =
  | { readonly ok: true; readonly bundle: Bundle }
  | { readonly ok: false; readonly problem: Text };

/** @param called how it is named where something is wrong with it */
export async function bundledFile(file: string, called = file): Promise<BundledFile> {
  const path = located(file);
  const about = await stat(path).catch(() => null);
  if (about === null) return { ok: false, problem: usual.noFile(called) };
  if (!about.isFile())
    return { ok: false, problem: about.isDirectory() ? usual.isFolder(called) : usual.isNoFile(called) };
  const bundled = await bundle(path);
  return bundled.ok ? bundled : { ok: false, problem: words.syntax(called, bundled.line, bundled.message) };
}
