/**
 * The points that are better than in node-redlock 5, with one check for each, written once for both libraries. A
 * check throws when its point does not hold, and it ends by itself whatever the library does.
 */
import type { Redis } from 'ioredis';
import { createClient } from 'redis';
import { expect } from 'vitest';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { type Make, pause, type SharedRedlock, within } from './adapters';

export interface TestNodes {
  /** Five nodes, empty. */
  readonly clients: readonly Redis[];
  /** Other connections to the same nodes, to inspect them and to act as other clients. */
  readonly others: readonly Redis[];
  readonly ports: readonly number[];
  readonly halt: (index: number) => void;
  readonly wake: (index: number) => void;
}

type Check = (make: Make, nodes: TestNodes) => Promise<void>;

const key = 'resource';
const once = { retryCount: 0 } as const;
const haltThree = ({ halt }: TestNodes): void => [0, 1, 2].forEach(halt);
const wakeAll = ({ wake }: TestNodes): void => [0, 1, 2, 3, 4].forEach(wake);

/** The result of a promise within a time limit. */
async function outcome(limitMs: number, promise: Promise<unknown>): Promise<{ value?: unknown; error?: Error }> {
  return within(
    limitMs,
    promise.then(
      (value) => ({ value }),
      (error) => ({ error }),
    ),
  );
}

const deleteEverywhere = ({ others }: TestNodes): Promise<unknown> => Promise.all(others.map((node) => node.del(key)));

