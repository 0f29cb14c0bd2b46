/** Where a search keeps its jobs in Redis, and how nothing of it stays there. */
import type { Redis } from 'ioredis';

/** A hash tag, so that all keys lie together. */
export const prefix = '{redlock-playground}';
export const queueName = 'explore';

const keyOf = (name: string): string => `${prefix}:${queueName}:${name}`;

/** It exists while somebody waits for what comes of the search. */
export const waitedFor = (search: string): string => keyOf(`search:${search}`);

/** So long, in ms, a search without a sign of life is waited for. A worker that drops a job too early only loses time. */
const aliveFor = 30_000;

/**
 * How long, in ms, everything of a search stays that gives no sign of life any more. A worker has dropped its jobs long before, and
 * this is for where no worker comes.
 */
const keptFor = 600_000;

/** @param jobs that are on the queue */
export async function stayAlive(redis: Redis, search: string, jobs: Iterable<string>): Promise<void> {
  const pipeline = redis.pipeline().set(waitedFor(search), '', 'PX', aliveFor);
  for (const name of [...lists, ...sets, ...ownKeys, ...jobs]) pipeline.pexpire(keyOf(name), keptFor);
  for (const [error] of (await pipeline.exec()) ?? []) if (error !== null) throw error;
}

/** A job that stalls is done again after at most the lock and two of these intervals, in ms. */
export const lockDuration = 6000;
export const stalledInterval = 3000;

const lists = ['wait', 'active', 'paused'];
const sets = ['delayed', 'prioritized', 'completed', 'failed', 'waiting-children'];
/** What BullMQ keeps for a queue, beside its jobs. */
const ownKeys = ['meta', 'events', 'id', 'marker', 'stalled', 'pc'];

/** One script, because another search may begin in between. */
const sweepScript = `
for index = 1, tonumber(ARGV[1]) do
  if redis.call('EXISTS', KEYS[index]) == 1 then return 0 end
end
for index = tonumber(ARGV[1]) + 1, #KEYS do redis.call('DEL', KEYS[index]) end
return 1`;

/** Removes the queue's own keys if it has no job of anybody. */
export async function sweep(redis: Redis): Promise<void> {
  const jobs = [...lists, ...sets].map(keyOf);
  await redis.eval(sweepScript, jobs.length + ownKeys.length, ...jobs, ...ownKeys.map(keyOf), jobs.length);
}
