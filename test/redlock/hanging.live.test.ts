// One stopped server beside two working ones, and a process that keeps locking: it queues a bounded number of
// commands for the stopped one.
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Redlock } from '../../src/redlock/all';
import { type HaltableServers, startHaltableServers } from '../support/haltableServers';
import { holdsWhenLate } from '../support/undecided';
import { pause } from './adapters';

let servers: HaltableServers;
beforeAll(async () => {
  servers = await startHaltableServers(3);
});
afterAll(() => servers.stop());

/** The commands that ioredis has sent and keeps until they are answered. */
const keptBy = (client: Redis | undefined): number =>
  (client as unknown as { readonly commandQueue: { readonly length: number } }).commandQueue.length;

it('a few hundred commands are kept for a server that hangs, and it is used again when it answers', {
  meta: holdsWhenLate,
}, async () => {
  const clients = await servers.connect();
  const redlock = new Redlock(clients);
  let isOver = false;
  let done = 0;
  const worker = async (which: number): Promise<void> => {
    for (let round = 0; !isOver; round++) {
      await (await redlock.acquire([`${which}:${round}`], 10_000)).release();
      done++;
    }
  };
  const workers = Array.from({ length: 40 }, (_, which) => worker(which));
  await pause(500);
  servers.halt(2);
  const before = done;
  let keptMost = 0;
  for (; done - before < 6000; await pause(5)) keptMost = Math.max(keptMost, keptBy(clients[2]));
  const doneMeanwhile = done - before;
  servers.wake(2);
  isOver = true;
  await Promise.all(workers);
  await expect.poll(() => keptBy(clients[2])).toBe(0);
  // Two commands for each lock. Most locks were taken after the process had noticed that the server hangs.
  expect(keptMost).toBeGreaterThan(200);
  expect(keptMost).toBeLessThan(doneMeanwhile / 2);
  const lock = await redlock.acquire(['again'], 10_000);
  // The question uses the connection on which the lock was, or was not, set there.
  expect(await clients[2]?.get('again')).toBe(lock.value);
  await lock.release();
});

it('commands that wait at the same time go out in one write', async () => {
  const [client] = await servers.connect();
  if (client === undefined) throw new Error('There is no client.');
  const redlock = new Redlock([client]);
  await (await redlock.acquire(['first'], 10_000)).release();
  const { stream } = client as unknown as { readonly stream: { readonly bytesWritten: number; _handle: object } };
  let writes = 0;
  const handle = stream._handle as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['writeUtf8String', 'writev', 'writeBuffer', 'writeLatin1String']) {
    const write = handle[name];
    if (write === undefined) continue;
    handle[name] = (...args) => {
      writes++;
      return write.apply(handle, args);
    };
  }
  const locks = await Promise.all(Array.from({ length: 50 }, (_, i) => redlock.acquire([`${i}`], 10_000)));
  expect(writes).toBeLessThan(10);
  await Promise.all(locks.map((lock) => lock.release()));
});
