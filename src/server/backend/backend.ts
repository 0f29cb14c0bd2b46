/**
 * The WebSocket beside the page: who may connect, how many, and what they hear. Each connection has one run at a time.
 * Knows no Redis; the workshop does the work.
 */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Registry } from '../../model/registry';
import { messageBytesMax, socketPath } from '../../wire/messages';
import type { Workshop } from '../run/workshop';
import { refusalStatus } from './access';
import { Connection } from './connection';
import { RunQueue } from './runQueue';

export interface BackendOptions {
  /** It is not closed with the backend. */
  readonly workshop: Omit<Workshop, 'close'>;
  readonly registry: Registry;
  /** The sub-path of the page, `/` at both ends. */
  readonly base: string;
  /** Wanted of everybody where others can reach this machine. */
  readonly token: string | null;
  readonly runsMax: number;
}

export interface Backend {
  /** Ends every run and resolves when nothing of them is left. */
  readonly close: () => Promise<void>;
}

const connectionsMax = 50;
const waitingMax = 50;
/** A page that answers no ping for so long is gone. */
const pingEveryMs = 10_000;

/** Serves `<base>live` of a server that serves the page. */
export function attachBackend(server: Server, options: BackendOptions): Backend {
  const { base, token, runsMax } = options;
  const queue = new RunQueue(runsMax, waitingMax);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: messageBytesMax, clientTracking: false });
  const connections = new Set<Connection>();
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (pathOf(request) !== `${base}${socketPath}`) return refuse(socket, 404);
    const status = connections.size >= connectionsMax ? 503 : refusalStatus(request, { token });
    if (status !== null) return refuse(socket, status);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Connection(webSocket, { ...options, queue, announce });
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

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
