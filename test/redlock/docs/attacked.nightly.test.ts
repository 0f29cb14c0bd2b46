// What the README says of the pause: it breaks a lock with a fencing token whose storage remembers tokens only when it
// writes, and no update is lost where the storage compares versions.
import Redis from 'ioredis';
import { expect, it } from 'vitest';
import { attack, LockBroken } from '../../../src/cli/attack/attackInTest';
import { Redlock } from '../../../src/redlock/all';

interface Called {
  readonly nodes: readonly object[];
  readonly key: string;
  readonly ttl: number;
}

/** Made anew for each client, because each has its own process. */
function tokenLock() {
  let redlock: Redlock | undefined;
  return {
    acquire({ nodes, key, ttl }: Called) {
      // A lifetime of 30 days would count as a lease that is too long to attack.
      const settings = { retryCount: 0, token: 'quorum', tokenLifetime: Number.POSITIVE_INFINITY } as const;
      redlock ??= new Redlock(
        nodes.map((node) => new Redis(node)),
        settings,
      );
      return redlock.acquire([key], ttl);
    },
    release: (_: unknown, held: { release: () => unknown }) => held.release(),
  };
}

const paused = { nodes: 5, faults: ['pause'], harm: 'lost' };

it('a pause defeats a token that only writes leave behind', async () => {
  const broken = await attack(tokenLock, { ...paused, check: 'fencing' }).catch((error: unknown) => error);
  expect(broken).toBeInstanceOf(LockBroken);
});

it('no pause loses an update where the storage compares versions', async () => {
  const { runs } = await attack(tokenLock, { ...paused, check: 'version' });
  expect(runs).toBeGreaterThan(100);
});
