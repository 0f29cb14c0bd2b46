/**
 * The one interface through which the locks talk to Redis. Clients of ioredis, node-redis and Valkey GLIDE are accepted
 * directly and wrapped here. They are recognized by their methods: none of the packages is imported.
 */
import { checkClient } from './checks';
import { type GlideLike, isGlide, wrapGlide } from './glideClient';
import { type IoredisLike, isIoredis, wrapIoredis } from './ioredisClient';
import { IoredisCommands } from './ioredisCommand';
import { isNodeRedis, type NodeRedisLike, wrapNodeRedis } from './nodeRedisClient';

/** A command and its arguments, as Redis takes them. */
export type RedisCommand = readonly (string | number)[];

/** Receives the results of commands, each with the number of its place. */
export interface Taker {
  readonly succeed: (index: number, value: unknown) => void;
  /** @param thrown the server's error or the connection's. */
  readonly fail: (index: number, thrown: unknown) => void;
}

/** A command that was not sent yet. */
export interface Prepared {
  readonly send: () => void;
}

/** What a lock needs from a client. The client need not keep the order of commands. */
export interface LockClient {
  /** Sends at once. Resolves with the reply; rejects with the server's error or the connection's. */
  readonly request: (command: RedisCommand) => Promise<unknown>;
  /**
   * Like `request`, in two steps. A taker receives the result later instead of a promise. Absent: `request` is used.
   */
  readonly prepare?: (command: RedisCommand, taker: Taker, index: number) => Prepared;
  /**
   * Announces that many commands follow. The client may send everything that is written in this turn of the event
   * loop at once.
   */
  readonly gather?: () => void;
  /**
   * Opens another connection, for blocking commands and for subscriptions. `ended` is called when it is gone. The
   * signal says that it is no longer needed, perhaps before it is open.
   */
  readonly connectAgain?: (ended: () => void, signal?: AbortSignal) => Promise<OwnConnection>;
  /** Whether a command that is sent now would wait for a connection to open. Absent: not known. */
  readonly isOpening?: () => boolean;
  /** Why its latest connection failed. Absent: not known. */
  readonly lastError?: () => unknown;
  /**
   * The present connection, if the client sends again over the next one what was not answered over the last. Another
   * one is another value. Absent: it does not, or it is not known.
   */
  readonly connection?: () => unknown;
  /** It chooses a server by the keys of the commands that it knows. */
  readonly isCluster?: true;
  /** The text that the client puts before every key. */
  readonly keyPrefix?: string;
}

export interface OwnConnection {
  readonly request: (command: RedisCommand) => Promise<unknown>;
  readonly subscribe: (channel: string, listener: () => void) => Promise<unknown>;
  readonly unsubscribe: (channel: string) => Promise<unknown>;
  readonly close: () => void;
}

/** Clients of another shape, such as Bun's own. */
export interface SendingClient {
  readonly send: (command: string, args: string[]) => Promise<unknown>;
}

/** Clients that can be given to a lock. */
export type RedisClient = IoredisLike | NodeRedisLike | GlideLike | LockClient | SendingClient;

interface ServerAddress {
  readonly host?: string;
  readonly port?: number;
  readonly path?: string;
}

/** The server's address, as far as the client reports it. Null if it does not. */
export function addressOf(client: RedisClient | undefined): string | null {
  const { options } = client as { readonly options?: ServerAddress & { readonly socket?: ServerAddress } };
  const { host, port, path } = options?.socket ?? options ?? {};
  return path ?? (port === undefined ? null : `${host ?? 'localhost'}:${port}`);
}

/** Closes the connections of a client that can do so. */
export async function quit(client: RedisClient): Promise<void> {
  const { close, quit: ask } = client as { close?: () => Promise<unknown>; quit?: () => Promise<unknown> };
  await (close ?? ask)?.call(client);
}

/**
 * The locks' interface to a client. Throws a TypeError for anything that is not a client.
 *
 * @param commands shared by the clients of one lock, so that a command is encoded only once.
 */
export function lockClientOf(client: RedisClient, commands = new IoredisCommands()): LockClient {
  if (typeof client !== 'object' || client === null) throw notAClient();
  checkClient(client);
  if (isLockClient(client)) return client;
  if (isIoredis(client)) return wrapIoredis(client, commands);
  if (isNodeRedis(client)) return wrapNodeRedis(client);
  if (isGlide(client)) return wrapGlide(client);
  if (isSending(client)) return { request: ([name, ...args]) => client.send(String(name), args.map(String)) };
  throw notAClient();
}

const isSending = (client: object): client is SendingClient =>
  typeof (client as Partial<SendingClient>).send === 'function';

const notAClient = (): Error =>
  new TypeError('A client must be one of ioredis, node-redis or Valkey GLIDE, or have a `request` or `send` method.');

export const isLockClient = (client: object): client is LockClient =>
  typeof (client as Partial<LockClient>).request === 'function';
