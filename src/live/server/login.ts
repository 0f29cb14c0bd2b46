/**
 * How a process of a run proves that it belongs there: the secrets of one run, and the RESP requests that carry them.
 * Knows no socket.
 */
import { randomBytes } from 'node:crypto';

/** The first words on a connection to a server that requires them: `AUTH`, and `SELECT` unless it is database 0. */
export interface Login {
  readonly username?: string;
  readonly password?: string;
  readonly db?: number;
}

/** A secret for one run. Nobody can guess it, and it needs no escaping in a URL or a line of configuration. */
export const makeSecret = (): string => randomBytes(24).toString('base64url');

/** A request of RESP2. */
export const respOf = (...words: readonly string[]): Buffer =>
  Buffer.from(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`);

/** The requests of a login; the server answers each of them once. */
export function loginRequests({ username, password, db = 0 }: Login): readonly Buffer[] {
  const names = username === undefined ? [] : [username];
  return [
    ...(password === undefined ? [] : [respOf('AUTH', ...names, password)]),
    ...(db === 0 ? [] : [respOf('SELECT', String(db))]),
  ];
}

/** The login that the address of a server contains. */
export function loginOf(url: string): Login {
  const { username, password, pathname } = new URL(url);
  const db = Number(pathname.slice(1));
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(db > 0 ? { db } : {}),
  };
}
