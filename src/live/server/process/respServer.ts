/**
 * A server that speaks RESP2 to Redis clients. It learns the names of connections, answers handshakes, and hands every
 * other request on under its name. Knows no request.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import Parser, { type RespValue } from 'redis-parser';
import { command, ok, type Reply, type Request, type Value } from '../../../core/model/effects/request';
import type { ProcessId } from '../../../core/model/scenario/processId';
import { Handshake } from '../handshake';
import type { MessageName } from '../liveEvent';
import { handshakeCommands } from './contract';

/** One life of a client. It ends when its last connection is closed. */
export interface Peer {
  readonly client: ProcessId;
  /** For example `client1/0`. */
  readonly incarnation: string;
}

export interface Serving {
  /** Answers a request, now or later. Answers on one connection keep their order. */
  readonly serve: (request: Request, peer: Peer, message: MessageName) => Promise<Reply>;
  readonly left: (peer: Peer) => void;
  /** A peer must send it before anything else. */
  readonly password: string;
}

export interface RespServer {
  readonly port: number;
  /** Closes every connection. Resolves when nothing listens any more. */
  readonly close: () => Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function serveResp(serving: Serving): Promise<RespServer> {
  const peers: Peers = new Map();
  const sockets = new Set<Socket>();
  const door = new Handshake({ logins: [{ password: serving.password }], kind: 'peer' });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    door.receive(socket, () => void new RespConnection(socket, serving, peers));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port: (server.address() as AddressInfo).port, close };
}

type Peers = Map<string, { readonly peer: Peer; connections: number }>;

class RespConnection {
  private name = '';
  private life: string | null = null;
  private requests = 0;
  /** The answer to the latest request. The next answer has to wait for it. */
  private latest: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: Socket,
    private readonly serving: Serving,
    private readonly peers: Peers,
  ) {
    const parser = new Parser({
      returnReply: (words) => this.take(words),
      returnError: () => socket.destroy(),
      returnFatalError: () => socket.destroy(),
    });
    socket.setNoDelay(true);
    socket.on('data', (bytes) => parser.execute(bytes));
    socket.on('error', () => {});
    socket.on('close', () => this.leave());
  }

  private take(words: RespValue): void {
    const [name = '', ...args] = Array.isArray(words) ? words.map(String) : [];
    const request = command(name, ...args);
    const answer = handshakeCommands.has(name.toUpperCase())
      ? Promise.resolve(this.shakeHands(request))
      : this.answerTo(request);
    const before = this.latest;
    this.latest = answer.then(async (reply) => {
      await before;
      if (!this.socket.destroyed) this.socket.write(encodeReply(reply));
    });
  }

  private answerTo(request: Request): Promise<Reply> {
    const peerEntry = this.life === null ? undefined : this.peers.get(this.life);
    if (!peerEntry) return Promise.resolve(error('ERR say your name first'));
    return this.serving.serve(request, peerEntry.peer, `${this.name}/${++this.requests}`);
  }

  private shakeHands({ command: name, args }: Request): Reply {
    switch (name.toUpperCase()) {
      case 'HELLO':
        return error('NOPROTO sorry, this protocol version is not supported.');
      case 'INFO':
        return ok('# Server\r\nredis_version:7.0.0\r\nloading:0\r\n');
      case 'COMMAND':
        return ok([]);
      case 'CLIENT':
        if (String(args[0]).toUpperCase() === 'SETNAME') this.enter(String(args[1]));
        return ok('OK');
      default:
        return ok('OK');
    }
  }

  /** `client1/0.7`: the seventh connection of the first life of client 1. */
  private enter(name: string): void {
    if (this.life !== null) return;
    this.name = name;
    this.life = name.slice(0, name.lastIndexOf('.'));
    const client = name.slice(0, name.indexOf('/')) as ProcessId;
    const peerEntry = this.peers.get(this.life) ?? { peer: { client, incarnation: this.life }, connections: 0 };
    peerEntry.connections++;
    this.peers.set(this.life, peerEntry);
  }

  private leave(): void {
    const peerEntry = this.life === null ? undefined : this.peers.get(this.life);
    if (!peerEntry || --peerEntry.connections > 0) return;
    this.peers.delete(peerEntry.peer.incarnation);
    this.serving.left(peerEntry.peer);
  }
}

const error = (message: string): Reply => ({ kind: 'error', message });

/** Whole numbers go out as integers, null as nil, everything else as text. */
function encodeReply(reply: Reply): string {
  if (reply.kind === 'ok') return encode(reply.value);
  return `-${reply.kind === 'error' ? reply.message.replace(/[\r\n]+/g, ' ') : `ERR ${reply.kind}`}\r\n`;
}

function encode(value: Value): string {
  if (value === null) return '$-1\r\n';
  if (typeof value === 'object' && 'error' in value) return `-${value.error.replace(/[\r\n]+/g, ' ')}\r\n`;
  if (typeof value === 'object') return `*${value.length}\r\n${value.map(encode).join('')}`;
  if (typeof value === 'number' && Number.isInteger(value)) return `:${value}\r\n`;
  const text = String(value);
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}
