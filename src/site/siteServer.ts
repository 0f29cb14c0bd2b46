// Serves a built folder, and other handlers on the same port. `targetOf` reads a request once, and its headers, its
// handler and its file all go by that one path. Knows no build.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join, posix } from 'node:path';
import { inspect } from 'node:util';
import { constants } from 'node:zlib';
import compression from 'compression';
import send from 'send';
import { headersFor } from './headers';
import { notFoundPage } from './notFoundPage';
import { root } from './root';
import { limitSockets } from './socketLimits';

/** What a request asks for. */
export interface Target {
  /** Decoded, below the site's root, without a leading slash. */
  readonly path: string;
  /** As it was sent, without its question mark. */
  readonly query: string;
}

/** A handler on the same port as the page. */
export interface RequestHandler {
  /** false: the page's files answer instead. */
  readonly answer: (target: Target, request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
  readonly attach: (server: Server) => void;
}

export interface SiteOptions {
  /** Relative to the project. */
  readonly folder: string;
  readonly port: number;
  readonly host?: string;
  /** The sub-path, with `/` at both ends. */
  readonly base?: string;
  readonly handler?: RequestHandler | undefined;
}

export interface SiteServer {
  /** The addresses for this machine. Each ends with a slash. */
  readonly address: string;
  readonly addresses: readonly string[];
  readonly close: () => Promise<void>;
}

/** A browser's request is a line and a few headers, which arrive at once. */
const limits = { headersTimeout: 8000, requestTimeout: 12_000, connectionsCheckingInterval: 2000 };

/** A connection that is silent for this long is closed, unless it has become a WebSocket, which is pinged instead. */
const silentMsMax = 15_000;

const refusals: Readonly<Record<number, string>> = {
  400: 'This request cannot be read.\n',
  404: 'There is no such page.\n',
  405: 'Only GET is answered here.\n',
  500: 'Something broke in the server.\n',
};

/**
 * Two kinds of answers are not compressed. A range counts the bytes of the file, so a part of a file is sent
 * unchanged. No browser sends a request before the previous answer, so an answer that waits on its connection is not
 * compressed either: a client could ask for a thousand, read none, and still have all of them compressed. At its
 * usual quality, 4, Brotli is no smaller than gzip; from 7 on it takes twice the time.
 */
const compressed = compression({
  // The usual window takes four megabytes for each answer.
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  filter: (request, response) =>
    request.headers.range === undefined && response.socket !== null && compression.filter(request, response),
});

/** Whether the name contains a hash of the content. */
const isHashed = (path: string): boolean => /^assets\/.*-[\w-]{8}\.\w+$/.test(path);

/** Takes the next free port if the wanted one is in use. Rejects with the system's error if it cannot listen there. */
export async function serveSite({
  folder,
  port,
  host = '127.0.0.1',
  base = '/',
  handler,
}: SiteOptions): Promise<SiteServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = targetOf(request.url ?? '', base);
    for (const [name, value] of Object.entries(headersFor(typeof target === 'number' ? '' : target.path)))
      response.setHeader(name, value);
    const home = request.headers.accept?.includes('text/html') ? base : null;
    if (typeof target === 'number') return refuse(response, target, home);
    if (await handler?.answer(target, request, response)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405);
    const isKept = isHashed(target.path);
    const path = encodeURI(`/${target.path}`).replace(/[?#]/g, encodeURIComponent);
    send(request, path, { root: join(root, folder), immutable: isKept, maxAge: isKept ? '1y' : 0 })
      .on('headers', (answered: ServerResponse) => {
        // Browsers ask for everything else again each time.
        if (!isKept) answered.setHeader('Cache-Control', 'no-cache');
      })
      .on('directory', () => {
        const query = target.query === '' ? '' : `?${target.query}`;
        response.writeHead(301, { Location: `./${encodeURIComponent(posix.basename(target.path))}/${query}` }).end();
      })
      .on('error', ({ status }) => refuse(response, status, home))
      .pipe(response);
  };
  const server = createServer(limits, (request, response) => {
    // An error here ends only this request.
    compressed(request, response, () =>
      answer(request, response).catch((problem) => {
        console.error(inspect(String(problem?.stack ?? problem)));
        refuse(response, 500);
      }),
    );
  });
  server.setTimeout(silentMsMax);
  /** WebSockets included. */
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  handler?.attach(server);
  limitSockets(server);
  const addresses = addressesOf(host, await listen(server, port, host), base);
  return {
    address: addresses[0] ?? '',
    addresses,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/**
 * Every path has one spelling: a path with a detour is not found, so that no two readers treat it as two paths.
 * @param url of a request line, in origin form or in absolute form
 */
export function targetOf(url: string, base: string): Target | 400 | 404 {
  const [, written = '', query = ''] = /^(?:https?:\/\/[^/?#]+)?(\/[!"$->@-~]*)(?:\?([!"$-~]*))?$/i.exec(url) ?? [];
  const path = decoded(written);
  // Windows reads a backslash as a slash, and no log should contain control characters.
  if (path === null || /[\p{Cc}\\]/u.test(path)) return 400;
  return path.startsWith(base) && posix.normalize(path) === path ? { path: path.slice(base.length), query } : 404;
}

function decoded(written: string): string | null {
  try {
    return written === '' ? null : decodeURIComponent(written);
  } catch {
    return null;
  }
}

/**
 * The words are our own, because an error would name files of this machine.
 * @param home for a browser: the address of the playground
 */
function refuse(response: ServerResponse, status: number, home: string | null = null): void {
  if (response.headersSent) return void response.destroy();
  const isPage = status === 404 && home !== null;
  const words = isPage ? notFoundPage(home) : (refusals[status] ?? '');
  if (status === 405) response.setHeader('Allow', 'GET, HEAD');
  // The rest of what it sends is not read.
  if (status === 400 || status === 405) response.setHeader('Connection', 'close');
  response
    .writeHead(status, {
      'Content-Type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8`,
      'Content-Length': Buffer.byteLength(words),
    })
    .end(words);
}

/** @returns the port */
async function listen(server: Server, port: number, host: string): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening');
    return port;
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken || port === 65_535) throw error;
    return listen(server, port + 1, host);
  }
}

/** @returns why nothing can listen there, in words; null if something can */
export async function hostProblem(host: string): Promise<string | null> {
  const server = createServer();
  try {
    await listen(server, 0, host);
    return null;
  } catch {
    const own = ['127.0.0.1', ...ownAddresses()].join(', ');
    return `--host ${host} is no address of this machine. It has ${own}; 0.0.0.0 stands for all of them.`;
  } finally {
    server.close();
  }
}

/**
 * @param host the interface that the server listens on
 * @returns an address for this machine first, then those for others; only one if the host names one machine
 */
export function addressesOf(
  host: string,
  port: number,
  base: string,
  interfaces = networkInterfaces(),
): readonly string[] {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  const others = ownAddresses(interfaces).filter((one) => !one.includes(':'));
  return (isEverywhere ? ['localhost', ...others] : [host]).map(
    (name) => `http://${name.includes(':') ? `[${name}]` : name}:${port}${base}`,
  );
}

/** The addresses at which other machines reach this one. */
const ownAddresses = (interfaces = networkInterfaces()): readonly string[] =>
  Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address);
