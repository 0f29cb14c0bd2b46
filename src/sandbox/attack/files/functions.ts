/**
 * The functions of `fs` as steps: a write of a whole file opens it, writes and closes, as Node does. Others may see it
 * empty in between. Closing makes no request.
 */
import { Buffer } from 'node:buffer';
import { toBytes } from '../../../core/model/values/bytes';
import { random } from '../../realm/guest/chance';
import {
  dataOf,
  encodingIn,
  flagsOf,
  type Options,
  optionsOf,
  pathOf,
  textOf,
  throwIfAborted,
  timeOf,
} from './arguments';
import { type About, ask, isCode, type Steps } from './asking';
import { describe, forget, openedAs } from './descriptors';
import { badArgument, failure } from './failure';
import { listIn, namesOf, statsOf } from './stats';

const about = (syscall: string, ...fileNames: readonly unknown[]): About => ({ syscall, paths: fileNames.map(textOf) });

export function* open(path: unknown, flags: unknown): Steps<number> {
  const opening = flagsOf(flags);
  const handle = Number(yield* ask(about('open', path), 'OPEN', pathOf(path), opening.words));
  return describe({ handle, flags: opening, path: textOf(path), position: 0 });
}

/** A number is a descriptor, and an object with one is a handle. */
const descriptorIn = (file: unknown): number | null => {
  if (typeof file === 'number') return file;
  const { fd } = Object(file);
  return typeof fd === 'number' ? fd : null;
};

export function* close(descriptor: unknown): Steps<undefined> {
  const { handle } = openedAs(descriptor, 'close');
  forget(Number(descriptor));
  // Only the process itself has to know.
  void handle;
  return undefined;
}

function* bytesOf(descriptor: number, length: number, position: unknown, syscall = 'read'): Steps<Uint8Array> {
  const opened = openedAs(descriptor, syscall);
  if (!opened.flags.reads) throw failure('EBADF', syscall);
  const at = typeof position === 'number' || typeof position === 'bigint' ? Number(position) : -1;
  const from = at < 0 ? opened.position : at;
  const bytes = toBytes(String(yield* ask({ syscall }, 'READ', opened.handle, from, length)));
  if (at < 0) opened.position += bytes.length;
  return bytes;
}

function* writeBytes(descriptor: number, text: string, position: unknown): Steps<number> {
  const opened = openedAs(descriptor, 'write');
  if (!opened.flags.writes) throw failure('EBADF', 'write');
  const at = typeof position === 'number' ? position : -1;
  const from = opened.flags.appends ? 'end' : at < 0 ? opened.position : at;
  const count = Number(yield* ask({ syscall: 'write' }, 'WRITE', opened.handle, from, text));
  if (at < 0) opened.position += count;
  return count;
}

/** `read(fd, buffer, offset, length, position)`, or with options. @returns how many bytes were read */
export function* read(descriptor: unknown, ...rest: readonly unknown[]): Steps<number> {
  const { buffer, offset, length, position } = readingOf(rest);
  const bytes = yield* bytesOf(Number(descriptor), length, position);
  buffer.set(bytes, offset);
  return bytes.length;
}

export function readingOf(inputs: readonly unknown[]) {
  const [first, second, third, fourth] = inputs;
  const isView = ArrayBuffer.isView(first);
  const options = optionsOf(isView ? (typeof second === 'object' ? second : undefined) : first);
  const view = isView ? first : (options['buffer'] ?? Buffer.alloc(16_384));
  if (!ArrayBuffer.isView(view)) throw badArgument('The "buffer" argument must be an instance of Buffer.');
  const buffer = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const offset = Number(options['offset'] ?? (typeof second === 'number' ? second : 0));
  const length = Number(options['length'] ?? (typeof third === 'number' ? third : buffer.length - offset));
  return { view, buffer, offset, length, position: options['position'] ?? fourth };
}

