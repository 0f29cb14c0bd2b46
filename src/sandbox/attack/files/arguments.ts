/** The arguments of Node's `fs`: paths, flags, times, data. */
import { constants } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fromBytes } from '../../../core/model/values/bytes';
import { badArgument, failure } from './failure';

/** Where the file system's own relative paths begin. */
const folder = process.cwd();

/** A path for a request, as short as it can be. Dots stay, since the folder before them must exist. */
export function pathOf(path: unknown): string {
  const text = textOf(path);
  if (text === '') return text;
  const whole = text.startsWith('/') ? text : `${process.cwd()}/${text}`;
  return whole.startsWith(`${folder}/`) ? whole.slice(folder.length + 1).replace(/^(\.\/+)+(?=.)/, '') || '.' : whole;
}

/** The path as errors name it. */
export function textOf(path: unknown): string {
  const text = plainText(path);
  if (!text.includes('\0')) return text;
  throw Object.assign(badArgument('The argument "path" must be a string without null bytes.'), {
    code: 'ERR_INVALID_ARG_VALUE',
  });
}

function plainText(path: unknown): string {
  if (typeof path === 'string') return path;
  if (path instanceof URL) return fileURLToPath(path);
  if (path instanceof Uint8Array) return Buffer.from(path).toString('utf8');
  throw badArgument('The "path" argument must be of type string or an instance of Buffer or URL.');
}

export interface Flags {
  readonly reads: boolean;
  readonly writes: boolean;
  readonly appends: boolean;
  /** The words of the request. */
  readonly words: string;
}

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND } = constants;

const byName: Readonly<Record<string, number>> = {
  r: O_RDONLY,
  'r+': O_RDWR,
  w: O_TRUNC | O_CREAT | O_WRONLY,
  wx: O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'w+': O_TRUNC | O_CREAT | O_RDWR,
  'wx+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  a: O_APPEND | O_CREAT | O_WRONLY,
  ax: O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  'a+': O_APPEND | O_CREAT | O_RDWR,
  'ax+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
};

/** `rs+`, `sx`, `xw` and the like mean the same as without `s`, and with `x` last. */
const plainName = (name: string): string =>
  name
    .replace('s', '')
    .replace(/^x([wa])/, '$1x')
    .replace(/^([wa])\+x$/, '$1x+');

export function flagsOf(flags: unknown = 'r'): Flags {
  const number = typeof flags === 'number' ? flags : byName[plainName(String(flags))];
  if (number === undefined)
    throw Object.assign(new TypeError(`The argument 'flags' is invalid. Received '${String(flags)}'`), {
      code: 'ERR_INVALID_ARG_VALUE',
    });
  const mode = number & 3;
  const [reads, writes] = [mode !== O_WRONLY, mode !== O_RDONLY];
  const words = [
    ...(writes ? ['write'] : ['read']),
    ...(number & O_CREAT ? ['create'] : []),
    ...(number & O_EXCL ? ['exclusive'] : []),
    ...(number & O_TRUNC ? ['truncate'] : []),
  ];
  return { reads, writes, appends: (number & O_APPEND) !== 0, words: words.join() };
}

/** In µs: a date, or seconds as a number or text. */
export function timeOf(time: unknown): number {
  const ms = time instanceof Date ? time.getTime() : Number(time) * 1000;
  if (!Number.isFinite(ms)) throw badArgument('The "time" argument must be a number of seconds or a Date.');
  // Plus a tenth of a microsecond, so that 1.005 s is not rounded to one less.
  return Math.floor(ms * 1000 + 0.1);
}

/** Bytes as they travel in a request. */
export function dataOf(data: unknown, encoding?: unknown): string {
  if (typeof data === 'string') return fromBytes(Buffer.from(data, encodingIn(encoding) ?? 'utf8'));
  if (ArrayBuffer.isView(data)) return fromBytes(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  throw badArgument('The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView.');
}

export type Options = Readonly<Record<string, unknown>>;

export const encodingIn = (encoding: unknown): BufferEncoding | null =>
  typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : null;

/** Options of `fs`: an object, or the encoding alone. */
export const optionsOf = (options: unknown): Options =>
  typeof options === 'string' ? { encoding: options } : Object.fromEntries(Object.entries(Object(options)));

/** A signal that is aborted already. An abort that comes later is ignored. */
export function throwIfAborted({ signal }: Options): void {
  if (signal instanceof AbortSignal && signal.aborted)
    throw Object.assign(failure('EINVAL', 'abort'), { name: 'AbortError', code: 'ABORT_ERR' });
}
