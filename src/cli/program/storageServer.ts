/**
 * The storage for programs whose data are not in Redis: one value, read by GET and written by PUT. `If-Match` with the
 * ETag of a read makes it compare versions; a header `Fencing-Token`, of a read or a write, makes it refuse a token below the
 * highest so far.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the storage did with one request. */
export type StorageEvent = {
  /** What the request let the storage compare. Null: nothing. */
  readonly by: 'version' | 'token' | null;
} & (
  | { readonly kind: 'read'; readonly version: number; readonly value: string }
  | { readonly kind: 'wrote'; readonly version: number; readonly token: number | null; readonly value: string }
  | {
      readonly kind: 'rejected';
      readonly check: 'version' | 'token';
      readonly offered: number;
      readonly against: number;
      readonly value: string;
    }
);

export interface StorageGate {
  /** Called before a request is carried out, and with what it did before it is answered. False: the answer is lost. */
  readonly before: (client: number, method: 'GET' | 'PUT', value: string) => Promise<void>;
  readonly after: (client: number, event: StorageEvent) => Promise<boolean>;
}

const bytesMax = 1024 * 1024;

/** The value is shared; each client has a port of its own. */
export class StorageServer {
  private value = '0';
  private version = 1;
  private tokenHighest = -1;
  private readonly servers: Server[] = [];

  constructor(private readonly gate: StorageGate) {}

  /** @returns the address for this client */
  async open(client: number): Promise<string> {
    const server = createServer((request, response) => {
      this.serve(client, request, response).catch(() => response.destroy());
    });
    this.servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  close(): void {
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  private async serve(client: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method } = request;
    if (method !== 'GET' && method !== 'PUT')
      return void response
        .writeHead(405, { Allow: 'GET, PUT' })
        .end('The storage has one value: GET reads it, PUT writes it.\n');
    const body = method === 'PUT' ? await bodyOf(request) : '';
    if (body === null) return void response.writeHead(413).end(`At most ${bytesMax} bytes.\n`);
    const token = header(request, 'fencing-token');
    const match = header(request, 'if-match');
    if (token !== null && !/^\d{1,15}$/.test(token))
      return void response.writeHead(400).end('Fencing-Token must be a whole number.\n');
    await this.gate.before(client, method, body);
    const event = this.carryOut(method, body, { match, token: token === null ? null : Number(token) });
    // The answer may go out late, when there is a newer version.
    const etag = `"${this.version}"`;
    if (!(await this.gate.after(client, event))) return void response.destroy();
    if (event.kind === 'read') response.writeHead(200, { ETag: etag, 'Content-Type': 'text/plain' }).end(event.value);
    else if (event.kind === 'wrote') response.writeHead(204, { ETag: etag }).end();
    else
      response
        .writeHead(event.check === 'version' ? 412 : 409, { ETag: etag })
        .end(`${event.check} ${event.offered} is refused: the storage has ${event.against}.\n`);
  }

  private carryOut(
    method: 'GET' | 'PUT',
    value: string,
    { match, token }: { readonly match: string | null; readonly token: number | null },
  ): StorageEvent {
    const by = match !== null ? 'version' : token !== null ? 'token' : null;
    if (token !== null && token < this.tokenHighest)
      return { kind: 'rejected', by, check: 'token', offered: token, against: this.tokenHighest, value };
    if (method === 'PUT' && match !== null && match !== '*' && match.replace(/^W\/|"/g, '') !== String(this.version)) {
      const offered = Number(match.replace(/\D/g, ''));
      return { kind: 'rejected', by, check: 'version', offered, against: this.version, value };
    }
    if (token !== null) this.tokenHighest = token;
    if (method === 'GET') return { kind: 'read', by, version: this.version, value: this.value };
    this.value = value;
    this.version++;
    return { kind: 'wrote', by, version: this.version, token, value };
  }
}

const header = (request: IncomingMessage, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' ? value.trim() : null;
};

/** Null: it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) {
    text += piece;
    if (text.length > bytesMax) return null;
  }
  return text;
}
