// `retryDelay` as a function: when it is called, with what, and what becomes of a lock if it fails.
import { describe, expect, it } from 'vitest';
import { ContendedError, NoQuorumError } from '../../src/redlock/all';
import { pause, within } from './adapters';
import { goByFakeClock } from './fakeClock';
import { kinds, nodesFor, nodesOf } from './simulatedNodes';

goByFakeClock();

/** A function that records its arguments, and when it was called. */
function recorded(delay: (tries: number) => number) {
  const calls: { readonly tries: number; readonly atMs: number }[] = [];
  const retryDelay = (tries: number): number => {
    calls.push({ tries, atMs: Date.now() });
    return delay(tries);
  };
  const tries = (): readonly number[] => calls.map((call) => call.tries);
  const waits = (): readonly number[] => calls.slice(1).map(({ atMs }, i) => atMs - (calls[i]?.atMs ?? 0));
  return { retryDelay, tries, waits };
}

/** What a function may return or do wrong, and the words of the error. */
const faults: Readonly<Record<string, readonly [(tries: number) => unknown, string]>> = {
  'returns NaN': [() => Number.NaN, 'retryDelay must return a number of ms from 0 to 2147483647, not NaN.'],
  'returns a time below 0': [() => -1, 'retryDelay must return a number of ms from 0 to 2147483647, not -1.'],
  'returns a promise': [async () => 5, 'retryDelay must return a number of ms from 0 to 2147483647, not a promise.'],
  'returns a word': [() => '5', "retryDelay must return a number of ms from 0 to 2147483647, not '5'."],
  'returns no end': [() => Number.POSITIVE_INFINITY, 'not Infinity.'],
  'returns nothing': [() => undefined, 'not undefined.'],
  throws: [
    () => {
      throw new Error('The function is broken.');
    },
    'The function is broken.',
  ],
};

describe('of an acquire', () => {
  it('is called with the number of failed tries, and nothing is added to what it returns', async () => {
    const nodes = nodesOf(3);
    await kinds.Redlock(nodes).acquire(['a'], 60_000);
    const { retryDelay, tries, waits } = recorded((failed) => 100 * failed);
    const redlock = kinds.Redlock(nodes, { retryCount: 4, retryDelay, retryJitter: 90 });
    await expect(redlock.acquire(['a'], 1000)).rejects.toBeInstanceOf(ContendedError);
    expect(tries()).toEqual([1, 2, 3, 4]);
    expect(waits()).toEqual([100, 200, 300]);
  });

  it('may be set for one call', async () => {
    const nodes = nodesOf(3);
    const redlock = kinds.Redlock(nodes, { retryDelay: 5 });
    await redlock.acquire(['a'], 60_000);
    const { retryDelay, tries } = recorded(() => 1);
    await expect(redlock.acquire(['a'], 1000, { retryCount: 2, retryDelay })).rejects.toBeInstanceOf(ContendedError);
    await expect(redlock.using(['a'], 1000, { retryCount: 1, retryDelay }, async () => 'never')).rejects.toBeInstanceOf(
      ContendedError,
    );
    expect(tries()).toEqual([1, 2, 1]);
  });

  describe.each(Object.entries(faults))('that %s', (_, [retryDelay, text]) => {
    it('makes the acquire reject, and no key is left', async () => {
      const nodes = nodesOf(3);
      const [first] = nodes;
      // The first node is taken by others, so that the try takes two keys that have to go.
      for (const node of nodes.slice(1)) node.halt();
      await kinds.Redlock([first as never]).acquire(['a'], 60_000);
      for (const node of nodes.slice(1)) node.wake();
      for (const node of nodes.slice(2)) node.halt();
      const redlock = kinds.Redlock(nodes, { retryCount: 3, retryDelay, nodeTimeout: 30 });
      await expect(within(5000, redlock.acquire(['a'], 1000))).rejects.toThrow(text);
      for (const node of nodes) node.wake();
      await pause(20);
      expect(nodes.map((node) => node.get('a') !== null)).toEqual([true, false, false]);
    });

    it('makes the acquire reject when there is a deadline, too', async () => {
      const nodes = nodesOf(3);
      for (const node of nodes) node.halt();
      const redlock = kinds.Redlock(nodes, { retryCount: 3, retryDelay, nodeTimeout: 30 });
      const acquiring = redlock.acquire(['a'], 1000, { deadline: Date.now() + 4000 });
      await expect(within(5000, acquiring)).rejects.toThrow(text);
    });
  });
});

