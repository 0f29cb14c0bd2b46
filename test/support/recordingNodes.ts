/**
 * Stands in front of real Redis servers, records lock commands as they arrive, and decides what happens to each
 * reply. It knows no library.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Script } from '../../src/core/model/effects/request';
import { Framing } from '../../src/live/server/proxy/framing';
import { RequestReader, wordsOf } from '../../src/live/server/proxy/requestReader';

/** What a command means to a lock. */
export interface Meaning {
  readonly kind: 'take' | 'extend' | 'release' | 'other';
  readonly keys: readonly string[];
  readonly owner: string;
  /** In ms, as sent; empty if absent. */
  readonly ttl: string;
}

export interface Arrived extends Meaning {
  /** The index of the server. */
  readonly node: number;
  readonly atMs: number;
}

/**
 * `silent`: this reply never comes, nor do later ones on the same connection. `cut`: the connection ends instead.
 * `first`: something is done before the reply is passed on.
 */
export type Fate =
  | 'pass'
  | 'silent'
  | 'cut'
  | { readonly delayMs: number }
  | { readonly first: () => Promise<unknown> };

/** @param nth 1 for the first command of its kind at this node. */
export type FateOf = (command: Arrived, nth: number) => Fate;

export interface RecordingNodes {
  readonly ports: readonly number[];
  readonly arrived: readonly Arrived[];
  readonly close: () => Promise<void>;
}

interface Options {
  /** The ports of the real servers. */
  readonly servers: readonly number[];
  readonly scripts: readonly Script[];
  readonly meaningOf: (request: Request) => Meaning | null;
  readonly fateOf: FateOf;
}

export async function openRecordingNodes(options: Options): Promise<RecordingNodes> {
  const arrived: Arrived[] = [];
  const sockets = new Set<Socket>();
  const doors = await Promise.all(options.servers.map((_, node) => openDoor({ ...options, node, arrived, sockets })));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await Promise.all(doors.map((door) => new Promise((resolve) => door.close(resolve))));
  };
  return { ports: doors.map(portOf), arrived, close };
}

interface Door extends Options {
  readonly node: number;
  readonly arrived: Arrived[];
  readonly sockets: Set<Socket>;
}

async function openDoor(door: Door): Promise<Server> {
  const server = createServer((client) => pass(door, client));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function pass(door: Door, client: Socket): void {
  const behind = connect(door.servers[door.node] ?? 0, '127.0.0.1');
  const reader = new RequestReader(door.scripts, '');
  const fates: Fate[] = [];
  let before: Promise<unknown> = Promise.resolve();
  const onBroken = (): void => void client.destroy();
  const requests = new Framing({
    onFrame: (value, bytes) => {
      fates.push(take(door, reader.readRequest(wordsOf(value) ?? [])));
      behind.write(bytes);
    },
    onBroken,
  });
  const replies = new Framing({
    onFrame: (_, bytes) => {
      const fate = fates.shift() ?? 'pass';
      const copy = Buffer.from(bytes);
      before = before.then(() => deliver(fate, copy, client));
    },
    onBroken,
  });
  client.on('data', (bytes) => requests.push(bytes));
  behind.on('data', (bytes) => replies.push(bytes));
  for (const [socket, other] of [
    [client, behind],
    [behind, client],
  ] as const) {
    door.sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      door.sockets.delete(socket);
      other.destroy();
    });
  }
}

/** Records a command and says what happens to its reply. Commands of the connection itself are not recorded. */
function take({ node, arrived, meaningOf, fateOf }: Door, request: Request): Fate {
  const meaning = meaningOf(request);
  if (meaning === null) return 'pass';
  const command = { ...meaning, node, atMs: performance.now() };
  arrived.push(command);
  return fateOf(command, arrived.filter((one) => one.node === node && one.kind === meaning.kind).length);
}

async function deliver(fate: Fate, reply: Buffer, client: Socket): Promise<void> {
  if (fate === 'cut') return void client.destroy();
  if (fate === 'silent') return new Promise(() => {});
  if (typeof fate === 'object' && 'delayMs' in fate) await pause(fate.delayMs);
  if (typeof fate === 'object' && 'first' in fate) await fate.first();
  if (!client.destroyed) client.write(reply);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
