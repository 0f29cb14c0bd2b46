// Mutex of redis-semaphore over ioredis, with a handler for a lost lock, in a process that handles unhandled
// rejections.
import Redis from 'ioredis';
import { Mutex } from 'redis-semaphore';

export const settings = { nodes: 1, ttl: 2000 };

let client: Redis | undefined;
export async function acquire({ nodes, key, ttl, log }) {
  client ??= new Redis({ ...nodes[0], commandTimeout: 300 });
  const onLockLost = () => log('onLockLost heard');
  const mutex = new Mutex(client, key, { lockTimeout: ttl, acquireAttemptsLimit: 1, onLockLost });
  process.on('unhandledRejection', ({ message }) => log(`the process heard: ${message}`));
  return (await mutex.tryAcquire()) ? mutex : null;
}
export async function release({ log }, mutex) {
  await log(`isAcquired is ${mutex.isAcquired}`);
  await mutex.release();
}
