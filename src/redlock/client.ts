/**
 * The one interface through which the locks talk to Redis. Clients of ioredis and node-redis are taken as they are and
 * wrapped here, by what they can do: neither package is imported.
 */
import { type IoredisLike, isIoredis, wrapIoredis } from './ioredisClient';
import {
  isNodeRedis,
  isNodeRedisCluster,
  type NodeRedisLike,
  wrapNodeRedis,
  wrapNodeRedisCluster,
} from './nodeRedisClient';

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

/** What a lock needs of a client. Commands are carried out in the order in which they were given. */
export interface LockClient {
  /** Resolves with the reply, rejects with the server's error or the connection's. Sent at once. */
  readonly request: (command: RedisCommand) => Promise<unknown>;
  /** The same in two steps, and telling a taker instead of a promise, later. Absent: `request` is used. */
  readonly prepare?: (command: RedisCommand, taker: Taker, place: number) => Prepared;
  /** Several at once: a reply or an Error for each, in their order. Absent: they go out one by one. */
  readonly requestAll?: (commands: readonly RedisCommand[]) => Promise<readonly unknown[]>;
  /** A connection of its own, for commands that block it and for subscriptions. */
  readonly connectAgain?: () => Promise<OwnConnection>;
}

export interface OwnConnection {
  readonly request: (command: RedisCommand) => Promise<unknown>;
  readonly subscribe: (channel: string, heard: (message: string) => void, closed: () => void) => Promise<void>;
  readonly close: () => void;
}

/** Clients that can be given to a lock. */
export type RedisClient = IoredisLike | NodeRedisLike | LockClient;

/** Ends the connection of a client that has a way to do so. */
export async function quit(client: RedisClient): Promise<void> {
  await (client as { quit?: () => Promise<unknown> }).quit?.();
}

/** Throws a TypeError for anything that is no client. */
export function lockClientOf(client: RedisClient): LockClient {
  if (typeof client !== 'object' || client === null) throw notAClient();
  if (isLockClient(client)) return client;
  if (isIoredis(client)) return wrapIoredis(client);
  if (isNodeRedisCluster(client)) return wrapNodeRedisCluster(client);
  if (isNodeRedis(client)) return wrapNodeRedis(client);
  throw notAClient();
}

const notAClient = (): Error =>
  new TypeError('A client must be one of ioredis or node-redis, or have a `request` method.');

const isLockClient = (client: object): client is LockClient =>
  typeof (client as Partial<LockClient>).request === 'function';
