// Locks on one real node with the interface of Redlock: waking waiters, and closed connections.
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WaitingLocks, WatchedLocks } from '../../src/redlock/all';
import { type RedisServers, startRedisServers } from '../support/redis';
import { claimsOf, lasting } from './oneNodeClaims';

let servers: RedisServers;
beforeAll(async () => {
  servers = await startRedisServers({ count: 1 });
});
afterAll(() => servers.stop());

const real = () => {
  const [client] = servers.clients;
  if (!client) throw new Error('There is no server.');
  return client;
};

claimsOf('real Redis', real);

it('the release wakes a waiter at the list before its own timeout does', async () => {
  // While this test runs, the waiter does not check by itself, and the lock does not end.
  const locks = new WaitingLocks(real(), { retryDelay: lasting, retryJitter: 0 });
  const first = await locks.acquire(['woken'], lasting);
  const second = locks.acquire(['woken'], lasting);
  await expect.poll(() => real().info('clients'), { timeout: 20_000 }).toContain('blocked_clients:1');
  await first.release();
  await (await second).release();
});

/** The number of connections of a server. */
const connectionsOf = async (): Promise<number> =>
  String(await real().client('LIST'))
    .trim()
    .split('\n').length;

describe.each([WatchedLocks, WaitingLocks])('a waiter with %o', (Kind) => {
  const key = `connections ${Kind.name}`;
  const open = {
    ioredis: async () => ({ client: real(), close: () => {} }),
    'node-redis': async () => {
      const client = createClient({ socket: { host: '127.0.0.1', port: servers.ports[0] ?? 0 } });
      await client.connect();
      return { client, close: () => client.destroy() };
    },
  };

  it.each(Object.entries(open))(
    'leaves no connection behind, and the answers of %s in their order',
    async (_, make) => {
      const { client, close } = await make();
      try {
        const locks = new Kind(client);
        const heard: Error[] = [];
        locks.on('error', (error) => heard.push(error));
        const before = await connectionsOf();
        for (let i = 0; i < 3; i++) {
          const first = await locks.acquire([key], lasting);
          const given = locks.acquire([key], lasting, { signal: AbortSignal.timeout(80) });
          const second = locks.acquire([key], lasting);
          await expect(given).rejects.toThrow(/abort/);
          await first.release();
          await (await second).release();
        }
        await expect.poll(connectionsOf, { timeout: 20_000 }).toBe(before);
        expect(await client.get(key)).toBeNull();
        expect(heard).toEqual([]);
      } finally {
        close();
      }
    },
  );
});

it('a watched lock that another client holds without an expiry is not granted', async () => {
  await real().hset('endless', 'somebody', 1);
  expect(await new WatchedLocks(real()).tryAcquire(['endless'], 1000)).toBeNull();
});
