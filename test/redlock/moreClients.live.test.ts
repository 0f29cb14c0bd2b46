// The table of clients in src/redlock/README.md, except for clusters (clusters.live.test.ts): every kind of client with every
// lock, pools, sentinels, HTTP and other shapes; how waiters learn of a release; and users without the rights that a
// lock needs. waiting.live.test.ts also tests prefixes, and edges.test.ts tests clients that throw at once.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GlideClient } from '@valkey/valkey-glide';
import { Redis } from 'ioredis';
import { createClient, createClientPool, createSentinel } from 'redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Redlock, SingleNodeLocks, WaitingLocks, WatchedLocks } from '../../src/redlock/all';
import type { RedisClient } from '../../src/redlock/client';
import { type RedisProcess, startRedisProcess } from '../support/redisProcess';
import { pause, within } from './adapters';

let server: RedisProcess;
let sentinel: RedisProcess;
let asking: Redis;

beforeAll(async () => {
  server = await startRedisProcess();
  const lines = [`sentinel monitor mymaster 127.0.0.1 ${server.port} 1`];
  sentinel = await startRedisProcess({ lines, sentinel: true });
  asking = new Redis({ host: '127.0.0.1', port: server.port });
});
afterAll(async () => {
  asking.disconnect();
  await Promise.all([server.stop(), sentinel.stop()]);
});

interface Opened {
  readonly client: RedisClient;
  readonly close: () => unknown;
}

const address = () => ({ host: '127.0.0.1', port: server.port });

/** Hides a server behind HTTP. */
async function overHttp(): Promise<Opened> {
  const gateway = createServer(async (asked, answer) => {
    let body = '';
    for await (const part of asked) body += part;
    const [name, ...args] = JSON.parse(body) as [string, ...(string | number)[]];
    const reply = await asking.call(name, ...args).then(
      (result) => ({ result }),
      (error: Error) => ({ error: error.message }),
    );
    answer.end(JSON.stringify(reply));
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const request = async (command: readonly (string | number)[]): Promise<unknown> => {
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(command) });
    const { result, error } = (await answer.json()) as { readonly result?: unknown; readonly error?: string };
    if (error !== undefined) throw new Error(error);
    return result;
  };
  const close = (): void => {
    gateway.closeAllConnections();
    gateway.close();
  };
  return { client: { request }, close };
}

/** How a waiter learns of a release: by a connection of its own, or by asking again. */
const clients: Readonly<Record<string, readonly ['hears' | 'asks', () => Promise<Opened>]>> = {
  ioredis: [
    'hears',
    async () => {
      const client = new Redis(address());
      return { client, close: () => client.disconnect() };
    },
  ],
  'a sentinel of ioredis': [
    'hears',
    async () => {
      const client = new Redis({ sentinels: [{ host: '127.0.0.1', port: sentinel.port }], name: 'mymaster' });
      return { client, close: () => client.disconnect() };
    },
  ],
  'node-redis': [
    'hears',
    async () => {
      const client = createClient({ socket: address() });
      client.on('error', () => {});
      await client.connect();
      return { client, close: () => client.destroy() };
    },
  ],
  'a pool of node-redis': [
    'asks',
    async () => {
      const client = createClientPool({ socket: address() }, { minimum: 2, maximum: 6 });
      client.on('error', () => {});
      await client.connect();
      return { client, close: () => client.destroy() };
    },
  ],
  'a sentinel of node-redis': [
    'asks',
    async () => {
      const sentinelRootNodes = [{ host: '127.0.0.1', port: sentinel.port }];
      const client = createSentinel({ name: 'mymaster', sentinelRootNodes });
      client.on('error', () => {});
      await client.connect();
      return { client, close: () => client.close() };
    },
  ],
  GLIDE: [
    'asks',
    async () => {
      const client = await GlideClient.createClient({ addresses: [address()] });
      return { client, close: () => client.close() };
    },
  ],
  'a client over HTTP': ['asks', overHttp],
  'a client that has send, as that of Bun': [
    'asks',
    async () => {
      const inner = new Redis(address());
      // This client accepts only words.
      const send = (command: string, args: string[]): Promise<unknown> => {
        if (args.some((word) => typeof word !== 'string')) throw new TypeError('Arguments must be strings.');
        return inner.call(command, ...args);
      };
      return { client: { send }, close: () => inner.disconnect() };
    },
  ],
};

/** Connections on which a client waits. The sentinel has a subscription too, and opens it whenever it is ready. */
async function waitingConnections(): Promise<number> {
  const lines = String(await asking.client('LIST'))
    .split('\n')
    .filter((line) => !line.includes(' name=sentinel-'));
  return lines.filter((line) => line.includes('cmd=blpop') || / sub=1 .*cmd=subscribe/.test(line)).length;
}

