// npm's redlock 4.2 over ioredis. It waits by bluebird's own scheduler.
import Redis from 'ioredis';
import Redlock from 'redlock-4';

export const settings = { nodes: 5, ttl: 2000 };

let redlock: Redlock | undefined;
export async function acquire({ nodes, key, ttl }) {
  redlock ??= new Redlock(
    nodes.map((node) => new Redis(node)),
    { retryCount: 0 },
  );
  return redlock.lock(key, ttl);
}
export const release = (_, lock) => lock.unlock();
