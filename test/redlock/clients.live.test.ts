// The library on real servers through every kind of client: ioredis and node-redis, single nodes and clusters.
import { once } from 'node:events';
import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster } from 'redis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Redlock } from '../../src/redlock/all';
import { lockClientOf, type RedisClient } from '../../src/redlock/client';
import { type RedisServers, startRedisServers } from '../support/redis';
import { pause, within } from './adapters';

let plain: RedisServers;
let cluster: RedisServers;

beforeAll(async () => {
  plain = await startRedisServers({ count: 1 });
  cluster = await startRedisServers({
    count: 1,
    args: ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'],
  });
  const [node] = cluster.clients;
  // One slot at a time, because Redis 6.2 knows no ranges of slots.
  await node?.call('CLUSTER', 'ADDSLOTS', ...Array.from({ length: 16_384 }, (_, slot) => slot));
  for (let i = 0; i < 500 && !(await node?.cluster('INFO'))?.includes('cluster_state:ok'); i++) await pause(20);
});
afterAll(async () => {
  await Promise.all([plain.stop(), cluster.stop()]);
});

interface Opened {
  readonly client: RedisClient;
  readonly close: () => unknown;
}

const kinds: Readonly<Record<string, () => Promise<Opened>>> = {
  ioredis: async () => {
    const client = new Redis({ host: '127.0.0.1', port: plain.ports[0] ?? 0 });
    return { client, close: () => client.disconnect() };
  },
  'a cluster of ioredis': async () => {
    const client = new Cluster([{ host: '127.0.0.1', port: cluster.ports[0] ?? 0 }]);
    await once(client, 'ready');
    return { client, close: () => client.disconnect() };
  },
  'node-redis': async () => {
    const client = createClient({ socket: { host: '127.0.0.1', port: plain.ports[0] ?? 0 } });
    await client.connect();
    return { client, close: () => client.destroy() };
  },
  'a cluster of node-redis': async () => {
    const client = createCluster({ rootNodes: [{ url: `redis://127.0.0.1:${cluster.ports[0]}` }] });
    await client.connect();
    return { client, close: () => client.destroy() };
  },
};

it.each(Object.entries(kinds))('locks, extends and releases by %s, one and many at a time', async (name, open) => {
  const { client, close } = await open();
  try {
    const redlock = new Redlock([client], { retryCount: 0 });
    const resources = [`{${name}}a`, `{${name}}b`];
    const lock = await within(5000, redlock.acquire(resources, 5000));
    expect(await redlock.tryAcquire([resources[1] ?? ''], 1000)).toBeNull();
    await (await lock.extend(6000)).release();
    const many = await Promise.all(Array.from({ length: 20 }, (_, i) => redlock.acquire([`${name} ${i}`], 5000)));
    await Promise.all(many.map((one) => one.release()));
    await (await redlock.acquire(resources, 1000)).release();
  } finally {
    await close();
  }
});

it('sends the scripts again to a server that has lost them', async () => {
  const [node] = plain.clients;
  if (!node) throw new Error('There is no server.');
  const redlock = new Redlock([node]);
  await (await redlock.acquire(['scripts'], 1000)).release();
  await node.script('FLUSH');
  await (await redlock.acquire(['scripts'], 1000)).release();
  const [first, second] = await Promise.all([redlock.acquire(['one'], 1000), redlock.acquire(['two'], 1000)]);
  await node.script('FLUSH');
  await Promise.all([first.release(), second.release()]);
  expect(await node.exists('scripts', 'one', 'two')).toBe(0);
});

const plainOptions = () => ({ host: '127.0.0.1', port: plain.ports[0] ?? 0 });

it.each([
  ['keyPrefix', { keyPrefix: 'mine:' }, 'mine:'],
  ['automatic pipelines', { enableAutoPipelining: true }, ''],
  ['friendly stacks', { showFriendlyErrorStack: true }, ''],
  ['a timeout for commands', { commandTimeout: 1000 }, ''],
])('leaves to ioredis what it was told to do with commands: %s', async (_, options, prefix) => {
  const client = new Redis({ ...plainOptions(), ...options });
  const [node] = plain.clients;
  try {
    const lock = await new Redlock([client]).acquire(['told'], 1000);
    expect(await node?.exists(`${prefix}told`)).toBe(1);
    await lock.release();
    expect(await node?.exists(`${prefix}told`)).toBe(0);
  } finally {
    client.disconnect();
  }
});

