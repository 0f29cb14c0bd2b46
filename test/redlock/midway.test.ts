// What a caller, a function of theirs or a client does in the middle of an operation: a shorter extension while a lock is
// kept, another list, a setting that does not exist, an abort from within, an error of no kind.
import { describe, expect, it } from 'vitest';
import { LockLostError } from '../../src/redlock/all';
import type { LockClient, RedisCommand } from '../../src/redlock/client';
import { pause, within } from './adapters';
import { goByFakeClock } from './fakeClock';
import { kinds, nodesFor, nodesOf } from './simulatedNodes';

goByFakeClock();

const kept = ['Redlock', 'SingleNodeLocks', 'WatchedLocks', 'WaitingLocks'] as const;

describe.each(kept)('a shorter extension while %s keeps a lock', (name) => {
  it('lasts until the lock is extended again, before anybody else gets it', async () => {
    const nodes = nodesFor(name);
    const locks = kinds[name](nodes);
    const seen = await locks.using(['a'], 5000, async (signal, lock) => {
      await lock.extend(400);
      await pause(2000);
      return { aborted: signal.aborted, free: await kinds[name](nodes).tryAcquire(['a'], 1000) };
    });
    expect(seen).toEqual({ aborted: false, free: null });
  });

  it('aborts the signal at its own end if no node answers any more', async () => {
    const nodes = nodesFor(name);
    const locks = kinds[name](nodes, { nodeTimeout: 50 });
    const using = locks.using(['a'], 5000, async (signal, lock) => {
      await lock.extend(400);
      for (const node of nodes) node.halt();
      const from = Date.now();
      while (!signal.aborted) await pause(5);
      return Date.now() - from;
    });
    const error = await within(10_000, using).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LockLostError);
    expect((error as LockLostError).result).toBeLessThanOrEqual(400);
  });
});

it('a watched lock outlives a shorter extension, and asks no more often than its time needs', async () => {
  const [node] = nodesOf(1);
  if (node === undefined) throw new Error('There is no node.');
  let asked = 0;
  const request = (command: RedisCommand) => {
    asked++;
    return node.request(command);
  };
  const locks = kinds.WatchedLocks([{ request } satisfies LockClient], { nodeTimeout: 20 });
  const lock = await locks.acquire(['a'], 3000);
  await lock.extend(300);
  await pause(700);
  expect(await kinds.WatchedLocks([node]).tryAcquire(['a'], 1000)).toBeNull();
  // A shorter extension without an answer limits all later ones.
  node.halt();
  await expect(locks.extend(lock, 200, { retryCount: 0 })).rejects.toThrow();
  node.wake();
  const before = asked;
  await pause(1000);
  expect(asked - before).toBeLessThan(40);
  expect(await locks.isLocked(['a'])).toBe(true);
  await lock.release();
});

it('a `retryDelay` function that throws no error at all stops no automatic extension', async () => {
  const nodes = nodesOf(3);
  const retryDelay = (): number => {
    throw Object.create(null);
  };
  const redlock = kinds.Redlock(nodes, { retryDelay, nodeTimeout: 50 });
  const errors: Error[] = [];
  redlock.on('error', (error) => errors.push(error));
  const using = redlock.using(['a'], 1000, async (signal) => {
    for (const node of nodes) node.halt();
    while (!signal.aborted) await pause(5);
  });
  await expect(within(10_000, using)).rejects.toBeInstanceOf(LockLostError);
  expect(errors.map(({ message }) => message)).toContain('Something was thrown that is no error.');
});

it('a `retryDelay` function that rejects leaves no rejection behind', async () => {
  const nodes = nodesOf(3);
  await kinds.Redlock(nodes).acquire(['a'], 60_000);
  const retryDelay = (() => Promise.reject(new Error('later'))) as never;
  await expect(kinds.Redlock(nodes, { retryDelay }).acquire(['a'], 1000)).rejects.toThrow('not a promise');
  await pause(10);
});

it('a `retryDelay` function may abort the signal of its own acquire', async () => {
  const nodes = nodesOf(3);
  await kinds.Redlock(nodes).acquire(['a'], 60_000);
  const controller = new AbortController();
  const reason = new Error('enough');
  const retryDelay = (tries: number): number => {
    if (tries === 2) controller.abort(reason);
    return 10;
  };
  const waiting = kinds.Redlock(nodes).acquire(['a'], 1000, { retryDelay, signal: controller.signal });
  await expect(within(5000, waiting)).rejects.toBe(reason);
});

it('a long back-off neither outlasts a lock that could be extended nor an extension', async () => {
  const nodes = nodesOf(3);
  const retryDelay = (tries: number): number => 1000 * 2 ** tries;
  const redlock = kinds.Redlock(nodes, { retryDelay, nodeTimeout: 50 });
  const isAborted = await redlock.using(['a'], 1000, async (signal) => {
    await pause(450);
    for (const node of nodes) node.halt();
    await pause(120);
    for (const node of nodes) node.wake();
    await pause(3000);
    return signal.aborted;
  });
  expect(isAborted).toBe(false);
  const lock = await redlock.acquire(['b'], 1000);
  for (const node of nodes) node.halt();
  const from = Date.now();
  await expect(redlock.extend(lock, 5000)).rejects.toBeInstanceOf(LockLostError);
  expect(Date.now() - from).toBeLessThanOrEqual(1100);
});

it('a list that changes while its acquire waits changes no lock', async () => {
  const nodes = nodesOf(3, 20);
  const names = ['a', 'b'];
  const redlock = kinds.Redlock(nodes);
  const acquiring = redlock.acquire(names, 5000);
  names.splice(0, 2, 'z');
  const lock = await acquiring;
  expect(lock.resources).toEqual(['a', 'b']);
  await lock.release();
  expect(nodes.map((node) => node.keys())).toEqual([[], [], []]);
});

it('a release with a setting that does not exist is refused, and the lock can still be released', async () => {
  const nodes = nodesOf(3);
  const redlock = kinds.Redlock(nodes);
  {
    await using lock = await redlock.acquire(['a'], 5000);
    const unknown: object = { retryCont: 1 };
    await expect(redlock.release(lock, unknown)).rejects.toThrow('retryCont');
    expect(lock.expiration).toBeGreaterThan(Date.now());
  }
  expect(nodes.map((node) => node.keys())).toEqual([[], [], []]);
});

it('a lock that was released during an extension stays released', async () => {
  const nodes = nodesOf(3);
  const redlock = kinds.Redlock(nodes, { nodeTimeout: 50, retryCount: 0, releaseRetryCount: 0 });
  const lock = await redlock.acquire(['a'], 5000);
  for (const node of nodes) node.halt();
  const ends = await Promise.allSettled([redlock.extend(lock, 9000), redlock.release(lock)]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(lock.expiration).toBe(0);
});

const broken = (): never => {
  throw new Error('The client is broken.');
};
it.each<[string, Pick<LockClient, 'prepare'>]>([
  ['prepares', { prepare: broken }],
  ['sends', { prepare: () => ({ send: broken }) }],
])('a client that throws while it %s is a node that failed', async (_, prepare) => {
  const nodes = nodesOf(2);
  const third: LockClient = { request: async () => broken(), ...prepare };
  const redlock = kinds.Redlock([...nodes, third], { retryCount: 0 });
  const failed: Error[] = [];
  redlock.on('nodeFailed', (error) => failed.push(error));
  const lock = await redlock.acquire(['a'], 5000);
  await (await lock.extend(6000)).release();
  expect(nodes.map((node) => node.keys())).toEqual([[], []]);
  expect(failed.some(({ message }) => message.includes('The client is broken.'))).toBe(true);
});
