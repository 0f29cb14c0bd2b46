// A plain server on a port of its own: a blog, or the playground on a host that sends only files, without headers such
// as those of CORS. It does not use Vite.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { afterEach } from 'vitest';
import { root } from '../../scripts/install.mjs';

interface Files {
  /** The built site, relative to the root; it is served under `base`. */
  readonly folder?: string;
  /** With a slash at both ends. */
  readonly base?: string;
  /** Pages by their path, without a slash: `post.html`. */
  readonly pages?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Answers instead of a file, and is called at each request; if it returns undefined, the file is sent. */
  readonly instead?: (path: string) => Answer | undefined;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface OtherSite {
  /** Ends with a slash. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.xhtml': 'application/xhtml+xml; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
};

export async function serveOther({ folder, base = '/', pages = {}, headers = {}, instead }: Files): Promise<OtherSite> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://host');
    const answer = instead?.(pathname.startsWith(base) ? pathname.slice(base.length) : pathname);
    if (answer !== undefined) {
      response.writeHead(answer.status ?? 200, { 'content-type': 'text/html', ...answer.headers }).end(answer.body);
      return;
    }
    const found = pages[pathname.slice(1)] ?? fileOf(folder, base, pathname);
    const type = types[extname(pathname)] ?? 'text/html; charset=utf-8';
    // A browser requests it by itself, and would report that it is missing.
    if (found === null && pathname === '/favicon.ico') response.writeHead(204).end();
    else if (found === null) response.writeHead(404).end('There is nothing here.');
    else response.writeHead(200, { 'content-type': type, ...headers }).end(found);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  return { address: `http://127.0.0.1:${bound.port}${base}`, close: () => closed(server) };
}

function fileOf(folder: string | undefined, base: string, pathname: string): Buffer | null {
  if (folder === undefined || !pathname.startsWith(base)) return null;
  const inside = normalize(decodeURIComponent(pathname.slice(base.length)));
  if (inside.startsWith('..')) return null;
  const path = join(root, folder, inside);
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
  return existsSync(file) ? readFileSync(file) : null;
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** For a test file: serves other sites, returns their addresses, and closes them after each test. */
export function prepareOthers(): (files: Files) => Promise<string> {
  let open: OtherSite[] = [];
  afterEach(async () => {
    await Promise.all(open.map(({ close }) => close()));
    open = [];
  });
  return async (files) => {
    const site = await serveOther(files);
    open.push(site);
    return site.address;
  };
}