it('encodes a command once for clients with the same prefix, and anew for another prefix', async () => {
  const clients = ['mine:', 'mine:', 'yours:', undefined].map(
    (keyPrefix, db) =>
      new Redis({ ...plainOptions(), db, enableAutoPipelining: true, ...(keyPrefix && { keyPrefix }) }),
  );
  try {
    const redlock = new Redlock(clients, { token: 'quorum' });
    for (const client of clients) expect(lockClientOf(client).prepare).toBeTypeOf('function');
    const keysOf = (): Promise<string[][]> =>
      Promise.all(
        clients.map(async (client) => (await client.keys('*told *')).filter((key) => !/token/.test(key)).sort()),
      );
    for (const resources of [['told one'], ['told one', 'told two']]) {
      const lock = await redlock.acquire(resources, 5000);
      const expected = ['mine:', 'mine:', 'yours:', ''].map((prefix) => resources.map((name) => prefix + name));
      await expect.poll(keysOf).toEqual(expected);
      expect(await (await lock.extend(6000)).release()).toBeTruthy();
      await expect.poll(keysOf).toEqual([[], [], [], []]);
    }
  } finally {
    for (const client of clients) client.disconnect();
  }
});

it('passes commands in lower case to `call`: ioredis 4 adds its prefix to no others', async () => {
  const sent: unknown[][] = [];
  const call = async (...words: unknown[]): Promise<unknown> => sent.push(words);
  const client = {
    call,
    set: call,
    eval: call,
    evalsha: call,
    quit: call,
    pipeline: () => ({}),
    duplicate: () => ({}),
  };
  await lockClientOf({ ...client, disconnect: () => {} }).request(['BLPOP', 'list', 1]);
  expect(sent).toEqual([['blpop', 'list', 1]]);
});

it('sends each command that waited for a connection with its own words', async () => {
  const client = new Redis({ ...plainOptions(), lazyConnect: true });
  const redlock = new Redlock([client]);
  const first = redlock.acquire(['waited one'], 1000);
  const second = new Redlock([client]).acquire(['waited two'], 1000);
  await Promise.all([first, second]);
  expect(await client.mget('waited one', 'waited two')).toEqual([(await first).value, (await second).value]);
  await Promise.all([(await first).release(), (await second).release()]);
  client.disconnect();
});

it('hears of a connection that has ended, and the process hears of no unhandled error', async () => {
  const unheard: unknown[] = [];
  const hear = (reason: unknown): number => unheard.push(reason);
  process.on('unhandledRejection', hear);
  try {
    const client = new Redis(plainOptions());
    await client.ping();
    client.disconnect();
    await once(client, 'end');
    const redlock = new Redlock([client], { retryCount: 0 });
    const heard: string[] = [];
    redlock.on('error', ({ message }: Error) => heard.push(message));
    await expect(redlock.acquire(['ended'], 1000)).rejects.toThrow('1 of 1 nodes did not answer');
    await pause(20);
    expect(heard).toContain('Connection is closed.');
    expect(unheard).toEqual([]);
  } finally {
    process.off('unhandledRejection', hear);
  }
});

it('reads answers that came while its own process was busy before it calls a node silent', async () => {
  const [node] = plain.clients;
  if (!node) throw new Error('There is no server.');
  const redlock = new Redlock([node], { retryCount: 0, nodeTimeout: 20 });
  const heard: Error[] = [];
  redlock.on('error', (error) => heard.push(error));
  await (await redlock.acquire(['busy'], 2000)).release();
  const acquiring = redlock.acquire(['busy'], 2000);
  const until = performance.now() + 100;
  while (performance.now() < until);
  await (await acquiring).release();
  expect(heard).toEqual([]);
});
