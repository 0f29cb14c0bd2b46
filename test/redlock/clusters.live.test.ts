// Locks on a real cluster of three masters, with ioredis and node-redis: keys in any slot, and waking waiters.
import { once } from 'node:events';
import { Cluster, type Redis } from 'ioredis';
import { createCluster } from 'redis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Redlock, SingleNodeLocks, WaitingLocks, WatchedLocks } from '../../src/redlock/all';
import type { RedisClient } from '../../src/redlock/client';
import { sampled } from '../support/nightly';
import { type RedisCluster, startRedisCluster } from '../support/redisCluster';
import { holdsWhenLate } from '../support/undecided';
import { pause, within } from './adapters';

let cluster: RedisCluster;
beforeAll(async () => {
  cluster = await startRedisCluster(3);
});
afterAll(() => cluster.stop());
afterEach(() => ofAll((client) => client.flushall()));

interface Opened {
  readonly client: RedisClient;
  readonly prefix: string;
  readonly close: () => unknown;
}

async function ofIoredis(prefix: string): Promise<Opened> {
  const startup = cluster.servers.map(({ port }) => ({ host: '127.0.0.1', port }));
  const client = new Cluster(startup, { ...(prefix !== '' && { keyPrefix: prefix }) });
  await once(client, 'ready');
  return { client, prefix, close: () => client.disconnect() };
}

const clients: Readonly<Record<string, () => Promise<Opened>>> = {
  'a cluster of ioredis': () => ofIoredis(''),
  'a cluster of ioredis with a prefix': () => ofIoredis('mine:'),
  'a cluster of ioredis with a prefix that is a hash tag': () => ofIoredis('{mine}:'),
  'a cluster of node-redis': async () => {
    const rootNodes = cluster.servers.map(({ port }) => ({ url: `redis://127.0.0.1:${port}` }));
    const client = createCluster({ rootNodes });
    client.on('error', () => {});
    await client.connect();
    return { client, prefix: '', close: () => client.destroy() };
  },
};

/** At a push without prefixes: those are a matter of the client, and `moreClients.live.test.ts` has them too. */
const tried = sampled(Object.entries(clients), 3);

const kinds = { Redlock, SingleNodeLocks, WatchedLocks, WaitingLocks };
type Name = keyof typeof kinds;

const settings = { retryDelay: 30, retryJitter: 10, retryCount: 300 } as const;

function locksOf(name: Name, client: RedisClient) {
  return name === 'Redlock' ? new Redlock([client], settings) : new kinds[name](client, settings);
}

/** The time by a server's clock, which also advances while this process is late. */
async function timeOf(client: Redis): Promise<number> {
  const [seconds, micros] = (await client.time()).map(Number) as [number, number];
  return seconds * 1000 + micros / 1000;
}

const ofAll = async <T>(ask: (client: Redis) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(cluster.clients.map(ask));

/** The keys in the cluster, without token counters, which stay, and without keys that contain another name. */
async function keysLeft(other = 'token'): Promise<readonly string[]> {
  const keys = (await ofAll((client) => client.keys('*'))).flat();
  return keys.filter((key) => !key.includes('token') && !key.includes(other));
}

/** The number of message connections, at all nodes, of the single client that a test made. */
async function subscribers(): Promise<number> {
  const lists = await ofAll(async (client) => String(await client.call('CLIENT', 'LIST', 'TYPE', 'pubsub')).trim());
  return lists
    .join('\n')
    .split('\n')
    .filter((line) => / sub=[1-9]/.test(line)).length;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500 && !(await isSo()); tries++) await pause(20);
  expect(await isSo()).toBe(true);
}

