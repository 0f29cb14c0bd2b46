// Locks on one simulated node with the interface of Redlock: tokens, the watchdog, a node that fails.
import { describe, expect, it } from 'vitest';
import { LockLostError, NoQuorumError, SingleNodeLocks, WaitingLocks, WatchedLocks } from '../../src/redlock/all';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { pause, within } from './adapters';
import { goByFakeClock } from './fakeClock';
import { claimsOf, kinds, once } from './oneNodeClaims';

goByFakeClock();

claimsOf('a simulated node', () => new SimulatedRedis());

describe.each(Object.entries(kinds))('%s', (_, Kind) => {
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

it('extends a lock on request', async () => {
  const node = new SimulatedRedis();
  for (const Kind of [SingleNodeLocks, WaitingLocks]) {
    const lock = await new Kind(node).acquire([Kind.name], 1000);
    await lock.extend(20_000);
    expect(lock.expiration).toBeGreaterThan(Date.now() + 19_000);
    await lock.release();
  }
});