/** `write(fd, buffer, offset, length, position)` or `write(fd, text, position, encoding)` */
export function* write(descriptor: unknown, data: unknown, ...rest: readonly unknown[]): Steps<number> {
  const [first, second, third] = rest;
  if (typeof data === 'string') return yield* writeBytes(Number(descriptor), dataOf(data, second), first);
  if (!ArrayBuffer.isView(data)) throw badArgument('The "buffer" argument must be of type string or a Buffer.');
  const options = optionsOf(typeof first === 'object' ? first : undefined);
  const offset = Number(options['offset'] ?? (typeof first === 'number' ? first : 0));
  const length = Number(options['length'] ?? (typeof second === 'number' ? second : data.byteLength - offset));
  const part = new Uint8Array(data.buffer, data.byteOffset + offset, length);
  return yield* writeBytes(Number(descriptor), dataOf(part), options['position'] ?? third);
}

export function* readFile(path: unknown, rawOptions?: unknown): Steps<unknown> {
  const options = optionsOf(rawOptions);
  throwIfAborted(options);
  const own = descriptorIn(path);
  const descriptor = own ?? (yield* open(path, options['flag'] ?? 'r'));
  try {
    const bytes = Buffer.from(yield* bytesOf(descriptor, Number.MAX_SAFE_INTEGER, null));
    const encoding = encodingIn(options['encoding']);
    return encoding === null ? bytes : bytes.toString(encoding);
  } finally {
    if (own === null) forget(descriptor);
  }
}

export function* writeFile(path: unknown, data: unknown, rawOptions?: unknown, usual = 'w'): Steps<undefined> {
  const options = optionsOf(rawOptions);
  throwIfAborted(options);
  const text = dataOf(data, options['encoding']);
  const own = descriptorIn(path);
  const descriptor = own ?? (yield* open(path, options['flag'] ?? options['flags'] ?? usual));
  try {
    if (text !== '') yield* writeBytes(descriptor, text, null);
  } finally {
    if (own === null) forget(descriptor);
  }
  return undefined;
}

export const appendFile = (path: unknown, data: unknown, options?: unknown): Steps<undefined> =>
  writeFile(path, data, options, 'a');

export function* truncate(path: unknown, length: unknown): Steps<undefined> {
  const own = descriptorIn(path);
  const descriptor = own ?? (yield* open(path, 'r+'));
  try {
    return yield* ftruncate(descriptor, length);
  } finally {
    if (own === null) forget(descriptor);
  }
}

export function* ftruncate(descriptor: unknown, length: unknown = 0): Steps<undefined> {
  const { handle, flags } = openedAs(descriptor, 'ftruncate');
  if (!flags.writes) throw failure('EINVAL', 'ftruncate');
  yield* ask({ syscall: 'ftruncate' }, 'TRUNCATE', handle, Math.max(0, Number(length) || 0));
  return undefined;
}

/** Each write is in the file system at once. */
export function* fsync(descriptor: unknown): Steps<undefined> {
  openedAs(descriptor, 'fsync');
  return undefined;
}

