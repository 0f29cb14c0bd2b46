// A release whose nodes answer at different times, or not at all: it distinguishes a lock taken by others from one
// that it released itself.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LockLostError, Redlock } from '../../src/redlock/all';
import type { LockClient } from '../../src/redlock/client';
import { SimulatedRedis } from '../../src/redlock/simulated';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function settled<T>(promise: Promise<T>): Promise<T | Error> {
  const end = promise.catch((error: Error) => error);
  await vi.advanceTimersByTimeAsync(5000);
  return end;
}

/** Two nodes never had the lock, one is fast, one may fail at first, and one is slow. */
async function stage({ failsFirst }: { readonly failsFirst: boolean }) {
  const nodes = Array.from({ length: 4 }, () => new SimulatedRedis());
  let latencyMs = 0;
  const slow = new SimulatedRedis({ latencyMs: () => latencyMs });
  for (const node of nodes.slice(0, 2)) await node.request(['SET', 'a', 'somebody else']);
  let failures = 0;
  const failing: LockClient = {
    request: async (command) => {
      if (failures-- > 0) throw new Error('Connection is closed.');
      return nodes[3]?.request(command);
    },
  };
  const redlock = new Redlock([...nodes.slice(0, 3), failing, slow], { nodeTimeout: 200 });
  const lock = await settled(redlock.acquire(['a'], 60_000));
  if (lock instanceof Error) throw lock;
  failures = failsFirst ? 1 : 0;
  latencyMs = 20;
  return { lock, slow, quick: nodes[2] as SimulatedRedis };
}

it('a node that had not answered when a try failed may have executed it: that is not a lost lock', async () => {
  const { lock, slow } = await stage({ failsFirst: true });
  expect(await settled(lock.release())).not.toBeInstanceOf(Error);
  expect(slow.keys()).toEqual([]);
});

it('a lock that others have taken from a majority is reported as lost all the same', async () => {
  const { lock, quick } = await stage({ failsFirst: false });
  await settled(quick.request(['DEL', 'a']));
  expect(await settled(lock.release())).toBeInstanceOf(LockLostError);
});
