// What the guides say of a roll-out: on real servers, this library and another one that runs beside it keep each other
// out, and neither releases the other's lock. Redisson's part is played by the scripts of its 4.7.0.
import { once } from 'node:events';
import type { Redis } from 'ioredis';
// @ts-expect-error It has no types.
import Redlock4 from 'redlock-4';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Redlock } from '../../../src/redlock/all';
import { WatchedLocks } from '../../../src/redlock/oneNode';
import { type RedisServers, startRedisServers } from '../../support/redis';
import { type BetaClients, BetaRedlock } from '../../support/redlockBeta';

let servers: RedisServers;
beforeAll(async () => {
  servers = await startRedisServers({ count: 3 });
});
afterAll(() => servers.stop());
beforeEach(() => Promise.all(servers.clients.map((client) => client.flushall())));

interface Held {
  readonly release: () => Promise<unknown>;
}

/** Each library's way to a lock, without a wait. */
const others = {
  'node-redlock 5': () => {
    const redlock = new BetaRedlock(servers.clients as Iterable<unknown> as BetaClients, { retryCount: 0 });
    return (resources: string[]): Promise<Held> => redlock.acquire(resources, 5000);
  },
  'node-redlock 4': () => {
    const redlock = new Redlock4(servers.clients, { retryCount: 0 });
    return async (resources: string[]): Promise<Held> => {
      const lock = await redlock.lock(resources, 5000);
      return { release: async () => lock.unlock() };
    };
  },
};

describe.each(Object.entries(others))('beside %s', (_, other) => {
  it('each keeps the other out, with one resource and with several', async () => {
    const theirs = other();
    const redlock = new Redlock(servers.clients);
    for (const resources of [['a'], ['a', 'b']]) {
      const lock = await redlock.acquire(resources, 5000);
      await expect(theirs(resources)).rejects.toThrow();
      await expect(theirs(['a'])).rejects.toThrow();
      await lock.release();
      const held = await theirs(resources);
      expect(await redlock.tryAcquire(resources, 5000)).toBeNull();
      expect(await redlock.tryAcquire(['a'], 5000)).toBeNull();
      await held.release();
    }
    expect(await servers.clients[0]?.keys('*')).toEqual([]);
  });
});

/** `RedissonFencedLock.tryLockInnerAsync` and `RedissonLock.unlockInnerAsync`. */
const take = `if (redis.call('exists', KEYS[1]) == 0 or (redis.call('hexists', KEYS[1], ARGV[2]) == 1)) then
local token = redis.call('incr', KEYS[2]); redis.call('hincrby', KEYS[1], ARGV[2], 1);
redis.call('pexpire', KEYS[1], ARGV[1]); return {-1, token}; end; return {redis.call('pttl', KEYS[1]), -1};`;
const unlock = `local val = redis.call('get', KEYS[3]); if val ~= false then return tonumber(val); end;
if (redis.call('hexists', KEYS[1], ARGV[3]) == 0) then return nil; end;
local counter = redis.call('hincrby', KEYS[1], ARGV[3], -1);
if (counter > 0) then redis.call('pexpire', KEYS[1], ARGV[2]); redis.call('set', KEYS[3], 0, 'px', ARGV[5]); return 0;
else redis.call('del', KEYS[1]); redis.call(ARGV[4], KEYS[2], ARGV[1]); redis.call('set', KEYS[3], 1, 'px', ARGV[5]);
return 1; end;`;

describe('beside Redisson', () => {
  const holder = '0c286e86-thread:1';
  const node = () => servers.clients[0] as Redis;
  const java = {
    lock: () => node().eval(take, 2, 'a', 'redisson_lock_token:{a}', 30_000, holder),
    unlock: () => {
      const latch = 'redisson_unlock_latch:{a}:1';
      return node().eval(unlock, 3, 'a', 'redisson_lock__channel:{a}', latch, 0, 30_000, holder, 'publish', 1000);
    },
  };
  const watched = () =>
    new WatchedLocks(node(), { tokenLifetime: Number.POSITIVE_INFINITY, retryDelay: 60_000, retryJitter: 0 });

  it('each keeps the other out, the tokens go on, and the counter has no end', async () => {
    const lock = await watched().acquire(['a'], 30_000);
    expect(lock.token).toBe(1);
    expect(await node().hgetall('a')).toEqual({ [lock.value]: '1' });
    const [ttl, none] = (await java.lock()) as [number, number];
    expect(ttl).toBeGreaterThan(20_000);
    expect(none).toBe(-1);
    expect(await java.unlock()).toBeNull();
    await lock.release();
    expect(await java.lock()).toEqual([-1, 2]);
    expect(await watched().tryAcquire(['a'], 30_000)).toBeNull();
    expect(await java.unlock()).toBe(1);
    const last = await watched().acquire(['a'], 30_000);
    expect(last.token).toBe(3);
    await last.release();
    expect(await node().pttl('redisson_lock_token:{a}')).toBe(-1);
  });

  it('each wakes the waiters of the other', async () => {
    await java.lock();
    const waiting = watched().acquire(['a'], 30_000);
    const channels = () => node().pubsub('CHANNELS', 'redisson_lock__channel:{a}');
    await expect.poll(channels).toHaveLength(1);
    await java.unlock();
    const lock = await waiting;
    const subscriber = node().duplicate();
    await subscriber.connect().catch(() => {});
    await subscriber.subscribe('redisson_lock__channel:{a}');
    const heard = once(subscriber, 'message');
    await lock.release();
    expect(await heard).toEqual(['redisson_lock__channel:{a}', '0']);
    subscriber.disconnect();
  });
});