describe.each(Object.entries(clients))('%s', (name, [how, open]) => {
  const settings = { retryDelay: 30, retryJitter: 10, retryCount: 300 } as const;
  it.each([
    ['Redlock', (client: RedisClient) => new Redlock([client], settings)],
    ['SingleNodeLocks', (client: RedisClient) => new SingleNodeLocks(client, settings)],
    ['WatchedLocks', (client: RedisClient) => new WatchedLocks(client, settings)],
    ['WaitingLocks', (client: RedisClient) => new WaitingLocks(client, settings)],
  ])('locks, waits, extends and releases: %s', async (kind, make) => {
    const { client, close } = await open();
    try {
      const before = await waitingConnections();
      const locks = make(client);
      const key = `${name} ${kind}`;
      const first = await within(5000, locks.acquire([key], 5000));
      expect(await locks.tryAcquire([key], 5000)).toBeNull();
      const waiting = locks.acquire([key], 5000);
      const isWoken = kind.startsWith('W') && how === 'hears';
      for (let tries = 0; isWoken && tries < 500 && (await waitingConnections()) === before; tries++) await pause(10);
      await expect.poll(waitingConnections, { timeout: 5000 }).toBe(before + (isWoken ? 1 : 0));
      const longer = await first.extend(6000);
      await longer.release();
      const second = await within(4000, waiting);
      const many = await Promise.all(Array.from({ length: 20 }, (_, i) => locks.acquire([`${key} ${i}`], 5000)));
      await Promise.all([second, ...many].map((one) => one.release()));
      if (kind === 'Redlock') await (await locks.acquire([key, `${key} 0`, `${key} 19`], 5000)).release();
      expect(await asking.exists(key, `${key} 0`, `${key} 19`)).toBe(0);
    } finally {
      await close();
    }
  });
});

it('a prefix of node-redis does not apply to the keys of locks, because sendCommand never adds it', async () => {
  const client = createClient({ socket: address(), keyPrefix: 'mine:' });
  await client.connect();
  try {
    const lock = await new Redlock([client]).acquire(['without'], 1000);
    expect(await asking.exists('without')).toBe(1);
    await lock.release();
    expect(await asking.exists('without')).toBe(0);
  } finally {
    client.destroy();
  }
});

describe('a user who may SET, and not EVAL', () => {
  const openers = {
    ioredis: async () => {
      const client = new Redis({ host: '127.0.0.1', port: server.port, username: 'limited', password: 'secret' });
      return { client, close: () => client.disconnect() };
    },
    'node-redis': async () => {
      const socket = { host: '127.0.0.1', port: server.port };
      const client = createClient({ socket, username: 'limited', password: 'secret' });
      await client.connect();
      return { client, close: () => client.destroy() };
    },
  };

  beforeAll(async () => {
    const infos = (await asking.call('COMMAND', 'INFO', 'delex', 'delifeq')) as readonly unknown[];
    const newer = ['-delex', '-delifeq'].filter((_, index) => infos[index] !== null);
    await asking.call('ACL', 'SETUSER', 'limited', 'on', '>secret', '~*', '+@all', '-eval', '-evalsha', ...newer);
  });

  it.each(Object.entries(openers))('is reported as such by %s', async (name, open) => {
    const { client, close } = await open();
    try {
      const redlock = new Redlock([client as RedisClient], { retryCount: 1, retryDelay: 10, releaseRetryCount: 0 });
      const lock = await redlock.acquire([`limited ${name}`], 300);
      const error = await lock.release().catch((thrown) => thrown);
      expect(error.name).toBe('ReleaseFailedError');
      expect(error.message).toMatch(
        new RegExp(
          `127\\.0\\.0\\.1:${server.port}: NOPERM .*eval.* The Redis user lacks (?:\\+eval(?:sha)?|a right): see docs/settings`,
        ),
      );
      expect(error.cause.message).toMatch(/^NOPERM/);
      const several = await redlock.acquire([`one ${name}`, `two ${name}`], 1000).catch((thrown) => thrown);
      expect(several).toMatchObject({ name: 'NoQuorumError' });
      expect(several.message).toContain('NOPERM');
      for (const Kind of [SingleNodeLocks, WatchedLocks, WaitingLocks]) {
        const locks = new Kind(client as RedisClient, { retryCount: 1, retryDelay: 10 });
        await expect(locks.acquire([`${Kind.name} ${name}`], 1000)).rejects.toThrow(
          /NOPERM .* The Redis user lacks (?:\+eval(?:sha)?|a right)/,
        );
      }
      // The user could take the lock but cannot release it. The first key expires by itself, and there is no other.
      const left = async (): Promise<readonly string[]> => (await asking.keys(`* ${name}`)).sort();
      expect((await left()).filter((key) => key !== `limited ${name}`)).toEqual([]);
      for (let tries = 0; tries < 200 && (await left()).length > 0; tries++) await pause(20);
      expect(await left()).toEqual([]);
    } finally {
      close();
    }
  });
});
