/** What holds for each kind of lock on one node, simulated or real. */
import { describe, expect, it } from 'vitest';
import { ContendedError, SingleNodeLocks, WaitingLocks, WatchedLocks } from '../../src/redlock/all';
import type { RedisClient } from '../../src/redlock/client';
import { pause } from './adapters';
import { abortsAfter } from './fakeClock';

export const kinds = { SingleNodeLocks, WatchedLocks, WaitingLocks };
export const once = { retryCount: 0 } as const;

/** Longer than any test, in ms: when a waiter gets something, the reason is never that a lock has ended. */
export const lasting = 3_600_000;

export function claimsOf(where: string, make: () => RedisClient): void {
  describe.each(Object.entries(kinds))(`%s on ${where}`, (name, Kind) => {
    const key = `${name} ${where}`;

    it('lets one client in at a time, and the next one after the release', async () => {
      const locks = new Kind(make(), { retryDelay: 20, retryJitter: 5, retryCount: 100 });
      const first = await locks.acquire([key], lasting);
      expect(await locks.tryAcquire([key], lasting)).toBeNull();
      let hasSecond = false;
      const second = locks.acquire([key], lasting).then((lock) => {
        hasSecond = true;
        return lock;
      });
      await pause(60);
      expect(hasSecond).toBe(false);
      await first.release();
      await (await second).release();
    });

    it('allows a waiter to give up, and leaves nothing behind', async () => {
      const node = make();
      const locks = new Kind(node);
      const lock = await locks.acquire([`${key} given up`], lasting);
      const waiting = locks.acquire([`${key} given up`], lasting, { signal: abortsAfter(50) });
      await expect(waiting).rejects.toThrow(/abort/);
      const late = locks.acquire([`${key} given up`], lasting, { deadline: Date.now() + 50 });
      await expect(late).rejects.toBeInstanceOf(ContendedError);
      await lock.release();
      // A waiter that has left must take neither the lock nor the message that it is free.
      await (await locks.acquire([`${key} given up`], lasting, once)).release();
    });

    it('returns the routine’s value, and releases the lock', async () => {
      const locks = new Kind(make());
      expect(await locks.using([`${key} using`], lasting, async (signal) => signal.aborted)).toBe(false);
      await (await locks.acquire([`${key} using`], lasting, once)).release();
    });
  });
}
