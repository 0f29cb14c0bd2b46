// Mutex of redis-semaphore over ioredis. It refreshes the lock automatically.
import Redis from 'ioredis';
import { Mutex } from 'redis-semaphore';

export const settings = { nodes: 1, ttl: 2000 };

let client: Redis | undefined;
export async function acquire({ nodes, key, ttl }) {
  client ??= new Redis(nodes[0]);
  const mutex = new Mutex(client, key, { lockTimeout: ttl, acquireAttemptsLimit: 1 });
  return (await mutex.tryAcquire()) ? mutex : null;
}
export const release = (_, mutex) => mutex.release();
