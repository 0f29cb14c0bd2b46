/**
 * Clients and clusters of node-redis (package `redis`) behind the interface of the locks. Only their shape is known
 * here.
 */
import type { LockClient, RedisCommand } from './client';

/**
 * The part of a single node's client of node-redis 4 and later that is used here. The client itself sends the
 * commands of one moment together.
 */
interface NodeRedisClient {
  readonly sendCommand: (args: string[]) => Promise<unknown>;
  readonly duplicate: (override?: never) => unknown;
}

/** Several connections to one node. */
interface NodeRedisPool {
  readonly sendCommand: (args: string[]) => Promise<unknown>;
  readonly totalClients: number;
}

interface NodeRedisCluster {
  readonly sendCommand: (
    firstKey: string | undefined,
    isReadonly: boolean | undefined,
    args: string[],
  ) => Promise<unknown>;
  readonly getRandomNode: () => unknown;
}

interface NodeRedisSentinel {
  readonly sendCommand: (isReadonly: boolean | undefined, args: string[]) => Promise<unknown>;
  readonly getMasterNode: () => unknown;
}

export type NodeRedisLike = NodeRedisClient | NodeRedisPool | NodeRedisCluster | NodeRedisSentinel;

export const isNodeRedis = (client: object): client is NodeRedisLike =>
  typeof (client as Partial<NodeRedisClient>).sendCommand === 'function';

export function wrapNodeRedis(client: NodeRedisLike): LockClient {
  const isOpening = (): boolean => {
    const { isOpen, isReady } = client as { readonly isOpen?: boolean; readonly isReady?: boolean };
    return isOpen === true && isReady === false;
  };
  if ('getRandomNode' in client)
    return { request: (command) => client.sendCommand(firstKeyOf(command), false, command.map(String)) };
  if ('getMasterNode' in client)
    return { request: (command) => client.sendCommand(false, command.map(String)), isOpening };
  const request = (command: RedisCommand): Promise<unknown> => client.sendCommand(command.map(String));
  // A pool opens one connection after the other, and it is not known which of them it uses.
  if (!('duplicate' in client)) return { request };
  watchErrors(client);
  return { request, isOpening, lastError: () => lastErrors.get(client) };
}

/** The latest error of each client: it keeps none itself. One listener serves all locks of a client. */
const lastErrors = new WeakMap<object, unknown>();

/**
 * Hears errors without handling them, so that a client whose owner handles none behaves as before.
 * Source: https://nodejs.org/api/events.html#eventserrormonitor
 */
function watchErrors(client: object): void {
  const { errorMonitor } = Object(client.constructor);
  if (lastErrors.has(client) || typeof errorMonitor !== 'symbol') return;
  lastErrors.set(client, undefined);
  Object(client).on(errorMonitor, (error: unknown) => lastErrors.set(client, error));
}

/** The first key of a script; for other commands, the word after the name. */
function firstKeyOf([name, first, , third]: RedisCommand): string | undefined {
  const key = name === 'EVAL' || name === 'EVALSHA' ? third : first;
  return key === undefined ? undefined : String(key);
}
