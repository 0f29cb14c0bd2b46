// A hanging node costs bounded memory: after a few hundred unanswered commands it counts as failed until it answers.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoQuorumError, Redlock, SingleNodeLocks } from '../../src/redlock/all';
import type { LockClient } from '../../src/redlock/client';
import { SimulatedRedis } from '../../src/redlock/simulated';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client that counts commands that have not settled. */
function counting(node: SimulatedRedis) {
  const counts = { sent: 0, open: 0 };
  const request: LockClient['request'] = async (command) => {
    counts.sent++;
    counts.open++;
    try {
      return await node.request(command);
    } finally {
      counts.open--;
    }
  };
  return { counts, request };
}

function stage(count: number, latencyMs = 1) {
  const nodes = Array.from({ length: count }, () => new SimulatedRedis({ latencyMs }));
  const clients = nodes.map(counting);
  return { nodes, clients, last: clients.at(-1)?.counts as { sent: number; open: number } };
}

describe('a node that hangs', () => {
  it('gets a few hundred commands; then it fails at once, except for a trial now and then, until it answers', async () => {
    const { nodes, clients, last } = stage(1);
    const locks = new SingleNodeLocks(clients[0] as LockClient, { retryCount: 0 });
    const fail = async (count: number): Promise<readonly Error[]> => {
      const failing = Array.from({ length: count }, (_, i) => locks.acquire([`${i}`], 1000).catch((error) => error));
      await vi.advanceTimersByTimeAsync(1500);
      return Promise.all(failing);
    };
    nodes[0]?.halt();
    for (const error of await fail(250)) expect(error).toBeInstanceOf(NoQuorumError);
    const before = last.sent;
    const last50 = await fail(50);
    expect(last50.at(-1)?.message).toContain(
      'left so many commands unanswered that no more are sent to it until it answers',
    );
    for (let i = 0; i < 40; i++) await fail(10);
    // A minute has passed, and after each trial the wait until the next one was twice as long. The trial is also
    // released.
    expect(last.sent - before).toBeGreaterThan(1);
    expect(last.sent - before).toBeLessThan(12);
    nodes[0]?.wake();
    await vi.advanceTimersByTimeAsync(10);
    const lock = locks.acquire(['a'], 1000);
    await vi.advanceTimersByTimeAsync(10);
    expect(nodes[0]?.get('a')).toBe((await lock).value);
    expect(last.open).toBe(0);
  });
});

describe('a node that answers', () => {
  it('is not taken for hanging, however many ask at once, and however far away it is', async () => {
    for (const latencyMs of [1, 300]) {
      const { clients } = stage(1, latencyMs);
      const redlock = new Redlock(clients, { retryCount: 0 });
      const all = Array.from({ length: 400 }, (_, i) => redlock.acquire([`${i}`], 60_000));
      await vi.advanceTimersByTimeAsync(2000);
      expect(await Promise.all(all)).toHaveLength(400);
    }
  });

  it('is not taken for hanging when hundreds of commands are always under way', async () => {
    const { clients, last } = stage(1, 150);
    const redlock = new Redlock(clients, { retryCount: 0 });
    const coming: Promise<unknown>[] = [];
    for (let ms = 0; ms < 1500; ms++) {
      // Answers arrive between the requests, not right before each.
      if (ms % 7 < 5) coming.push(redlock.acquire([`${ms}`], 60_000));
      if (ms === 1000) expect(last.open).toBeGreaterThan(205);
      await vi.advanceTimersByTimeAsync(1);
    }
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(coming);
  });

  it('is used although its client has lost many answers for good', async () => {
    const node = new SimulatedRedis();
    let loses = true;
    const request: LockClient['request'] = async (command) => {
      const answer = await node.request(command);
      return loses ? new Promise(() => {}) : answer;
    };
    const gather = vi.fn();
    const locks = new Redlock([{ request, gather }], { retryCount: 0, nodeTimeout: 20 });
    const lost = Array.from({ length: 400 }, (_, i) => locks.acquire([`${i}`], 1000).catch(() => null));
    await vi.advanceTimersByTimeAsync(2000);
    expect(await Promise.all(lost)).toEqual(lost.map(() => null));
    loses = false;
    await vi.advanceTimersByTimeAsync(60_000);
    await locks.acquire(['tries it'], 1000);
    gather.mockClear();
    const lock = await locks.acquire(['a'], 1000);
    expect(node.get('a')).toBe(lock.value);
    // Lost commands must not count as under way for ever.
    expect(gather).not.toHaveBeenCalled();
  });

  it('is used again as soon as a client gives up what it has kept for it', async () => {
    const node = new SimulatedRedis();
    let waiting: ((error: Error) => void)[] | null = [];
    const request: LockClient['request'] = (command) =>
      waiting === null ? node.request(command) : new Promise((_, reject) => waiting?.push(reject));
    const locks = new Redlock([{ request }], { retryCount: 0, nodeTimeout: 20 });
    const lost = Array.from({ length: 400 }, (_, i) => locks.acquire([`${i}`], 1000).catch(() => null));
    await vi.advanceTimersByTimeAsync(2000);
    await Promise.all(lost);
    for (const reject of waiting) reject(new Error('Connection is closed.'));
    waiting = null;
    await vi.advanceTimersByTimeAsync(0);
    const lock = await locks.acquire(['a'], 1000);
    expect(node.get('a')).toBe(lock.value);
  });
});
