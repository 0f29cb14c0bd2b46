// `peek`, `isLocked` and `data` on a real server, by each kind of client, and on layouts that other libraries write.
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RedisClient } from '../../src/redlock/client';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { type RedisServers, startRedisServers } from '../support/redis';
import { kinds } from './simulatedNodes';

let servers: RedisServers;
let raw: Redis;
const opened: (() => unknown)[] = [];

beforeAll(async () => {
  servers = await startRedisServers({ count: 1 });
  raw = servers.clients[0] as Redis;
});
afterAll(async () => {
  for (const close of opened) close();
  await servers.stop();
});

const clients: Readonly<Record<string, () => Promise<RedisClient>>> = {
  ioredis: async () => {
    const client = new Redis({ host: '127.0.0.1', port: servers.ports[0] ?? 0 });
    opened.push(() => client.disconnect());
    return client;
  },
  'ioredis with a prefix': async () => {
    const client = new Redis({ host: '127.0.0.1', port: servers.ports[0] ?? 0, keyPrefix: 'my:' });
    opened.push(() => client.disconnect());
    return client;
  },
  'node-redis': async () => {
    const client = createClient({ socket: { host: '127.0.0.1', port: servers.ports[0] ?? 0 }, RESP: 3 });
    await client.connect();
    opened.push(() => client.destroy());
    return client;
  },
};
const data = 'ключ:é 锁 🦊 "\0"\r\n{}';

describe.each(Object.entries(clients))('by %s', (client, open) => {
  it.each(Object.entries(kinds))('%s stores and compares data, and sees it', async (name, make) => {
    const key = `${client} ${name}`;
    const locks = make([(await open()) as never]);
    const lock = await locks.acquire([key], 60_000, { data });
    expect(await locks.peek(key)).toMatchObject({ value: lock.value, data });
    const { remainingMs = 0 } = (await locks.peek(key)) ?? {};
    expect(remainingMs).toBeGreaterThan(30_000);
    expect(remainingMs).toBeLessThanOrEqual(60_000);
    const longer = await lock.extend(90_000);
    expect(longer.data).toBe(data);
    expect(await locks.tryAcquire([key], 1000, { data, deadline: Date.now() + 100 })).toBeNull();
    await longer.release();
    expect(await locks.isLocked([key])).toBe(false);
    // A release by command, where the server has one, and not by the script that the first release may be.
    await (await locks.acquire([key], 60_000, { data })).release();
    expect(await locks.isLocked([key])).toBe(false);
  });
});

describe('a key that others wrote', () => {
  it('is seen with its value: that of node-redlock, one without an end, and Redisson’s hash', async () => {
    const redlock = kinds.Redlock([raw as never]);
    await raw.set('theirs', 'f'.repeat(32), 'PX', 60_000);
    expect(await redlock.peek('theirs')).toMatchObject({ value: 'f'.repeat(32), data: null });
    await raw.set('for ever', 'me:too');
    expect(await redlock.peek('for ever')).toEqual({
      value: 'me:too',
      data: null,
      remainingMs: Number.POSITIVE_INFINITY,
    });
    await raw.hset('redisson', '2c4a7f9e-1b1d-4f5e-9d0a-0d6f2b8c1e3a:47', 2);
    const watched = kinds.WatchedLocks([raw as never]);
    expect((await watched.peek('redisson'))?.value).toBe('2c4a7f9e-1b1d-4f5e-9d0a-0d6f2b8c1e3a:47');
  });

  it('of another type is not called free', async () => {
    await raw.set('text', 'x');
    await raw.hset('hash', 'x', 1);
    await expect(kinds.Redlock([raw as never]).isLocked(['hash'])).rejects.toThrow('WRONGTYPE');
    await expect(kinds.WatchedLocks([raw as never]).isLocked(['text'])).rejects.toThrow('WRONGTYPE');
  });
});

it('a simulated server says the same', async () => {
  const node = new SimulatedRedis();
  for (const [key, value] of [
    ['1', 'a:b'],
    ['2', ''],
    ['3', data],
  ] as const) {
    for (const to of [
      node.request,
      (command: readonly (string | number)[]) => raw.call(String(command[0]), ...command.slice(1)),
    ])
      await to(['SET', key, value]);
    expect(await kinds.Redlock([node]).peek(key)).toEqual(await kinds.Redlock([raw as never]).peek(key));
    expect((await kinds.Redlock([node]).peek(key))?.value).toBe(value);
  }
});
