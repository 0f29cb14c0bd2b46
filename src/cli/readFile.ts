/** Reads a file named on the command line, and never more of it than asked, whatever the name refers to. */
import { constants, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type FileText, fileText } from '../core/model/scenario/parse/fileText';
import { at } from '../core/model/scenario/parse/problems';
import type { Text } from '../core/model/values/text';
import * as words from './words';

interface Reading {
  /** The name as the person wrote it. */
  readonly typedName: string;
  readonly bytesMax: number;
  /** @param size in bytes; the least size if `isLeast`, because no more is known */
  readonly tooLong: (size: number, isLeast: boolean) => Text;
}

/** Reading a pipe without a writer would wait forever. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Resolves a path in the person's folder. npm runs scripts in the project's folder, but passes on where it was
 * called.
 */
export function resolvedPath(path: string): string {
  const here = resolve(path);
  const calledFrom = process.env['INIT_CWD'];
  return calledFrom === undefined || exists(here) ? here : resolve(calledFrom, path);
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** Every problem is reported with the name of the file. */
export async function readFile(path: string, reading: Reading): Promise<FileText> {
  const { typedName } = reading;
  let file: FileHandle | null = null;
  try {
    file = await open(path, withoutWaiting);
    const about = await file.stat();
    if (about.isDirectory()) return refused(words.isFolder(typedName));
    if (!about.isFile()) return refused(words.isNoFile(typedName));
    const content = await textIn(file, about.size, reading);
    return content.ok ? content : refused(at(typedName, content.problem));
  } catch (error) {
    return refused(unreadable(typedName, error));
  } finally {
    await file?.close();
  }
}

/** A system file reports no size, and a file that is being written is longer than it reported. */
async function textIn(file: FileHandle, size: number, { bytesMax, tooLong }: Reading): Promise<FileText> {
  if (size > bytesMax) return refused(tooLong(size, false));
  const bytes = Buffer.alloc(bytesMax + 1);
  let length = 0;
  for (let count = -1; count !== 0 && length < bytes.length; length += count)
    count = (await file.read(bytes, length, bytes.length - length, null)).bytesRead;
  if (length > bytesMax) return refused(tooLong(length, true));
  return fileText(bytes.subarray(0, length), (all) => new TextDecoder('utf-8', { fatal: true }).decode(all));
}

const refused = (problem: Text): FileText => ({ ok: false, problem });

function unreadable(path: string, error: unknown): Text {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return code === 'ENOENT' ? words.noFile(path) : words.unreadable(path, code);
}
