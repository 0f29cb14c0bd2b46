// Semaphore of redis-semaphore over ioredis, which lets two in.
import Redis from 'ioredis';
import { Semaphore } from 'redis-semaphore';

export const settings = { nodes: 1, ttl: 2000 };

let client: Redis | undefined;
export async function acquire({ nodes, key, ttl }) {
  client ??= new Redis(nodes[0]);
  const semaphore = new Semaphore(client, key, 2, { lockTimeout: ttl, acquireAttemptsLimit: 1 });
  return (await semaphore.tryAcquire()) ? semaphore : null;
}
export const release = (_, semaphore) => semaphore.release();
