// RedlockMutex of redis-semaphore over ioredis. It refreshes the lock automatically.
import Redis from 'ioredis';
import { RedlockMutex } from 'redis-semaphore';

export const settings = { nodes: 5, ttl: 2000 };

let clients: readonly Redis[] | undefined;
export async function acquire({ nodes, key, ttl }) {
  clients ??= nodes.map((node) => new Redis(node));
  const mutex = new RedlockMutex(clients, key, { lockTimeout: ttl, acquireAttemptsLimit: 1 });
  return (await mutex.tryAcquire()) ? mutex : null;
}
export const release = (_, mutex) => mutex.release();
