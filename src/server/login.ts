/** How a process of a run says that it belongs there: secrets for one run, and the words of RESP that carry them. Knows no socket. */
import { randomBytes } from 'node:crypto';

/** Said first on a connection to whoever asks for it: `AUTH`, and `SELECT` where it is not database 0. */
export interface Login {
  readonly username?: string;
  readonly password?: string;
  readonly db?: number;
}

/** For one run: nobody can guess it, and a URL or a line of a configuration takes it as it is. */
export const makeSecret = (): string => randomBytes(24).toString('base64url');

/** A request of RESP2. */
export const respOf = (...words: readonly string[]): Buffer =>
  Buffer.from(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`);

/** What is said of a login; each is answered once. */
export function loginRequests({ username, password, db = 0 }: Login): readonly Buffer[] {
  const names = username === undefined ? [] : [username];
  return [
    ...(password === undefined ? [] : [respOf('AUTH', ...names, password)]),
    ...(db === 0 ? [] : [respOf('SELECT', String(db))]),
  ];
}

/** What the address of a server says of it. */
export function loginOf(url: string): Login {
  const { username, password, pathname } = new URL(url);
  const db = Number(pathname.slice(1));
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(db > 0 ? { db } : {}),
  };
}
