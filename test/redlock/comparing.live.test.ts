// What the library sends to a real server to give a lock back: the command that this server has, and a script to one
// that has none. A user who may run no script needs the command.
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Redlock } from '../../src/redlock/all';
import type { RedisClient } from '../../src/redlock/client';
import { needs } from '../support/needs';
import { type RedisProcess, startRedisProcess } from '../support/redisProcess';

let server: RedisProcess;
let asking: Redis;
/** The commands by which this server can compare and delete, the one to be preferred first. */
let has: readonly string[];

beforeAll(async () => {
  server = await startRedisProcess();
  asking = new Redis({ host: '127.0.0.1', port: server.port });
  const names = ['delex', 'delifeq'];
  const infos = (await asking.call('COMMAND', 'INFO', ...names)) as readonly unknown[];
  has = names.filter((_, index) => infos[index] !== null);
});
afterAll(async () => {
  asking.disconnect();
  await server.stop();
});
beforeEach(async () => {
  await asking.config('RESETSTAT');
});

const openers = {
  ioredis: async (login: object = {}) => {
    const client = new Redis({ host: '127.0.0.1', port: server.port, ...login });
    return { client: client as RedisClient, ping: () => client.ping(), close: () => client.disconnect() };
  },
  'node-redis': async (login: object = {}) => {
    const client = createClient({ socket: { host: '127.0.0.1', port: server.port }, ...login });
    await client.connect();
    return { client: client as RedisClient, ping: () => client.ping(), close: () => client.destroy() };
  },
};

/** How often the server has carried out each command, and in how many of them it found an error. */
async function carriedOut(): Promise<Readonly<Record<string, string>>> {
  const stats = await asking.info('commandstats');
  const rows = [...stats.matchAll(/^cmdstat_(\w+):calls=(\d+).*rejected_calls=(\d+),failed_calls=(\d+)/gm)];
  return Object.fromEntries(
    rows.map(([, name = '', calls, rejected, failed]) => [name, `${calls} ${rejected} ${failed}`]),
  );
}

const rounds = 3;

interface Opened {
  readonly client: RedisClient;
  readonly ping: () => Promise<unknown>;
}

async function inRounds({ client, ping }: Opened, name: string): Promise<void> {
  const locks = new Redlock([client], { retryCount: 0, releaseRetryCount: 0 });
  for (let i = 0; i < rounds; i++) {
    const lock = await locks.acquire([name], 20_000);
    // Now the question of the first round has its answer.
    await ping();
    await lock.release();
  }
  expect(await asking.exists(name)).toBe(0);
}

it.each(Object.entries(openers))('%s: each release is the command of this server, or a script', async (name, open) => {
  const opened = await open();
  try {
    await inRounds(opened, name);
  } finally {
    opened.close();
  }
  const { set, delex, delifeq, eval: full, evalsha } = await carriedOut();
  const [best] = has;
  expect(set).toBe(`${rounds} 0 0`);
  expect({ delex, delifeq }).toEqual({
    delex: undefined,
    delifeq: undefined,
    ...(best && { [best]: `${rounds} 0 0` }),
  });
  expect([full, evalsha]).toEqual(best === undefined ? ['1 0 0', `${rounds - 1} 0 0`] : [undefined, undefined]);
});

it.each(Object.entries(openers))(
  '%s: a user who may run no script releases what it has',
  needs('DELEX'),
  async (name, open) => {
    const rights = ['-@all', '+set', '+delex', '+command|info', '+info', '+ping', '+client', '+hello'];
    await asking.call('ACL', 'SETUSER', 'scriptless', 'on', '>secret', '~*', ...rights);
    const opened = await open({ username: 'scriptless', password: 'secret' });
    try {
      await inRounds(opened, `scriptless ${name}`);
    } finally {
      opened.close();
    }
  },
);
