/**
 * The WebSocket beside the page: decides who may connect and how many, and sends each page what concerns it. Each
 * connection has one run at a time. Knows no Redis; the live runner does the work.
 */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Parts } from '../../../core/sim/parts';
import { messageBytesMax, socketPath } from '../../wire/messages';
import type { LiveRunner } from '../run/liveRunner';
import { refusalStatus } from './access';
import { PageConnection } from './pageConnection';
import { RunQueue } from './runQueue';

export interface BackendOptions {
  /** The backend does not close it. */
  readonly liveRunner: Pick<LiveRunner, 'offer' | 'setUp' | 'run'>;
  readonly parts: Parts;
  /** The sub-path of the page, with `/` at both ends. */
  readonly base: string;
  /** Every peer must send it when other machines can reach this one. */
  readonly token: string | null;
  readonly runsMax: number;
}

export interface Backend {
  /** Ends every run. Resolves when nothing is left of them. */
  readonly close: () => Promise<void>;
}

const connectionsMax = 50;
/** A browser sends a message in one piece, or in pieces of a few kB. */
const fragmentsMax = 1024;
const waitingMax = 50;
/** A page that has not answered a ping for this long counts as gone. */
const pingEveryMs = 10_000;

/** How long a refused peer has to take its answer before its socket is closed. */
const refusedMsMax = 5000;

/** Handles WebSocket upgrades at `<base>live` of the server that serves the page. */
export function attachBackend(server: Server, options: BackendOptions): Backend {
  const { base, token, runsMax } = options;
  const queue = new RunQueue(runsMax, waitingMax);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytesMax,
    maxFragments: fragmentsMax,
    // The connection answers pings itself, because it counts them.
    autoPong: false,
    clientTracking: false,
  });
  const connections = new Set<PageConnection>();
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Node has just removed its own listener, and from here on the peer may reset the connection at any moment.
    socket.on('error', () => socket.destroy());
    if (pathOf(request) !== `${base}${socketPath}`) return refuse(socket, 404);
    const status = connections.size >= connectionsMax ? 503 : refusalStatus(request, { token });
    if (status !== null) return refuse(socket, status);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new PageConnection(webSocket, { ...options, queue, announce });
      connections.add(connection);
      webSocket.on('close', () => connections.delete(connection));
    });
  };
  const announce = (): void => {
    for (const connection of connections) connection.offer();
  };
  server.on('upgrade', onUpgrade);
  const pings = setInterval(() => {
    for (const connection of connections) connection.ping();
  }, pingEveryMs);
  pings.unref();
  return {
    close: async () => {
      clearInterval(pings);
      server.off('upgrade', onUpgrade);
      for (const connection of connections) connection.end();
      await queue.idle();
      sockets.close();
    },
  };
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

/** The answer is a few bytes, which the kernel takes at once. The peer may be gone, or may never close its own end. */
function refuse(socket: Duplex, status: number): void {
  const giveUp = setTimeout(() => socket.destroy(), refusedMsMax);
  giveUp.unref();
  socket.once('close', () => clearTimeout(giveUp));
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