describe.each(tried)('%s', (_, open) => {
  it.each(Object.keys(kinds) as Name[])(
    'locks, waits, extends and releases, whatever its keys are called: %s',
    async (name) => {
      const { client, prefix, close } = await open();
      try {
        const locks = locksOf(name, client);
        const keys = [
          'plain',
          'other',
          '{tag} of its own',
          'in the {middle} of it',
          'half a { tag',
          'accounts:7',
          '{}',
          'odd } one',
          '{} {é}',
        ];
        for (const key of keys.map((key) => `${key} ${name}`)) {
          const first = await within(5000, locks.acquire([key], 5000));
          expect(await locks.tryAcquire([key], 5000)).toBeNull();
          expect(await keysLeft('lock-signal')).toEqual([prefix + key]);
          const waiting = locks.acquire([key], 5000);
          await (await first.extend(6000)).release();
          await (await within(5000, waiting)).release();
        }
        const all = await within(5000, Promise.all(keys.map((key) => locks.acquire([key], 5000))));
        await Promise.all(all.map((lock) => lock.release()));
        // The item in a list without waiters expires by itself.
        await until(async () => (await keysLeft()).length === 0);
      } finally {
        await close();
      }
    },
  );

  it('wakes all waiters by one shared subscription, which ends with the last of them', async () => {
    const { client, prefix, close } = await open();
    try {
      const before = await subscribers();
      const keys = Array.from({ length: 10 }, (_, i) => `woken ${i}`);
      const held = await Promise.all(keys.map((key) => new WatchedLocks(client, settings).acquire([key], 20_000)));
      const waiting = Array.from({ length: 30 }, (_, i) =>
        new WatchedLocks(client, settings).acquire([keys[i % 10] ?? ''], 20_000),
      );
      const channels = async () => (await ofAll((node) => node.pubsub('CHANNELS', '*woken*'))).flat() as string[];
      await until(async () => (await channels()).length === 10);
      expect(await subscribers()).toBe(before + 1);
      // A message is published where the key lives, and reaches the subscriber at any node.
      expect((await channels()).every((channel) => channel.startsWith(`${prefix}redisson_lock__channel:`))).toBe(true);
      await Promise.all(held.map((lock) => lock.release()));
      await within(20_000, Promise.all(waiting.map(async (one) => (await one).release())));
      await until(async () => (await subscribers()) === before);
    } finally {
      await close();
    }
  });
});

it.each(tried)(
  '%s asks seldom, and connects ever more seldom, where no node takes more',
  { meta: holdsWhenLate },
  async (_, open) => {
    const { client, close } = await open();
    try {
      const counted = async (section: string, number: RegExp): Promise<number> => {
        const infos = await ofAll((node) => node.info(section));
        return infos.reduce((sum, info) => sum + Number(number.exec(info)?.[1] ?? 0), 0);
      };
      const refused = () => counted('stats', /rejected_connections:(\d+)/);
      const asked = () => counted('commandstats', /cmdstat_evalsha:calls=(\d+)/);
      const slow = { ...settings, retryDelay: 200 };
      const lock = await new WatchedLocks(client, slow).acquire(['full'], 60_000);
      await ofAll((node) => node.config('SET', 'maxclients', 1));
      const before = [await refused(), await asked()] as const;
      const serverMs = async (): Promise<number> => Math.max(...(await ofAll(timeOf)));
      const from = await serverMs();
      const waiting = Array.from({ length: 5 }, () => new WatchedLocks(client, slow).acquire(['full'], 60_000));
      await pause(1500);
      await expect.poll(async () => (await refused()) - before[0]).toBeGreaterThan(1);
      // Pauses of 50, 100, 200 … ms, or half of that: one more attempt whenever the time has doubled. Each of the
      // five asks every 100 to 300 ms.
      const connects = (await refused()) - before[0];
      const commands = (await asked()) - before[1];
      const time = (await serverMs()) - from;
      expect(connects).toBeLessThan(10 + Math.log2(time / 1500));
      expect(commands).toBeLessThan(80 * (time / 1500));
      await lock.release();
      await within(20_000, Promise.all(waiting.map(async (one) => (await one).release())));
    } finally {
      await ofAll((node) => node.config('SET', 'maxclients', 10_000));
      await close();
    }
  },
);

it.each(tried)('%s does not block at a list: waiters ask again', async (_, open) => {
  const { client, close } = await open();
  try {
    const connections = async () =>
      (await ofAll((node) => node.info('clients'))).map((info) => /connected_clients:(\d+)/.exec(info)?.[1]);
    const lock = await new WaitingLocks(client, settings).acquire(['list'], 20_000);
    const before = await connections();
    const waiting = new WaitingLocks(client, settings).acquire(['list'], 20_000);
    await pause(300);
    expect(await connections()).toEqual(before);
    await lock.release();
    await (await within(5000, waiting)).release();
  } finally {
    await close();
  }
});

it('says what is wrong with resources on several nodes, and leaves no key', async () => {
  const { client, close } = await ofIoredis('');
  try {
    const redlock = new Redlock([client], { retryCount: 0 });
    await expect(redlock.acquire(['one', 'two'], 1000)).rejects.toThrow(/CROSSSLOT/);
    expect(await keysLeft()).toEqual([]);
  } finally {
    await close();
  }
});
