// The edges of a lock's life: given up, released twice, extended and forgotten, clients that throw.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContendedError, Lock, NoQuorumError, Redlock } from '../../src/redlock/all';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { pause, within } from './adapters';
import { abortsAfter, goByFakeClock } from './fakeClock';
import { gateTo } from './gate';
import { kinds, nodesFor } from './simulatedNodes';

goByFakeClock();

/** Errors that nobody caught. */
let unheard: unknown[] = [];
const hear = (reason: unknown): number => unheard.push(reason);
const warnings: string[] = [];
const warn = ({ name }: Error): number => warnings.push(name);
beforeEach(() => {
  unheard = [];
  warnings.length = 0;
  process.on('unhandledRejection', hear);
  process.on('warning', warn);
});
afterEach(() => {
  process.off('unhandledRejection', hear);
  process.off('warning', warn);
  expect(unheard).toEqual([]);
});

describe.each(Object.entries(kinds))('%s', (name, make) => {
  const stage = (settings: object = {}) => {
    const nodes = nodesFor(name);
    const gates = nodes.map(gateTo);
    return { nodes, gates, locks: make(gates, settings) };
  };
  const holders = (nodes: readonly SimulatedRedis[]): readonly (string | null)[] => [
    ...new Set(nodes.map((node) => node.ownerOf('a'))),
  ];

  it('leaves no key when `await using` has an extension in its block', async () => {
    const { nodes, locks } = stage();
    {
      await using lock = await locks.acquire(['a'], 5000);
      await lock.extend(6000);
      expect(holders(nodes)).toEqual([lock.value]);
    }
    await pause(5);
    expect(holders(nodes)).toEqual([null]);
    {
      await using lock = await locks.acquire(['a'], 5000);
      await using longer = await lock.extend(6000);
      expect(longer.value).toBe(lock.value);
    }
    await pause(5);
    expect(holders(nodes)).toEqual([null]);
  });

  it('counts two concurrent releases as one', async () => {
    for (let round = 0; round < 20; round++) {
      const { locks } = stage();
      const lock = await locks.acquire(['a'], 5000);
      const results = await Promise.all([lock.release(), lock.release(), locks.release(lock)]);
      expect(new Set(results).size).toBe(1);
    }
  });

  it('grants nothing after its deadline, and releases what came too late', async () => {
    // Only the real clock advances while no timer can be due.
    vi.useRealTimers();
    const { nodes, gates, locks } = stage({ nodeTimeout: 1000 });
    const letGo = gates.map(({ keepBack }) => keepBack(() => true));
    const acquiring = locks.acquire(['a'], 5000, { deadline: Date.now() + 30 });
    // Busy beyond the deadline, so that its timer and the answers are due together.
    const until = performance.now() + 60;
    while (performance.now() < until);
    for (const go of letGo) go();
    await expect(acquiring).rejects.toBeInstanceOf(NoQuorumError);
    await pause(20);
    expect(holders(nodes)).toEqual([null]);
  });

  it('sends nothing when the deadline has already passed', async () => {
    const { gates, locks } = stage();
    await expect(locks.acquire(['a'], 5000, { deadline: Date.now() - 1 })).rejects.toThrow('The deadline had passed');
    expect(gates.flatMap(({ sent }) => sent)).toEqual([]);
  });

  it.each([
    ['its deadline', () => ({ deadline: Date.now() + 40 }), NoQuorumError],
    ['its signal', () => ({ signal: abortsAfter(40) }), DOMException],
  ])('ends at %s although nobody answers, however long a node is waited for', async (_, stop, kind) => {
    const { nodes, locks } = stage({ nodeTimeout: 20_000 });
    for (const node of nodes) node.halt();
    const startedAt = performance.now();
    const error = await within(1000, locks.acquire(['a'], 60_000, stop())).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(kind);
    expect(performance.now() - startedAt).toBe(40);
    for (const node of nodes) node.wake();
    await pause(20);
    expect(holders(nodes)).toEqual([null]);
  });

  it('says at its deadline that others had the lock, if they had it', async () => {
    const { locks } = stage({ retryDelay: 10, retryJitter: 0 });
    await locks.acquire(['a'], 5000);
    const waiting = locks.acquire(['a'], 5000, { deadline: Date.now() + 40 });
    await expect(waiting).rejects.toBeInstanceOf(ContendedError);
  });

  it('gives no warning when twenty wait on one signal, and stops listening after the last', async () => {
    const { locks } = stage({ retryDelay: 10, retryJitter: 0 });
    const holder = await locks.acquire(['a'], 60_000);
    const { signal, abort } = controlled();
    const waiting = Array.from({ length: 20 }, () => locks.acquire(['a'], 5000, { signal }).catch((error) => error));
    await pause(30);
    abort();
    const errors = await within(1000, Promise.all(waiting));
    expect(errors.every((error) => error === signal.reason)).toBe(true);
    await holder.release();
    await pause(10);
    expect(warnings).toEqual([]);
    expect(signal.listening).toBe(0);
  });

  it.skipIf(name === 'WatchedLocks')('refuses a threshold above the lease, in words', async () => {
    const { gates, locks } = stage();
    const settings = { automaticExtensionThreshold: 99_000 };
    await expect(locks.using(['a'], 99_500, settings, async () => {})).rejects.toThrow(
      /98503 ms of 99500, and the threshold is 99000/,
    );
    await expect(locks.using(['a'], 20_000, settings, async () => {})).rejects.toThrow('automaticExtensionThreshold');
    expect(gates.flatMap(({ sent }) => sent)).toEqual([]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('at once');
      },
    ],
    ['answers with no promise, and nothing', () => undefined],
    ['answers with something that is no reply', async () => ({})],
    ['rejects with no error', () => Promise.reject('a word')],
  ])('leaves no key where a client %s', async (_, request) => {
    const { nodes, gates } = stage();
    const bad = { request: request as never };
    const clients = name === 'Redlock' ? [gates[0], bad, bad] : [bad];
    const locks = make(clients as never, { retryCount: 1, retryDelay: 5, retryJitter: 0 });
    await expect(within(2000, locks.acquire(['a'], 1000))).rejects.toBeInstanceOf(NoQuorumError);
    await pause(10);
    expect(holders(nodes)).toEqual([null]);
  });
});

