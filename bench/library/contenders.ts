/** The libraries that are held side by side, each as a function that acquires one lock and answers how to release it. */
import { Redlock as SesamecareRedlock } from '@sesamecare-oss/redlock';
import type { Redis } from 'ioredis';
import { createRedlock, IoredisAdapter } from 'redlock-universal';
import { compareAndDelete } from '../../src/locks/scripts/compareAndDelete';
import { Redlock } from '../../src/redlock';
import { type BetaClients, BetaRedlock } from '../../test/support/redlockBeta';

/** Takes a lock on a resource; what it answers gives it back. */
export type Acquire = (resource: string) => Promise<() => Promise<unknown>>;

const durationMs = 10_000;

/** Bare commands of ioredis, without a word of a library: returns when a majority has said yes. */
async function rawOn(clients: readonly Redis[]): Promise<Acquire> {
  const digests = await Promise.all(clients.map((client) => client.script('LOAD', compareAndDelete.lua)));
  const digest = String(digests[0]);
  const need = Math.floor(clients.length / 2) + 1;
  let count = 0;
  const majorityOf = (ask: (client: Redis) => Promise<unknown>): Promise<void> =>
    new Promise((resolve, reject) => {
      let granted = 0;
      let refused = 0;
      for (const client of clients) {
        ask(client).then((answer) => {
          if (answer === 'OK' || answer === 1) {
            if (++granted === need) resolve();
          } else if (++refused > clients.length - need) reject(new Error('refused'));
        }, reject);
      }
    });
  return async (resource) => {
    const owner = `raw${count++}`;
    await majorityOf((client) => client.set(resource, owner, 'PX', durationMs, 'NX'));
    return () => majorityOf((client) => client.evalsha(digest, 1, resource, owner));
  };
}

const ours = (clients: readonly Redis[]): Acquire => {
  const redlock = new Redlock(clients);
  return async (resource) => {
    const lock = await redlock.acquire([resource], durationMs);
    return () => lock.release();
  };
};

const beta = (clients: readonly Redis[]): Acquire => {
  // Its types are those of an older ioredis.
  const redlock = new BetaRedlock(clients as unknown as BetaClients);
  return async (resource) => {
    const lock = await redlock.acquire([resource], durationMs);
    return () => lock.release();
  };
};

const sesamecare = (clients: readonly Redis[]): Acquire => {
  const redlock = new SesamecareRedlock(clients as unknown as ConstructorParameters<typeof SesamecareRedlock>[0]);
  return async (resource) => {
    const lock = await redlock.acquire([resource], durationMs);
    return () => lock.release();
  };
};

const universal = (clients: readonly Redis[]): Acquire => {
  const adapters = clients.map(
    (client) => new IoredisAdapter(client as unknown as ConstructorParameters<typeof IoredisAdapter>[0]),
  );
  return async (resource) => {
    const lock = createRedlock({ adapters, key: resource, ttl: durationMs });
    const handle = await lock.acquire();
    return () => lock.release(handle);
  };
};

export const contenders = {
  raw: rawOn,
  ours: async (clients: readonly Redis[]) => ours(clients),
  beta: async (clients: readonly Redis[]) => beta(clients),
  sesamecare: async (clients: readonly Redis[]) => sesamecare(clients),
  universal: async (clients: readonly Redis[]) => universal(clients),
} as const;
