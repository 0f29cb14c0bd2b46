/**
 * Decides which requests may open a socket: a browser only from the page that this server serves, a program always.
 * If there is a token, both must send it. Knows no run.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The token's query parameter, in the address of the page and of its socket. */
const tokenParameter = 'token';

export interface AccessOptions {
  /** null when the server listens only on this machine. */
  readonly token: string | null;
}

/** Returns the HTTP status that refuses a request; null when the request may come in. */
export function refusalStatus({ headers, url = '/' }: IncomingMessage, { token }: AccessOptions): number | null {
  const host = hostOf(headers.host);
  if (host === null) return 400;
  // DNS rebinding: a name that belongs to somebody else but leads here would make a foreign page look like our own.
  if (token === null && !isLoopback(host.hostname)) return 403;
  if (headers.origin !== undefined && !isSameOrigin(headers.origin, host.host)) return 403;
  if (token === null) return null;
  const urlToken = new URL(url, 'http://localhost').searchParams.get(tokenParameter);
  return urlToken !== null && isEqual(urlToken, token) ? null : 401;
}

/** Whether only programs on this machine can reach a server that listens at this host. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d{1,3}){3}$/.test(hostname);

function hostOf(header: string | undefined): URL | null {
  return header === undefined ? null : parsedUrl(`http://${header}`);
}

const parsedUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

function isSameOrigin(origin: string, host: string): boolean {
  const parsed = parsedUrl(origin);
  // A page over https is behind a proxy that speaks http to us. The names must still agree.
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.host === host;
}

function isEqual(candidate: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(candidate), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
