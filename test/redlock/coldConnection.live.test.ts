// A client that is still connecting: the time to open its connection does not count as the node's time.
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { Redlock, SingleNodeLocks, WaitingLocks, WatchedLocks } from '../../src/redlock/all';
import type { RedisClient } from '../../src/redlock/client';
import { type Distance, startDistance } from '../support/distance';
import { type RedisProcesses, startRedisProcesses } from '../support/redis';

/** More than half of the duration, which is the longest wait for a node. */
const openingMs = 1300;
const durationMs = 2400;

let server: RedisProcesses;
let distance: Distance;
beforeAll(async () => {
  server = await startRedisProcesses(1);
  distance = await startDistance(server.ports[0] ?? 0, { openingMs });
});
afterAll(async () => {
  await distance.stop();
  await server.stop();
});

interface Cold {
  readonly client: RedisClient;
  readonly close: () => void;
}

const clients: Readonly<Record<string, () => Cold>> = {
  ioredis: () => {
    const client = new Redis({ port: distance.port });
    return { client, close: () => client.disconnect() };
  },
  'ioredis, lazy': () => {
    const client = new Redis({ port: distance.port, lazyConnect: true });
    return { client, close: () => client.disconnect() };
  },
  'node-redis': () => {
    const client = createClient({ socket: { host: '127.0.0.1', port: distance.port } });
    void client.connect();
    return { client, close: () => client.destroy() };
  },
};

const once = { retryCount: 0, releaseRetryCount: 0 } as const;
const kinds = {
  Redlock: (client: RedisClient) => new Redlock([client], once),
  SingleNodeLocks: (client: RedisClient) => new SingleNodeLocks(client, once),
  WatchedLocks: (client: RedisClient) => new WatchedLocks(client, once),
  WaitingLocks: (client: RedisClient) => new WaitingLocks(client, once),
};

describe.concurrent.each(Object.entries(clients))('%s', (which, open) => {
  it.each(Object.entries(kinds))('takes a lock of %s while it connects', async (name, make) => {
    const { client, close } = open();
    try {
      const lock = await make(client).acquire([`${which} ${name}`], durationMs);
      await lock.release();
    } finally {
      close();
    }
  });
});
