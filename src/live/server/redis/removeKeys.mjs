// Deletes the keys of one run from a server that others use too: the keys that begin with its prefix, and no others. It
// is plain JavaScript, because the guard runs it without any loader.
import { Redis } from 'ioredis';

const scanCount = 1000;
const timeoutMs = 1500;

/**
 * Goes through the server's keys in small steps, so that other clients do not have to wait.
 *
 * @param {string} url of the server
 * @param {string} prefix letters, digits, `:` and `-`; no character with a meaning in a pattern
 * @returns {Promise<number>} the number of deleted keys; rejects when the server does not answer
 */
export async function removeKeys(url, prefix) {
  if (!/^[\w:-]{8,}$/.test(prefix)) throw new Error(`"${prefix}" is no prefix of a run's keys.`);
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // The call itself rejects when something goes wrong.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    let count = 0;
    let cursor = '0';
    do {
      const [next, keys] = await redis.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', scanCount);
      if (keys.length > 0) count += await redis.del(...keys);
      cursor = next;
    } while (cursor !== '0');
    return count;
  } finally {
    redis.disconnect();
  }
}