it.each(Object.entries(kinds))('of an extension and a release of %s counts their tries', async (name, make) => {
  const nodes = nodesFor(name);
  const locks = make(nodes, { nodeTimeout: 20, releaseRetryDelay: 1 });
  const lock = await locks.acquire(['a'], 60_000);
  for (const node of nodes) node.halt();
  const { retryDelay, tries } = recorded(() => 7);
  await expect(locks.extend(lock, 60_000, { retryCount: 2, retryDelay })).rejects.toBeInstanceOf(NoQuorumError);
  await expect(locks.release(lock, { retryCount: 3, retryDelay })).rejects.toThrow('Too few nodes confirmed');
  expect(tries()).toEqual([1, 2, 1, 2, 3]);
});

it('of a release stays a number, whatever `retryDelay` is', async () => {
  const nodes = nodesOf(3);
  const { retryDelay, tries } = recorded(() => 7);
  const redlock = kinds.Redlock(nodes, { retryDelay, nodeTimeout: 20 });
  const lock = await redlock.acquire(['a'], 60_000);
  for (const node of nodes) node.halt();
  await expect(redlock.release(lock)).rejects.toThrow('Too few nodes confirmed');
  expect(tries()).toEqual([]);
  expect(() => kinds.Redlock(nodes, { releaseRetryDelay: () => 5 })).toThrow(
    'releaseRetryDelay must be a number of ms',
  );
});

it.each(['WatchedLocks', 'WaitingLocks'] as const)('of %s says how long a waiter polls', async (name) => {
  const [node] = nodesOf(1);
  // A client that can open no other connection: its waiters poll.
  const client = { request: (node as NonNullable<typeof node>).request };
  const others = await kinds[name]([client]).acquire(['a'], 60_000);
  let enough = (): void => {};
  const polledEnough = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const { retryDelay, tries, waits } = recorded((polls) => {
    if (polls === 4) enough();
    return 100 * polls;
  });
  const locks = kinds[name]([client], { retryCount: 1 });
  const waiting = locks.acquire(['a'], 1000, { retryDelay });
  await within(5000, polledEnough);
  expect(tries()).toEqual([1, 2, 3, 4]);
  await others.release();
  await (await waiting).release();
  expect(waits().slice(0, 3)).toEqual([100, 200, 300]);
});

it.each(['WatchedLocks', 'WaitingLocks'] as const)('of %s makes a waiter reject if it throws', async (name) => {
  const [node] = nodesOf(1);
  const client = { request: (node as NonNullable<typeof node>).request };
  const others = await kinds[name]([client]).acquire(['a'], 60_000);
  const retryDelay = (): number => {
    throw new Error('The function is broken.');
  };
  const locks = kinds[name]([client], { retryCount: 1, retryDelay });
  await expect(within(5000, locks.acquire(['a'], 1000))).rejects.toThrow('The function is broken.');
  await others.release();
  expect(await locks.isLocked(['a'])).toBe(false);
});

it('ends no automatic extension if it throws: the error is an event, and the lock is extended after 200 ms', async () => {
  const nodes = nodesOf(3);
  const fault = new Error('The function is broken.');
  const retryDelay = (): number => {
    throw fault;
  };
  const redlock = kinds.Redlock(nodes, { retryDelay, nodeTimeout: 50, automaticExtensionThreshold: 500 });
  const errors: unknown[] = [];
  redlock.on('error', (error) => errors.push(error));
  const value = await redlock.using(['a'], 1000, async (signal) => {
    for (const node of nodes) node.halt();
    while (!errors.includes(fault)) await pause(5);
    for (const node of nodes) node.wake();
    await pause(2000);
    return signal.aborted;
  });
  expect(value).toBe(false);
});
