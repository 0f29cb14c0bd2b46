/** The errors of Node's `fs`. */
import { constants } from 'node:os';

const messages: Readonly<Record<string, string>> = {
  EBADF: 'bad file descriptor',
  EBUSY: 'resource busy or locked',
  EEXIST: 'file already exists',
  EFBIG: 'file too large',
  EINVAL: 'invalid argument',
  EIO: 'i/o error',
  EISDIR: 'illegal operation on a directory',
  ELOOP: 'too many symbolic links encountered',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  EPERM: 'operation not permitted',
};

/** @param paths that the call named */
export function failure(code: string, syscall: string, [path, dest]: readonly string[] = []): Error {
  const named = path === undefined ? '' : dest === undefined ? ` '${path}'` : ` '${path}' -> '${dest}'`;
  const error = new Error(`${code}: ${messages[code] ?? 'unknown error'}, ${syscall}${named}`);
  const errno = -(Object.entries(constants.errno).find(([name]) => name === code)?.[1] ?? 1);
  return Object.assign(error, {
    errno,
    code,
    syscall,
    ...(path !== undefined && { path }),
    ...(dest !== undefined && { dest }),
  });
}

/** An argument that Node refuses before any call. */
export const badArgument = (message: string): Error =>
  Object.assign(new TypeError(message), { code: 'ERR_INVALID_ARG_TYPE' });
