/**
 * The search written with existing tools: two clients take Redlock on five nodes of ioredis-mock, and fast-check's
 * scheduler decides in which order the nodes' answers arrive. As in the simulation, each client retries until it has
 * the lock, then reads a value and writes it back, incremented. It injects no fault, and no time passes in it.
 */
import fc from 'fast-check';
import Redis from 'ioredis-mock';

const nodeCount = 5;
const quorum = 3;
const key = 'stock';
const ttl = 10_000;
const compareAndDelete = `if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0`;

const nodes = Array.from({ length: nodeCount }, (_, number) => new Redis({ port: 7000 + number }));

type Storage = { value: number };

/** Runs this many orders. Throws if an update is lost. */
export const runMockRedlock = (runs: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      for (const node of nodes) await node.flushall();
      const storage: Storage = { value: 0 };
      const clients = ['one', 'other'];
      await scheduler.waitFor(Promise.all(clients.map((owner) => turn(owner, storage, scheduler))));
      return storage.value === clients.length;
    }),
    { numRuns: runs, endOnFailure: true },
  );

/** A client retries until it has the lock, reads, writes, and releases. */
async function turn(owner: string, storage: Storage, scheduler: fc.Scheduler): Promise<void> {
  while (!(await isLetIn(owner, scheduler))) {
    await release(owner, scheduler);
    // Replaces the delay before the next attempt.
    await scheduler.schedule(Promise.resolve());
  }
  const read = await scheduler.schedule(Promise.resolve(storage.value));
  await scheduler.schedule(Promise.resolve());
  storage.value = read + 1;
  await release(owner, scheduler);
}

async function isLetIn(owner: string, scheduler: fc.Scheduler): Promise<boolean> {
  const asked = nodes.map((node) => scheduler.schedule(node.set(key, owner, 'PX', ttl, 'NX')));
  return (await Promise.all(asked)).filter((reply) => reply === 'OK').length >= quorum;
}

const release = (owner: string, scheduler: fc.Scheduler): Promise<unknown> =>
  Promise.all(nodes.map((node) => scheduler.schedule(node.eval(compareAndDelete, 1, key, owner))));