/** A signal that counts its listeners. */
function controlled() {
  const controller = new AbortController();
  const { signal } = controller;
  const { addEventListener, removeEventListener } = signal;
  const counted = Object.assign(signal, { listening: 0 });
  signal.addEventListener = ((...args: Parameters<typeof addEventListener>) => {
    counted.listening++;
    addEventListener.apply(signal, args);
  }) as typeof addEventListener;
  signal.removeEventListener = ((...args: Parameters<typeof removeEventListener>) => {
    counted.listening--;
    removeEventListener.apply(signal, args);
  }) as typeof removeEventListener;
  return { signal: counted, abort: () => controller.abort(new Error('given up')) };
}

it.each([
  ['numbers as text', String],
  ['numbers as big ones', BigInt],
  ['bytes', (value: unknown) => Buffer.from(String(value))],
])('a no is a no where a client hands out %s', async (_, as) => {
  const node = new SimulatedRedis();
  const client = {
    request: async (command: readonly (string | number)[]) => {
      const value = await node.request(command);
      return typeof value === 'number' ? as(value as never) : value;
    },
  };
  const redlock = new Redlock([client], { retryCount: 0 });
  const lock = await redlock.acquire(['a', 'b'], 5000);
  expect(await redlock.tryAcquire(['a', 'b'], 5000)).toBeNull();
  await lock.release();
  expect(node.keys()).toEqual([]);
});

it('a lock that was saved elsewhere is released at the end of its block', async () => {
  const nodes = [new SimulatedRedis()];
  const redlock = new Redlock(nodes);
  const { value, expiration } = await redlock.acquire(['a'], 5000);
  {
    await using lock = new Lock(redlock, ['a'], value, [], expiration);
    expect(lock.value).toBe(value);
  }
  expect(nodes[0]?.keys()).toEqual([]);
});