export const tenPoints: Readonly<Record<string, Check>> = {
  '1. settles when two nodes are split one to one': async (make, { clients, others }) => {
    await others[0]?.set(key, 'somebody', 'PX', 10_000);
    const { error } = await outcome(2000, make(clients.slice(0, 2), once).acquire([key], 1000));
    expect(error).toBeInstanceOf(Error);
  },

  '1. settles when three of five nodes hang': async (make, nodes) => {
    haltThree(nodes);
    const { error } = await outcome(2000, make(nodes.clients, once).acquire([key], 1000));
    expect(error).toBeInstanceOf(Error);
    expect(await Promise.all(nodes.others.slice(3).map((node) => node.get(key)))).toEqual([null, null]);
  },

  '2. does not stand in its own way when it tries again': async (make, { clients, others }) => {
    await Promise.all([
      others[0]?.set(key, 'somebody', 'PX', 100),
      others[1]?.set(key, 'somebody', 'PX', 100),
      others[2]?.set(key, 'somebody else', 'PX', 10_000),
    ]);
    const redlock = make(clients, { retryCount: 3, retryDelay: 250, retryJitter: 0 });
    const { error } = await outcome(5000, redlock.acquire([key], 2000));
    expect(error).toBeUndefined();
  },

  '3. never hands out a lock that has expired': async (make, nodes) => {
    haltThree(nodes);
    const acquiring = outcome(5000, make(nodes.clients, once).acquire([key], 300));
    await pause(700);
    wakeAll(nodes);
    const { value } = await acquiring;
    if (value !== undefined) expect((value as { expiration: number }).expiration).toBeGreaterThan(Date.now());
  },

  '4. aborts the signal when the lock expires, by a timer of its own': async (make, nodes) => {
    const redlock = make(nodes.clients, { retryCount: 0, automaticExtensionThreshold: 300 });
    const came: string[] = [];
    const using = redlock.using([key], 800, {}, async (signal) => {
      haltThree(nodes);
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      await Promise.race([aborted.then(() => came.push('aborted')), pause(1000).then(() => came.push('expired'))]);
      wakeAll(nodes);
    });
    await outcome(8000, using);
    // It ends after 800 ms minus the allowance for drift, while its nodes are silent.
    expect(came[0]).toBe('aborted');
  },

  '5. releases an expired lock at its first try and without an error': async (make, { clients }) => {
    const lock = await make(clients).acquire([key], 100);
    await pause(200);
    const { error, value } = await outcome(5000, lock.release());
    expect(error).toBeUndefined();
    expect((value as { attempts: readonly unknown[] }).attempts).toHaveLength(1);
  },

  '6. keeps the value of the routine, with the word that the lock was lost': async (make, nodes) => {
    const redlock = make(nodes.clients, once);
    const { error } = await outcome(
      5000,
      redlock.using([key], 1000, {}, async () => {
        await deleteEverywhere(nodes);
        return 'done';
      }),
    );
    expect(error).toMatchObject({ kind: 'lost', result: 'done' });
  },

  '6. keeps the error of the routine': async (make, nodes) => {
    const redlock = make(nodes.clients, once);
    const { error } = await outcome(
      5000,
      redlock.using([key], 1000, {}, async () => {
        await deleteEverywhere(nodes);
        throw new Error('of the routine');
      }),
    );
    expect(error?.message).toBe('of the routine');
  },

  '7. says what kind of failure it was': async (make, nodes) => {
    await Promise.all(nodes.others.map((node) => node.set(key, 'somebody', 'PX', 10_000)));
    const contended = await outcome(3000, make(nodes.clients, once).acquire([key], 1000));
    haltThree(nodes);
    const noQuorum = await outcome(3000, make(nodes.clients, once).acquire(['free'], 1000));
    const kinds = [contended, noQuorum].map(({ error }) => (error as { kind?: string } | undefined)?.kind);
    expect(kinds).toEqual(['contended', 'no-quorum']);
  },

  '7. raises no error event for ordinary contention': async (make, { clients, others }) => {
    await Promise.all(others.map((node) => node.set(key, 'somebody', 'PX', 10_000)));
    const redlock = make(clients, once);
    const events: Error[] = [];
    redlock.on('error', (error) => events.push(error));
    await outcome(3000, redlock.acquire([key], 1000));
    expect(events).toEqual([]);
  },

  '8. stops waiting when it is told to': async (make, { clients, others }) => {
    await Promise.all(others.map((node) => node.set(key, 'somebody', 'PX', 10_000)));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    // Its next try is due after the end of the test.
    const waiting = { retryCount: 15, retryDelay: 60_000, retryJitter: 0, signal: controller.signal };
    const { error } = await outcome(10_000, make(clients).acquire([key], 1000, waiting));
    expect(error?.name).toBe('AbortError');
  },

  '9. does not grow while it tries for ever': async (make, { clients, others }) => {
    await others[0]?.set(key, 'somebody');
    const [client] = clients;
    if (!client) throw new Error('There is no client.');
    const redlock = make([client], { retryCount: -1, retryDelay: 0, retryJitter: 0 });
    const acquiring = redlock.acquire([key], 5000);
    for (let tries = 0; tries < 400; ) {
      await pause(20);
      tries = await triesAt(others[0]);
    }
    await others[0]?.del(key);
    const lock = (await within(3000, acquiring)) as unknown as { attempts: readonly unknown[] };
    expect(lock.attempts.length).toBeLessThan(250);
  },

  '10. takes clients of node-redis': async (make, { ports, others }) => {
    const clients = ports.map((port) =>
      createClient({ socket: { host: '127.0.0.1', port, reconnectStrategy: false } }),
    );
    await Promise.all(clients.map((client) => client.connect()));
    try {
      await holdsAndReleases(make(clients as unknown as readonly Redis[], once), () => others[0]?.get(key));
    } finally {
      for (const client of clients) client.destroy();
    }
  },

  '10. can be tested without Redis': async (make) => {
    const nodes = Array.from({ length: 3 }, () => new SimulatedRedis());
    await holdsAndReleases(make(nodes as unknown as readonly Redis[], once), async () => nodes[0]?.get(key));
  },
};

async function holdsAndReleases(redlock: SharedRedlock, look: () => Promise<unknown> | undefined): Promise<void> {
  const lock = await within(3000, redlock.acquire([key], 1000));
  expect(await look()).toMatch(/^[0-9a-f]{32}$/);
  await within(3000, lock.release());
  expect(await look()).toBeNull();
}

/** How often a node was asked for a lock. */
async function triesAt(node: Redis | undefined): Promise<number> {
  const stats = (await node?.info('commandstats')) ?? '';
  const counts = ['set', 'evalsha'].map((name) =>
    Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(stats)?.[1] ?? 0),
  );
  return Math.max(...counts);
}
