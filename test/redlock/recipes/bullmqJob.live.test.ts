// The recipe for a BullMQ job, with BullMQ and a real Redis.
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ContendedError, Redlock } from '../../../src/redlock/all';
import { type Exclusive, exclusively } from '../../../src/redlock/recipes/bullmqJob';
import { type RedisProcess, startRedisProcess } from '../../support/redisProcess';

interface Transfer {
  readonly account: number;
}

let server: RedisProcess;
let redis: Redis;
let redlock: Redlock;
beforeAll(async () => {
  server = await startRedisProcess();
  redis = new Redis(server.port);
  redlock = new Redlock([redis]);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

/** Runs jobs until all have completed or failed. */
async function runAll(name: string, jobs: readonly Transfer[], work: Exclusive<Transfer, number>['work']) {
  const connection = { host: '127.0.0.1', port: server.port, maxRetriesPerRequest: null };
  const queue = new Queue<Transfer, number>(name, { connection });
  const resource = ({ account }: Transfer) => `accounts:${account}`;
  const processor = exclusively<Transfer, number>({ redlock, resource, work, againAfter: 20 });
  const worker = new Worker<Transfer, number>(name, processor, { connection, concurrency: 4 });
  const ended: { readonly attempts: number; readonly error: Error | null }[] = [];
  const all = new Promise<void>((resolve) => {
    const end = (attempts: number, error: Error | null): void => {
      ended.push({ attempts, error });
      if (ended.length === jobs.length) resolve();
    };
    worker.on('completed', (job) => end(job.attemptsMade, null));
    worker.on('failed', (job, error) => end(job?.attemptsMade ?? 0, error));
  });
  try {
    await queue.addBulk(jobs.map((data) => ({ name: 'transfer', data })));
    await all;
  } finally {
    await worker.close();
    await queue.close();
  }
  return ended;
}

it('runs jobs of one account one after the other, each once, and keeps their attempts', async () => {
  const inside = new Map<number, number>();
  let most = 0;
  let runs = 0;
  const ended = await runAll('same', Array(6).fill({ account: 7 }), async ({ data: { account } }) => {
    const now = (inside.get(account) ?? 0) + 1;
    inside.set(account, now);
    most = Math.max(most, now);
    runs += 1;
    await redis.call('PING');
    await new Promise((resolve) => setTimeout(resolve, 10));
    inside.set(account, now - 1);
    return runs;
  });
  expect({ most, runs }).toEqual({ most: 1, runs: 6 });
  expect(ended).toEqual(Array(6).fill({ attempts: 1, error: null }));
  expect(await redis.keys('accounts:*')).toEqual([]);
});

it('runs jobs of two accounts side by side', async () => {
  const arrived: number[] = [];
  let open = (): void => {};
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  const ended = await runAll('two', [{ account: 1 }, { account: 2 }], async ({ data: { account } }) => {
    arrived.push(account);
    if (arrived.length === 2) open();
    await both;
    return account;
  });
  expect(ended.map(({ error }) => error)).toEqual([null, null]);
});

it('lets work fail as usual, even when it fails to get another lock', async () => {
  const ended = await runAll('failing', [{ account: 1 }, { account: 2 }], async ({ data: { account } }) => {
    if (account === 1) throw new ContendedError('Another lock is taken.', []);
    throw new Error('No money.');
  });
  expect(ended.map(({ error }) => error?.message).sort()).toEqual(['Another lock is taken.', 'No money.']);
  expect(await redis.keys('accounts:*')).toEqual([]);
});

it('waits while another program has the account', async () => {
  const other = await redlock.acquire(['accounts:9'], 10_000);
  let hasRun = false;
  const ending = runAll('waiting', [{ account: 9 }], async () => {
    hasRun = true;
    return 1;
  });
  const queue = new Queue('waiting', { connection: { host: '127.0.0.1', port: server.port } });
  await expect.poll(() => queue.getDelayedCount()).toBe(1);
  await queue.close();
  expect(hasRun).toBe(false);
  await other.release();
  expect(await ending).toEqual([{ attempts: 1, error: null }]);
});
