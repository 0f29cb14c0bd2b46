// `redlock-playground/attack`: a lock is attacked inside a test. A reader's own test may look like this.
import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
import { describe, expect, it } from 'vitest';
import { attack, LockBroken } from '../../../src/cli/attack/attackInTest';
import { Redlock } from '../../../src/redlock/all';

/** Made anew for each client, because each has its own process. */
function redlock() {
  let lock: Redlock | undefined;
  return {
    acquire({ nodes, key, ttl }: { nodes: readonly object[]; key: string; ttl: number }) {
      lock ??= new Redlock(
        nodes.map((node) => new Redis(node)),
        { retryCount: 0 },
      );
      return lock.acquire([key], ttl);
    },
    release: (_: unknown, held: { release: () => unknown }) => held.release(),
  };
}

describe('a lock in a test', () => {
  it('withstands one jump of a clock', async () => {
    const { runs } = await attack(redlock, { nodes: 5, max: 1, faults: ['clock-jump'] });
    expect(runs).toBeGreaterThan(10);
  });

  it('is broken by a pause, and the failure can be read', async () => {
    const broken = await attack(redlock, { nodes: 3, faults: ['pause'] }).catch((error: unknown) => error);
    expect(broken).toBeInstanceOf(LockBroken);
    expect((broken as Error).message.split('\n\n')[3]).toMatchInlineSnapshot(`
      "1. An update was lost (25 places)
         0.150 s  Client 1 is paused for 1.771 s.
         It takes at least 1.771 s.
           0.150 s  +0.150 s  Client 1 paused at 0.150 s for 1.771 s and ran no code.
           1.921 s  +1.771 s  Client 1 got the lock on A and B, valid for 207 ms.
           2.070 s  +0.149 s  Client 1 had to stop by 2.128 s, but kept working.
           2.171 s  +0.101 s  The key of client 1 expired on A and B from 2.171 s on.
           2.260 s  +0.089 s  Client 2 got the lock on A and B at 2.260 s.
           2.281 s  +0.021 s  Client 1 wrote 43, which became version 2.
           2.620 s  +0.339 s  Client 2 wrote 52, based on version 1, over client 1’s 43.
         Point of no return: about 1.921 s. Had client 1 woken up earlier, its write would have been in before client 2 read. The two could be kept apart only before about 1.881 s.
         Any of these would have been enough: storage-side check: Unique token or Version check or A branch in git (at every pause length that was tried, two clients still work at the same time) · a pause of at most about 1.7 s. Only this seed was tried."
    `);
  });

  it('withstands it with a check of versions at the storage', async () => {
    await attack(redlock, { nodes: 5, faults: ['pause'], check: 'version' });
  });

  it('is also given as its functions, when they share nothing, and by two faults at once', async () => {
    const lock = {
      acquire: async ({ redis, key, ttl }: { redis: readonly Redis[]; key: string; ttl: number }) => {
        const value = randomUUID();
        return (await redis[0]?.set(key, value, 'PX', ttl, 'NX')) === 'OK' && { value };
      },
      release: async ({ redis, key }: { redis: readonly Redis[]; key: string }) => redis[0]?.del(key),
    };
    const { runs } = await attack(lock, { max: 2, faults: ['lose'], harm: 'lost' });
    expect(runs).toBe(405);
  });
});

it('a library that keeps something from one client to the next is found, since its runs would be wrong', async () => {
  let count = 0;
  const lock = {
    acquire: async ({ redis, key, ttl }: { redis: readonly Redis[]; key: string; ttl: number }) =>
      (await redis[0]?.set(key, String(++count), 'PX', ttl, 'NX')) === 'OK',
    release: async ({ redis, key }: { redis: readonly Redis[]; key: string }) => redis[0]?.del(key),
  };
  await expect(attack(lock, { faults: ['clock-jump'] })).rejects.toThrow('keep something from one client to the next');
});

it('a library that has real timers is refused, since it would wait for them, with what to do', async () => {
  const { setTimeout: kept } = globalThis;
  const acquire = async ({ redis, key, ttl }: { redis: readonly Redis[]; key: string; ttl: number }) => {
    await new Promise((resolve) => kept(resolve));
    return (await redis[0]?.set(key, 'mine', 'PX', ttl, 'NX')) === 'OK';
  };
  await expect(attack({ acquire, release: () => true })).rejects.toThrow(
    /waits for something that never comes[\s\S]*give attack the URL of a file/,
  );
});

describe('what cannot be attacked is refused', () => {
  const free = { acquire: () => ({ validFor: 2000 }), release: () => true };
  const rows = [
    ['a number of nodes', free, { nodes: 12 }, 'settings.nodes'],
    ['a kind of fault', free, { faults: ['earthquake'] }, 'earthquake'],
    ['a harm', free, { harm: 'noise' }, '--harm must be among'],
    ['a check', free, { check: 'noise' }, 'noise'],
    [
      'a lock that nobody gets',
      { ...free, acquire: () => null },
      {},
      /client 1 does not get the lock, although no other client is inside\. /,
    ],
    [
      'a lock whose key stays',
      {
        acquire: async ({ redis, key }: { redis: readonly Redis[]; key: string }) =>
          (await redis[0]?.set(key, 'x', 'NX')) === 'OK' ? {} : null,
        release: () => true,
      },
      {},
      'although no other client is inside; a key that client 1 set is still there.',
    ],
    ['real time', { ...free, acquire: () => fetch('http://example.org') }, {}, 'fetch is not simulated'],
  ] as const;
  for (const [name, lock, options, says] of rows)
    it(name, async () => {
      await expect(attack(lock, options)).rejects.toThrow(says);
    });
});

it('an option that is mistyped is refused with the name that was meant', async () => {
  const given = { nodes: 1, nodez: 5 };
  await expect(attack(redlock, given)).rejects.toThrow('attack has no option “nodez”. Did you mean nodes?');
});