const statBy = (syscall: 'stat' | 'lstat') =>
  function* (path: unknown, options?: unknown): Steps<object | undefined> {
    const { bigint, throwIfNoEntry } = optionsOf(options);
    try {
      return statsOf(yield* ask(about(syscall, path), syscall.toUpperCase(), pathOf(path)), bigint === true);
    } catch (error) {
      if (throwIfNoEntry === false && isCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
      throw error;
    }
  };
export const stat = statBy('stat');
export const lstat = statBy('lstat');

export function* fstat(descriptor: unknown, options?: unknown): Steps<object> {
  const { handle } = openedAs(descriptor, 'fstat');
  return statsOf(yield* ask({ syscall: 'fstat' }, 'FSTAT', handle), optionsOf(options)['bigint'] === true);
}

export function* access(path: unknown): Steps<undefined> {
  yield* ask(about('access', path), 'STAT', pathOf(path));
  return undefined;
}

export function* exists(path: unknown): Steps<boolean> {
  try {
    yield* access(path);
    return true;
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR', 'EIO', 'ELOOP', 'ERR_INVALID_ARG_TYPE', 'ERR_INVALID_ARG_VALUE'))
      return false;
    throw error;
  }
}

export function* realpath(path: unknown): Steps<string> {
  return String(yield* ask(about('realpath', path), 'REALPATH', pathOf(path)));
}

export function* readdir(path: unknown, options?: unknown): Steps<unknown[]> {
  return namesOf(yield* ask(about('scandir', path), 'READDIR', pathOf(path)), textOf(path), optionsOf(options));
}

/** @returns the first directory that was made, if it is recursive */
export function* mkdir(path: unknown, options?: unknown): Steps<string | undefined> {
  if (optionsOf(options)['recursive'] === true) return yield* mkdirAll(textOf(path));
  yield* ask(about('mkdir', path), 'MKDIR', pathOf(path));
  return undefined;
}

function* mkdirAll(path: string): Steps<string | undefined> {
  try {
    yield* ask(about('mkdir', path), 'MKDIR', pathOf(path));
    return path;
  } catch (error) {
    if (isCode(error, 'ENOENT')) {
      const folder = path.replace(/\/*[^/]+\/*$/, '');
      if (folder === '' || folder === path) throw error;
      const first = yield* mkdirAll(folder);
      const ownFolder = yield* mkdirAll(path);
      return first ?? ownFolder;
    }
    if (!isCode(error, 'EEXIST')) throw error;
    const [kind] = listIn(yield* ask(about('mkdir', path), 'STAT', pathOf(path)));
    if (kind !== 'directory') throw error;
    return undefined;
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

export function* mkdtemp(prefix: unknown): Steps<string> {
  const drawn = Array.from({ length: 6 }, () => letters[random.below(letters.length)]).join('');
  const path = `${textOf(prefix)}${drawn}`;
  yield* ask(about('mkdtemp', `${textOf(prefix)}XXXXXX`), 'MKDIR', pathOf(path));
  return path;
}

export function* rmdir(path: unknown, options?: unknown): Steps<undefined> {
  if (optionsOf(options)['recursive'] === true) return yield* rm(path, { recursive: true });
  yield* ask(about('rmdir', path), 'RMDIR', pathOf(path));
  return undefined;
}

export function* unlink(path: unknown): Steps<undefined> {
  yield* ask(about('unlink', path), 'UNLINK', pathOf(path));
  return undefined;
}

/** One call for each name, so that others see a half-removed tree. */
export function* rm(path: unknown, rawOptions?: unknown): Steps<undefined> {
  const options: Options = optionsOf(rawOptions);
  try {
    const [kind] = listIn(yield* ask(about('rm', path), 'LSTAT', pathOf(path)));
    if (kind !== 'directory') return yield* unlink(path);
  } catch (error) {
    if (options['force'] === true && isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  if (options['recursive'] !== true)
    throw Object.assign(new Error(`Path is a directory: rm returned EISDIR (is a directory) ${textOf(path)}`), {
      name: 'SystemError',
      code: 'ERR_FS_EISDIR',
    });
  const inside = listIn(yield* ask(about('rm', path), 'READDIR', pathOf(path)));
  for (const [name] of inside.map(listIn)) yield* rm(`${textOf(path)}/${name}`, { recursive: true, force: true });
  return yield* rmdir(path);
}

const twoPaths = (syscall: 'rename' | 'link') =>
  function* (from: unknown, to: unknown): Steps<undefined> {
    yield* ask(about(syscall, from, to), syscall.toUpperCase(), pathOf(from), pathOf(to));
    return undefined;
  };
export const rename = twoPaths('rename');
export const link = twoPaths('link');

export function* copyFile(from: unknown, to: unknown, mode: unknown = 0): Steps<undefined> {
  const bytes = yield* readFile(from);
  // COPYFILE_EXCL is 1.
  yield* writeFile(to, bytes, { flag: typeof mode === 'number' && mode & 1 ? 'wx' : 'w' });
  return undefined;
}

export function* utimes(path: unknown, atime: unknown, mtime: unknown): Steps<undefined> {
  yield* ask(about('utime', path), 'UTIMES', pathOf(path), timeOf(atime), timeOf(mtime));
  return undefined;
}

export function* futimes(descriptor: unknown, atime: unknown, mtime: unknown): Steps<undefined> {
  const { handle } = openedAs(descriptor, 'futime');
  yield* ask({ syscall: 'futime' }, 'FUTIMES', handle, timeOf(atime), timeOf(mtime));
  return undefined;
}
