/** Where searches keep their jobs in Redis, and how all of it is removed. */
import type { Redis } from 'ioredis';

/** A hash tag, so that all keys are in one slot. */
export const prefix = '{redlock-playground}';

/** Each engine has its own queue, so a worker of another version never sees a job that it could not do. */
export const queueOf = (engine: string): string => `explore-${engine}`;

/** Exists while a process waits for the result of the search. */
export const waitedFor = (search: string): string => `${prefix}:search:${search}`;

/** The engine of a search in progress, for workers of other engines. */
export const wantedEngine = `${prefix}:wanted`;

/**
 * How long a search without a sign of life still counts as alive, in ms. A worker that drops a job too early only
 * loses time.
 */
const aliveFor = 30_000;

/**
 * How long the data of a silent search stays, in ms. A worker has dropped its jobs long before; this is for a Redis
 * without workers.
 */
const keptFor = 600_000;

/** @param jobs the jobs on the queue */
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

/** In ms. A job that stalls is repeated after at most this and two of these intervals. */
export const lockDuration = 6000;
export const stalledInterval = 3000;

const lists = ['wait', 'active', 'paused'];
const sets = ['delayed', 'prioritized', 'completed', 'failed', 'waiting-children'];
/** The keys that BullMQ keeps for a queue besides its jobs. */
const ownKeys = ['meta', 'events', 'id', 'marker', 'stalled', 'pc'];

/** A single script, because another search may begin in between. */
const sweepScript = `
for index = 1, tonumber(ARGV[1]) do
  if redis.call('EXISTS', KEYS[index]) == 1 then return 0 end
end
for index = tonumber(ARGV[1]) + 1, #KEYS do redis.call('DEL', KEYS[index]) end
return 1`;

/** Removes the queue's own keys if the queue is empty. */
export async function sweep(redis: Redis, engine: string): Promise<void> {
  const jobs = [...lists, ...sets];
  const keys = [...jobs, ...ownKeys].map((name) => keyOf(engine, name));
  await redis.eval(sweepScript, keys.length, ...keys, jobs.length);
}
