// A counter of fencing tokens expires when it has not been used for a chosen time, with every kind of lock that has
// one.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Redlock, type Settings, SingleNodeLocks, WatchedLocks } from '../../src/redlock/all';
import { SimulatedRedis } from '../../src/redlock/simulated';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const day = 86_400_000;

type Nodes = readonly [SimulatedRedis, ...SimulatedRedis[]];

const kinds = {
  Redlock: {
    counter: 'a:quorum-lock-token',
    make: (nodes: Nodes, settings: Partial<Settings>) => new Redlock(nodes, { ...settings, token: 'quorum' }),
  },
  SingleNodeLocks: {
    counter: '{a}:quorum-lock-token',
    make: ([node]: Nodes, settings: Partial<Settings>) => new SingleNodeLocks(node, settings),
  },
  WatchedLocks: {
    counter: 'redisson_lock_token:{a}',
    make: ([node]: Nodes, settings: Partial<Settings>) => new WatchedLocks(node, settings),
  },
};

describe.each(Object.entries(kinds))('the counter of %s', (_, { make, counter }) => {
  const stage = (settings: Partial<Settings> = {}) => {
    const nodes: Nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
    const locks = make(nodes, settings);
    const takeToken = async (): Promise<number | null> => {
      const lock = await locks.acquire(['a'], 1000);
      await lock.release();
      return lock.token;
    };
    return { takeToken, locks, node: nodes[0], left: () => nodes[0].request(['PTTL', counter]) };
  };

  it('stays for 30 days after the latest grant by default', async () => {
    const { takeToken, left } = stage();
    expect(await takeToken()).toBe(1);
    await vi.advanceTimersByTimeAsync(29 * day);
    expect(await takeToken()).toBe(2);
    expect(await left()).toBe(30 * day);
    await vi.advanceTimersByTimeAsync(29 * day);
    expect(await takeToken()).toBe(3);
  });

  it('is gone after its lifetime, and tokens start at 1 again', async () => {
    const { takeToken, node } = stage({ tokenLifetime: 60_000 });
    expect(await takeToken()).toBe(1);
    expect(await takeToken()).toBe(2);
    await vi.advanceTimersByTimeAsync(60_001);
    expect(node.keys()).toEqual([]);
    expect(await takeToken()).toBe(1);
  });

  it('stays for ever when that is chosen, even if it had an expiry', async () => {
    const { takeToken, locks, left } = stage({ tokenLifetime: Number.POSITIVE_INFINITY });
    await (await locks.acquire(['a'], 1000, { tokenLifetime: 60_000 })).release();
    expect(await left()).toBe(60_000);
    expect(await takeToken()).toBe(2);
    expect(await left()).toBe(-1);
  });

  it('outlasts the lock that it counts', async () => {
    const { locks, left } = stage({ tokenLifetime: 10 });
    const lock = await locks.acquire(['a'], 1000);
    expect(await left()).toBe(1000);
    await lock.release();
  });
});
