// The playground's own library over ioredis.
import Redis from 'ioredis';
import { Redlock } from '../../../../src/redlock/all';

export const settings = { nodes: 5, ttl: 2000 };

let redlock: Redlock | undefined;
export async function acquire({ nodes, key, ttl }) {
  redlock ??= new Redlock(
    nodes.map((node) => new Redis(node)),
    { retryCount: 0 },
  );
  return redlock.acquire([key], ttl);
}
export const release = (_, lock) => lock.release();
