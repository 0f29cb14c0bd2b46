/** Clients and clusters of node-redis (package `redis`) behind the interface of the locks. Knows their shape alone. */
import type { LockClient, OwnConnection, RedisCommand } from './client';

/** What is used of a single node's client of node-redis 4 and later. It puts commands of one moment together by itself. */
interface NodeRedisClient {
  readonly sendCommand: (args: string[]) => Promise<unknown>;
  readonly duplicate: () => unknown;
}

interface NodeRedisCluster {
  readonly sendCommand: (
    firstKey: string | undefined,
    isReadonly: boolean | undefined,
    args: string[],
  ) => Promise<unknown>;
  readonly getRandomNode: () => unknown;
}

export type NodeRedisLike = NodeRedisClient | NodeRedisCluster;

interface Duplicate extends NodeRedisClient {
  readonly isOpen: boolean;
  readonly on: (event: string, listener: () => void) => unknown;
  readonly connect: () => Promise<unknown>;
  readonly subscribe: (channel: string, listener: (message: string) => void) => Promise<unknown>;
  readonly destroy?: () => void;
  /** Of version 4. */
  readonly disconnect?: () => Promise<unknown>;
}

export const isNodeRedis = (client: object): client is NodeRedisClient =>
  typeof (client as Partial<NodeRedisClient>).sendCommand === 'function';

export const isNodeRedisCluster = (client: object): client is NodeRedisCluster =>
  isNodeRedis(client) && typeof (client as unknown as Partial<NodeRedisCluster>).getRandomNode === 'function';

export const wrapNodeRedis = (client: NodeRedisClient): LockClient => ({
  request: (command) => client.sendCommand(command.map(String)),
  connectAgain: () => connectAgain(client),
});

export const wrapNodeRedisCluster = (client: NodeRedisCluster): LockClient => ({
  request: (command) => client.sendCommand(firstKeyOf(command), false, command.map(String)),
});

/** Of a script, its first key; else what follows the command's name. */
function firstKeyOf([name, first, , third]: RedisCommand): string | undefined {
  const key = name === 'EVAL' || name === 'EVALSHA' ? third : first;
  return key === undefined ? undefined : String(key);
}

async function connectAgain(client: NodeRedisClient): Promise<OwnConnection> {
  const own = client.duplicate() as Duplicate;
  let closed = (): void => {};
  own.on('error', () => closed());
  // Nobody waits for it here: a server that is gone is tried again until this is closed.
  const connected = own.connect();
  connected.catch(() => {});
  return {
    request: async (command) => {
      await connected;
      return own.sendCommand(command.map(String));
    },
    subscribe: async (channel, heard, ended) => {
      closed = ended;
      await connected;
      await own.subscribe(channel, heard);
    },
    close: () => {
      if (own.isOpen) void (own.destroy ? own.destroy() : own.disconnect?.());
    },
  };
}
