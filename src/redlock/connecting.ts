/**
 * Connections beside a client's own, for waiters: a command may block such a connection, or it receives
 * subscriptions. No connection reopens by itself. The waiters decide when to try the next one.
 */
import { isLockClient, type LockClient, type OwnConnection, type RedisClient } from './client';
import { type IoredisLike, isIoredis, prefixOf, sendBy } from './ioredisClient';
import { isNodeRedis } from './nodeRedisClient';

export type Connect = Required<LockClient>['connectAgain'];

interface Duplicating {
  /** Takes the client's own options, with some of them replaced by these. */
  readonly duplicate: (override: object) => unknown;
}

/**
 * How to open another connection to the client's server. Undefined if the client does not support it.
 *
 * @param use the purpose. The keys of a cluster are spread over many nodes, while every node receives its messages.
 */
export function connectingOf(client: RedisClient, use: 'keys' | 'channels'): Connect | undefined {
  if (isLockClient(client)) return client.connectAgain?.bind(client);
  if (isIoredis(client)) {
    const { isCluster } = client as { readonly isCluster?: boolean };
    if (isCluster !== true)
      return (...whom) => duplicateIoredis(client as unknown as Duplicating, prefixOf(client), whom);
    return use === 'keys' ? undefined : (...whom) => duplicateIoredis(anyMaster(client), prefixOf(client), whom);
  }
  if (!isNodeRedis(client)) return undefined;
  if (use === 'channels' && 'nodeClient' in client) {
    const cluster = client as unknown as NodeRedisCluster;
    return async (...whom) => duplicateNodeRedis(await cluster.nodeClient(cluster.getRandomNode()), whom);
  }
  // Other clients with several connections, such as a pool or a sentinel client, do not support it.
  const isOne = 'duplicate' in client && !('nodeClient' in client) && !('getMasterNode' in client);
  return isOne ? (...whom) => duplicateNodeRedis(client as unknown as Duplicating, whom) : undefined;
}

type Whom = Parameters<Connect>;

interface NodeRedisCluster {
  readonly getRandomNode: () => unknown;
  readonly nodeClient: (node: unknown) => Promise<Duplicating>;
}

function anyMaster(cluster: unknown): Duplicating {
  const masters = (cluster as { readonly nodes: (role: string) => readonly Duplicating[] }).nodes('master');
  const master = masters[Math.floor(Math.random() * masters.length)];
  if (master === undefined) throw new Error('No node of the cluster is known.');
  return master;
}

interface OwnIoredis extends Pick<IoredisLike, 'call'> {
  readonly disconnect: () => void;
  readonly connect: () => Promise<unknown>;
  readonly subscribe: (channel: string) => Promise<unknown>;
  readonly unsubscribe: (channel: string) => Promise<unknown>;
  readonly on: (event: string, listener: (...args: never[]) => void) => unknown;
}

/** A long wait is not a failure here, so the client's own time limits for commands do not apply. */
const ioredisOptions = {
  lazyConnect: true,
  retryStrategy: null,
  sentinelRetryStrategy: null,
  reconnectOnError: null,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: true,
  enableAutoPipelining: false,
  commandTimeout: undefined,
  blockingTimeout: undefined,
  socketTimeout: undefined,
};

async function duplicateIoredis(client: Duplicating, prefix: string, [ended, signal]: Whom): Promise<OwnConnection> {
  const own = client.duplicate(ioredisOptions) as OwnIoredis;
  const close = (): void => own.disconnect();
  const channels = new Map<string, () => void>();
  // Its errors reach those who wait for an answer. Without a listener ioredis would print them.
  own.on('error', () => {});
  own.on('message', (channel: string) => channels.get(channel)?.());
  signal?.addEventListener('abort', close, { once: true });
  await own.connect();
  own.on('close', ended);
  return {
    request: (command) => sendBy(own, command),
    // ioredis treats the name under which a script publishes as a key, but leaves the name of a subscription
    // unchanged.
    subscribe: (channel, listener) => {
      channels.set(prefix + channel, listener);
      return own.subscribe(prefix + channel);
    },
    unsubscribe: (channel) => {
      channels.delete(prefix + channel);
      return own.unsubscribe(prefix + channel);
    },
    close,
  };
}

type Listener = (message: string, channel: string) => void;

interface OwnNodeRedis {
  readonly sendCommand: (args: string[]) => Promise<unknown>;
  readonly isOpen: boolean;
  readonly on: (event: string, listener: () => void) => unknown;
  readonly connect: () => Promise<unknown>;
  readonly subscribe: (channel: string, listener: Listener) => Promise<unknown>;
  readonly unsubscribe: (channel: string, listener: Listener) => Promise<unknown>;
  readonly destroy?: () => void;
  /** In version 4. */
  readonly disconnect?: () => Promise<unknown>;
}

async function duplicateNodeRedis(client: Duplicating, [ended, signal]: Whom): Promise<OwnConnection> {
  const { options } = client as { readonly options?: { readonly socket?: object } };
  const socket = { ...options?.socket, reconnectStrategy: false, socketTimeout: undefined };
  const own = client.duplicate({ socket, disableOfflineQueue: false }) as OwnNodeRedis;
  const channels = new Map<string, () => void>();
  const hear = (_: string, channel: string): void => channels.get(channel)?.();
  let isConnected = false;
  const close = (): void => {
    if (isConnected && own.isOpen) void (own.destroy ? own.destroy() : own.disconnect?.());
  };
  own.on('error', ended);
  own.on('end', ended);
  // node-redis still connects a client that was closed before it was connected, and then no longer closes it.
  own.on('connect', () => {
    isConnected = true;
    if (signal?.aborted) close();
  });
  signal?.addEventListener('abort', close, { once: true });
  await own.connect();
  return {
    request: (command) => own.sendCommand(command.map(String)),
    subscribe: (channel, listener) => {
      channels.set(channel, listener);
      return own.subscribe(channel, hear);
    },
    // With its listener, because otherwise node-redis forgets a listener that subscribes again before the answer.
    unsubscribe: (channel) => {
      channels.delete(channel);
      return own.unsubscribe(channel, hear);
    },
    close,
  };
}
