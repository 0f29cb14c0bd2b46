// The rights that settings.md names are enough for everything that the locks do on a real server, and none of them is
// superfluous: without it, the server refuses something.
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Redlock } from '../../../src/redlock/all';
import type { Locks } from '../../../src/redlock/locks';
import { SingleNodeLocks, WaitingLocks, WatchedLocks } from '../../../src/redlock/oneNode';
import { needs } from '../../support/needs';
import { type RedisProcess, startRedisProcess } from '../../support/redisProcess';
import { blocksIn } from './codeBlocks';

let server: RedisProcess;
let asking: Redis;
beforeAll(async () => {
  server = await startRedisProcess();
  asking = new Redis(server.port);
  // ioredis warns that it may not send INFO.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterAll(async () => {
  vi.restoreAllMocks();
  asking.disconnect();
  await server.stop();
});
beforeEach(() => asking.flushall());

const lines = blocksIn('docs/settings.md', 'redis').flatMap((block) => block.trim().split('\n'));
const rights = lines.flatMap((line) => line.split(' ').filter((word) => /^[+~&]/.test(word)));
/** What the page adds for servers that have one of the commands. */
const added = [
  ...(needs('DELEX').skip ? [] : ['+delex']),
  ...(needs('DELIFEQ').skip || !needs('DELEX').skip ? [] : ['+delifeq']),
];

/** Makes the user anew, perhaps without one of its rights. */
async function grant(without?: string): Promise<void> {
  await asking.call('ACL', 'SETUSER', 'locker', 'reset', 'resetchannels', ...added);
  for (const line of lines) {
    const [name = '', ...args] = line.split(' ').filter((word) => word !== without);
    await asking.call(name, ...args);
  }
  await asking.call('ACL', 'LOG', 'RESET');
}

/** What the server refused. What clients send of their own accord does not count. */
async function refused(): Promise<readonly string[]> {
  const entries = (await asking.call('ACL', 'LOG')) as readonly (readonly unknown[])[];
  const objects = entries.map((entry) => String(entry[entry.indexOf('object') + 1]));
  return objects.filter((object) => !['info', 'client', 'client|setinfo', 'client|setname'].includes(object));
}

const extended = async (locks: Locks, resources: readonly string[]): Promise<void> => {
  const lock = await locks.acquire(resources, 5000);
  await locks.tryAcquire(resources, 5000);
  const longer = await lock.extend(6000);
  await locks.peek(resources[0] ?? '');
  await longer.release();
};

/** Two clients wait for two locks. One is released before the other, so that one topic is left. */
async function waited(locks: Locks, areWaiting: () => Promise<boolean>): Promise<void> {
  const names = ['lock:a', 'lock:b'];
  const held = await Promise.all(names.map((name) => locks.acquire([name], 5000)));
  const waiting = names.map((name) => locks.acquire([name], 5000));
  const all = Promise.all(waiting);
  all.catch(() => {});
  await vi.waitUntil(async () => (await areWaiting()) || (await refused()).length > 0, { timeout: 5000 });
  for (const [index, lock] of held.entries()) {
    await lock.release();
    await (await waiting[index])?.release();
  }
}

const subscribed = async (): Promise<boolean> => {
  const channels = (await asking.pubsub('CHANNELS', 'redisson_lock__channel:*')) as readonly string[];
  return channels.length === 2;
};
const popping = async (): Promise<boolean> => /blocked_clients:1/.test(await asking.info('clients'));

const settings = { retryCount: 1, retryDelay: 50, releaseRetryCount: 0 };
const forever = { ...settings, tokenLifetime: Number.POSITIVE_INFINITY };

const uses: Readonly<Record<string, (client: Redis) => Promise<void>>> = {
  Redlock: (client) => extended(new Redlock([client], settings), ['lock:a']),
  'Redlock with several resources': (client) => extended(new Redlock([client], settings), ['lock:a', 'lock:b']),
  'Redlock with a token': (client) => extended(new Redlock([client], { ...settings, token: 'quorum' }), ['lock:a']),
  'tokens without an end': (client) => extended(new Redlock([client], { ...forever, token: 'quorum' }), ['lock:a']),
  SingleNodeLocks: (client) => extended(new SingleNodeLocks(client, settings), ['lock:a']),
  WaitingLocks: async (client) => {
    await extended(new WaitingLocks(client, { ...settings, retryCount: 0 }), ['lock:a']);
    await waited(new WaitingLocks(client, settings), popping);
  },
  WatchedLocks: async (client) => {
    await extended(new WatchedLocks(client, { ...forever, retryCount: 0 }), ['lock:a']);
    await waited(new WatchedLocks(client, settings), subscribed);
  },
};

async function actAs(use: (client: Redis) => Promise<void>): Promise<void> {
  const client = new Redis({ host: '127.0.0.1', port: server.port, username: 'locker', password: 'secret' });
  client.on('error', () => {});
  try {
    await use(client);
  } finally {
    client.disconnect();
  }
}

describe('the rights of settings.md', () => {
  it.each(Object.entries(uses))('are enough for %s', async (_, use) => {
    await grant();
    await actAs(use);
    expect(await refused()).toEqual([]);
  });

  it.each(rights)('are not enough without %s', async (right) => {
    await grant(right);
    const isRefused = async (): Promise<boolean> => {
      for (const use of Object.values(uses)) {
        await asking.flushall();
        await actAs(use).catch(() => {});
        if ((await refused()).length > 0) return true;
      }
      return false;
    };
    expect(await isRefused()).toBe(true);
  });

  it('are all tried', () => {
    expect(rights.length).toBeGreaterThan(20);
  });
});
