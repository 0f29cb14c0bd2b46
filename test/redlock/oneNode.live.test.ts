// Locks on one node with the interface of Redlock, on simulated nodes and on a real one: tokens, the watchdog, waiters
// that are woken.
import { createClient } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ContendedError,
  LockLostError,
  NoQuorumError,
  SingleNodeLocks,
  WaitingLocks,
  WatchedLocks,
} from '../../src/redlock';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { type RedisServers, startRedisServers } from '../support/redis';
import { pause, within } from './adapters';

const kinds = { SingleNodeLocks, WatchedLocks, WaitingLocks };
const once = { retryCount: 0 } as const;

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

describe.each(Object.entries(kinds))('%s', (_, Kind) => {
  const nodes = { simulated: () => new SimulatedRedis(), 'real Redis': real };

  describe.each(Object.entries(nodes))('on %s', (where, make) => {
    const key = `${Kind.name} ${where}`;

    it('lets one client in at a time, and the next one after the release', async () => {
      const locks = new Kind(make(), { retryDelay: 20, retryJitter: 5, retryCount: 100 });
      const first = await locks.acquire([key], 3000);
      expect(await locks.tryAcquire([key], 3000)).toBeNull();
      let hasSecond = false;
      const second = locks.acquire([key], 3000).then((lock) => {
        hasSecond = true;
        return lock;
      });
      await pause(60);
      expect(hasSecond).toBe(false);
      await first.release();
      await (await within(1500, second)).release();
    });

    it('allows a waiter to give up, and leaves nothing behind', async () => {
      const node = make();
      const locks = new Kind(node);
      const lock = await locks.acquire([`${key} given up`], 2000);
      const waiting = locks.acquire([`${key} given up`], 2000, { signal: AbortSignal.timeout(50) });
      await expect(within(1000, waiting)).rejects.toThrow(/abort/);
      const late = locks.acquire([`${key} given up`], 2000, { deadline: Date.now() + 50 });
      await expect(within(1000, late)).rejects.toBeInstanceOf(ContendedError);
      await lock.release();
      // A waiter that has gone must not take it, nor the message that it is free.
      await (await locks.acquire([`${key} given up`], 2000, once)).release();
    });

    it('returns the routine’s value, and releases the lock', async () => {
      const locks = new Kind(make());
      expect(await locks.using([`${key} using`], 2000, async (signal) => signal.aborted)).toBe(false);
      await (await locks.acquire([`${key} using`], 2000, once)).release();
    });
  });

  it('tells a lock that was taken away from one that has expired', async () => {
    const node = new SimulatedRedis();
    const locks = new Kind(node);
    const lost = await locks.acquire(['a'], 2000);
    node.forget();
    await expect(lost.release()).rejects.toBeInstanceOf(LockLostError);
    await lost.release();
  });

  it('says when its node does not answer', async () => {
    const node = new SimulatedRedis();
    node.halt();
    const locks = new Kind(node, { ...once, nodeTimeout: 30 });
    await expect(within(3000, locks.acquire(['a'], 1000))).rejects.toBeInstanceOf(NoQuorumError);
    node.wake();
    await pause(20);
    expect(node.get('a')).toBeNull();
  });

  it('aborts the signal of a routine whose lock is gone', async () => {
    const node = new SimulatedRedis();
    const locks = new Kind(node, { automaticExtensionThreshold: 900, nodeTimeout: 50 });
    const using = locks.using(['a'], 1000, async (signal) => {
      node.halt();
      const until = Date.now() + 3000;
      while (!signal.aborted && Date.now() < until) await pause(5);
      node.wake();
      return signal.error;
    });
    const reason = await using.catch((error) => error);
    expect(reason).toBeInstanceOf(LockLostError);
    expect(reason.result).toBe(reason);
  });

  it('accepts exactly one resource', async () => {
    await expect(new Kind(new SimulatedRedis()).acquire(['a', 'b'], 1000)).rejects.toThrow('exactly one resource');
  });
});

it.each([SingleNodeLocks, WatchedLocks])('%o gives growing fencing tokens', async (Kind) => {
  const locks = new Kind(new SimulatedRedis());
  const tokens: number[] = [];
  for (let i = 0; i < 3; i++) {
    const lock = await locks.acquire(['a'], 1000);
    tokens.push(lock.token ?? 0);
    await lock.release();
  }
  expect(tokens).toEqual([1, 2, 3]);
});

it('the watchdog renews a lock that nobody extends, until it is released', async () => {
  const node = new SimulatedRedis();
  const locks = new WatchedLocks(node);
  const lock = await locks.acquire(['a'], 150);
  const until = lock.expiration;
  await pause(400);
  expect(node.keys()).toContain('a');
  expect(lock.expiration).toBeGreaterThan(until);
  await lock.release();
  await pause(200);
  expect(node.keys()).not.toContain('a');
});

it('the release wakes a waiter at the list before its own timeout does', async () => {
  const locks = new WaitingLocks(real());
  const first = await locks.acquire(['woken'], 10_000);
  const second = locks.acquire(['woken'], 10_000);
  await pause(100);
  const releasedAt = performance.now();
  await first.release();
  await (await within(3000, second)).release();
  expect(performance.now() - releasedAt).toBeLessThan(1000);
});

it('extends a lock on request', async () => {
  const node = new SimulatedRedis();
  for (const Kind of [SingleNodeLocks, WaitingLocks]) {
    const lock = await new Kind(node).acquire([Kind.name], 1000);
    await lock.extend(20_000);
    expect(lock.expiration).toBeGreaterThan(Date.now() + 19_000);
    await lock.release();
  }
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
          const first = await locks.acquire([key], 3000);
          const given = locks.acquire([key], 3000, { signal: AbortSignal.timeout(80) });
          const second = locks.acquire([key], 3000);
          await expect(given).rejects.toThrow(/abort/);
          await first.release();
          await (await within(4000, second)).release();
        }
        await pause(100);
        expect(await connectionsOf()).toBe(before);
        expect(await within(1000, client.get(key))).toBeNull();
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
