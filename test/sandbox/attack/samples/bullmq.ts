// A job of BullMQ over ioredis: its queue gives it to one worker at a time. Both clients add the same job and run a worker.
// A worker looks for stalled jobs four times in the length of a lock; by default it does once, which a run is too short for.
import { Queue, Worker } from 'bullmq';
import Redis from 'ioredis';

export const settings = { nodes: 1, ttl: 2000 };

let connection: Redis | undefined;
export async function withLock({ nodes, key, ttl }, work) {
  connection ??= new Redis({ ...nodes[0], maxRetriesPerRequest: null });
  const queue = new Queue(key, { connection });
  queue.on('error', () => {});
  await queue.add('change', {}, { jobId: key, removeOnComplete: true, removeOnFail: true });
  const worker = new Worker(key, () => work(), { connection, lockDuration: ttl, stalledInterval: ttl / 4 });
  await new Promise((resolve) => {
    for (const event of ['completed', 'failed', 'error'] as const) worker.on(event, resolve);
    setTimeout(resolve, ttl);
  });
  await worker.close();
  await queue.close();
}
