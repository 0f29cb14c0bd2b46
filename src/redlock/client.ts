/**
 * The one interface through which the locks talk to Redis. Clients of ioredis and node-redis are taken as they are and
 * wrapped here, by what they can do: neither package is imported.
 */
import { type IoredisLike, isIoredis, wrapIoredis } from './ioredisClient';
import { IoredisCommands } from './ioredisCommand';
import { isNodeRedis, type NodeRedisLike, wrapNodeRedis } from './nodeRedisClient';

/** A command and its arguments, as Redis takes them. */
export type RedisCommand = readonly (string | number)[];

/** Who waits for what becomes of commands, each under the number of its place. */
export interface Taker {
  readonly succeed: (place: number, value: unknown) => void;
  /** @param thrown the server's error or the connection's. */
  readonly fail: (place: number, thrown: unknown) => void;
}

/** A command that has still to be sent. */
export interface Prepared {
  readonly send: () => void;
}

/** What a lock needs of a client. It need not keep the order of commands. */
export interface LockClient {
  /** Resolves with the reply, rejects with the server's error or the connection's. Sent at once. */
  readonly request: (command: RedisCommand) => Promise<unknown>;
  /** The same in two steps, and telling a taker instead of a promise, later. Absent: `request` is used. */
  readonly prepare?: (command: RedisCommand, taker: Taker, place: number) => Prepared;
  /** Many commands follow: what is sent until all that runs at the moment has run may go out together. */
  readonly gather?: () => void;
  /**
   * A connection of its own, for commands that block it and for subscriptions. `ended` hears when it is gone; the signal says
   * that nobody wants it any more, perhaps before it is open.
   */
  readonly connectAgain?: (ended: () => void, signal?: AbortSignal) => Promise<OwnConnection>;
  /** Whether what is sent now waits until a connection is open. Absent: nobody knows. */
  readonly isOpening?: () => boolean;
  /** What the client puts before every key. */
  readonly keyPrefix?: string;
}

export interface OwnConnection {
  readonly request: (command: RedisCommand) => Promise<unknown>;
  readonly subscribe: (channel: string, heard: () => void) => Promise<unknown>;
  readonly unsubscribe: (channel: string) => Promise<unknown>;
  readonly close: () => void;
}

/** Clients of another shape, Bun's own for instance. */
export interface SendingClient {
  readonly send: (command: string, args: string[]) => Promise<unknown>;
}

/** Clients that can be given to a lock. */
export type RedisClient = IoredisLike | NodeRedisLike | LockClient | SendingClient;

interface Place {
  readonly host?: string;
  readonly port?: number;
  readonly path?: string;
}

/** Where a client's server is, as far as the client says; null: it does not. */
export function addressOf(client: RedisClient | undefined): string | null {
  const { options } = client as { readonly options?: Place & { readonly socket?: Place } };
  const { host, port, path } = options?.socket ?? options ?? {};
  return path ?? (port === undefined ? null : `${host ?? 'localhost'}:${port}`);
}

/** Ends the connections of a client that has a way to do so. */
export async function quit(client: RedisClient): Promise<void> {
  const { close, quit: ask } = client as { close?: () => Promise<unknown>; quit?: () => Promise<unknown> };
  await (close ?? ask)?.call(client);
}

/** Throws a TypeError for anything that is no client. @param commands those of the clients of one lock are made in one place. */
export function lockClientOf(client: RedisClient, commands = new IoredisCommands()): LockClient {
  if (typeof client !== 'object' || client === null) throw notAClient();
  if (isLockClient(client)) return client;
  if (isIoredis(client)) return wrapIoredis(client, commands);
  if (isNodeRedis(client)) return wrapNodeRedis(client);
  if (isSending(client)) return { request: ([name, ...args]) => client.send(String(name), args.map(String)) };
  throw notAClient();
}

const isSending = (client: object): client is SendingClient =>
  typeof (client as Partial<SendingClient>).send === 'function';

const notAClient = (): Error =>
  new TypeError('A client must be one of ioredis or node-redis, or have a `request` or `send` method.');

export const isLockClient = (client: object): client is LockClient =>
  typeof (client as Partial<LockClient>).request === 'function';
