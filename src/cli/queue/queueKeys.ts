/** Where searches keep their jobs in Redis, and how nothing of them stays there. */
import type { Redis } from 'ioredis';

/** A hash tag, so that all keys lie together. */
export const prefix = '{redlock-playground}';

/** An engine has a queue of its own: a worker of another version never sees a job that it could not do. */
export const queueOf = (engine: string): string => `explore-${engine}`;

/** It exists while somebody waits for what comes of the search. */
export const waitedFor = (search: string): string => `${prefix}:search:${search}`;

/** The engine of a search that is under way, for workers of other engines. */
export const wantedEngine = `${prefix}:wanted`;

/** So long, in ms, a search without a sign of life is waited for. A worker that drops a job too early only loses time. */
const aliveFor = 30_000;

/**
 * How long, in ms, everything of a search stays that gives no sign of life any more. A worker has dropped its jobs long before, and
 * this is for where no worker comes.
 */
const keptFor = 600_000;

/** @param jobs that are on the queue */
export async function stayAlive(
  redis: Redis,
  { engine, search }: { readonly engine: string; readonly search: string },
  jobs: Iterable<string>,
): Promise<void> {
  const pipeline = redis
    .pipeline()
    .set(waitedFor(search), '', 'PX', aliveFor)
    .set(wantedEngine, engine, 'PX', aliveFor);
  for (const name of [...lists, ...sets, ...ownKeys, ...jobs]) pipeline.pexpire(keyOf(engine, name), keptFor);
  for (const [error] of (await pipeline.exec()) ?? []) if (error !== null) throw error;
}

const keyOf = (engine: string, name: string): string => `${prefix}:${queueOf(engine)}:${name}`;

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
export async function sweep(redis: Redis, engine: string): Promise<void> {
  const jobs = [...lists, ...sets];
  const keys = [...jobs, ...ownKeys].map((name) => keyOf(engine, name));
  await redis.eval(sweepScript, keys.length, ...keys, jobs.length);
}
