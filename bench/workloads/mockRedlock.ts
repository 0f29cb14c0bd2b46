/**
 * The search as one writes it with what there is: two clients take Redlock on five nodes of ioredis-mock, and fast-check's
 * scheduler decides in which order the nodes' answers come. Each then reads a value and writes it back, one larger. It strikes
 * no fault, and no time passes in it.
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

/** Runs that many orders. Throws when an update is lost. */
export const runMockRedlock = (runs: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      for (const node of nodes) await node.flushall();
      const storage: Storage = { value: 0 };
      const writes = ['one', 'other'].map((owner) => turn(owner, storage, scheduler));
      await scheduler.waitFor(Promise.all(writes));
      const written = (await Promise.all(writes)).filter(Boolean).length;
      return storage.value === written;
    }),
    { numRuns: runs, endOnFailure: true },
  );

/** @returns whether the client was let in and has written. */
async function turn(owner: string, storage: Storage, scheduler: fc.Scheduler): Promise<boolean> {
  const asked = nodes.map((node) => scheduler.schedule(node.set(key, owner, 'PX', ttl, 'NX')));
  const granted = (await Promise.all(asked)).filter((reply) => reply === 'OK').length;
  const isInside = granted >= quorum;
  if (isInside) {
    const read = await scheduler.schedule(Promise.resolve(storage.value));
    await scheduler.schedule(Promise.resolve());
    storage.value = read + 1;
  }
  await Promise.all(nodes.map((node) => scheduler.schedule(node.eval(compareAndDelete, 1, key, owner))));
  return isInside;
}
