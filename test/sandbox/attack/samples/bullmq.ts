// A job of BullMQ over ioredis, done by one worker at a time. Both clients add the same job and work for its queue.
import { once } from 'node:events';
import { Queue, Worker } from 'bullmq';

export const settings = { nodes: 1, ttl: 2000 };

export async function withLock({ nodes, key, ttl }, work) {
  const connection = { ...nodes[0] };
  const queue = new Queue(key, { connection });
  queue.on('error', () => {});
  await queue.add('change', {}, { jobId: key, removeOnComplete: true, removeOnFail: true });
  const worker = new Worker(key, work, { connection, lockDuration: ttl, stalledInterval: ttl / 4 });
  worker.on('error', () => {});
  await Promise.race([once(worker, 'completed'), once(worker, 'failed'), new Promise((r) => setTimeout(r, 2 * ttl))]);
  await worker.close();
  await queue.close();
}
