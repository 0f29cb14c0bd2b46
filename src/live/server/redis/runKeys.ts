/**
 * The keys of a run on existing servers. Each key carries the run's prefix. One of them expires by itself and so shows
 * that the run is alive. Keys without it are recognized even if everything that would have removed them was killed with
 * the run. That matters because some locks write keys that never expire.
 */
import { randomBytes } from 'node:crypto';
import { removeKeys } from './removeKeys.mjs';
import { withServer } from './withServer';

const ours = 'redlock-playground:';
const pattern = /^redlock-playground:[0-9a-f]{12}:/;
const aliveName = '~alive';

/** A backend that was stopped for this long has lost its run. */
export const aliveMs = 30_000;
const renewMs = 5000;
const scanCount = 1000;

export const newPrefix = (): string => `${ours}${randomBytes(6).toString('hex')}:`;

/** Whether a lock wrote the key. If not, it is the key that shows that the run is alive. */
export const isOfLock = (name: string): boolean => !name.endsWith(`:${aliveName}`);

/**
 * Resolves when each server knows that the run is alive. @returns a function that ends this; when it resolves, nothing
 * more is sent.
 */
export async function keepAlive(urls: readonly string[], prefix: string): Promise<() => Promise<unknown>> {
  const say = (url: string): Promise<unknown> =>
    withServer(url, (redis) => redis.set(`${prefix}${aliveName}`, '', 'PX', aliveMs));
  await Promise.all(urls.map(say));
  // A server that is away now gets it the next time.
  let latest: Promise<unknown> = Promise.resolve();
  const renewing = setInterval(() => {
    latest = Promise.allSettled(urls.map(say));
  }, renewMs);
  renewing.unref();
  return () => {
    clearInterval(renewing);
    return latest;
  };
}

/**
 * Removes the keys of runs that are not alive. Goes through all keys of the server in small steps.
 *
 * @returns the number of runs that left keys and still seem to be alive. They may have ended a moment ago.
 */
export async function sweepKeys(url: string): Promise<number> {
  const prefixes = await prefixesAt(url);
  let alive = 0;
  for (const prefix of prefixes) {
    if ((await withServer(url, (redis) => redis.exists(`${prefix}${aliveName}`))) > 0) alive++;
    else await removeKeys(url, prefix);
  }
  return alive;
}

const prefixesAt = (url: string): Promise<ReadonlySet<string>> =>
  withServer(url, async (redis) => {
    const prefixes = new Set<string>();
    for await (const names of redis.scanStream({ match: `${ours}*`, count: scanCount }))
      for (const name of names) {
        const prefix = pattern.exec(name)?.[0];
        if (prefix !== undefined) prefixes.add(prefix);
      }
    return prefixes;
  });
