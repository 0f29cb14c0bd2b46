/** The libraries that are compared, each as a function that acquires one lock and returns how to release it. */
import type { Redis } from 'ioredis';
// @ts-expect-error It has no types.
import Redlock4 from 'redlock-4';
import { attackedLibrary, attackedMissing } from '../../test/support/attackedLibraries';
import { type BetaClients, BetaRedlock } from '../../test/support/redlockBeta';
import { compareAndDelete, Redlock } from '../measured/library';

/** Takes a lock on a resource. Returns the function that releases it. */
export type Acquire = (resource: string) => Promise<() => Promise<unknown>>;

const durationMs = 10_000;

/** Sends one client the script that releases. */
type Release = (client: Redis, resource: string, owner: string) => Promise<unknown>;

async function rawByDigest(clients: readonly Redis[]): Promise<Acquire> {
  const digests = await Promise.all(clients.map((client) => client.script('LOAD', compareAndDelete.lua)));
  const digest = String(digests[0]);
  return rawOn(clients, (client, resource, owner) => client.evalsha(digest, 1, resource, owner));
}

const rawInFull = (clients: readonly Redis[]): Acquire =>
  rawOn(clients, (client, resource, owner) => client.eval(compareAndDelete.lua, 1, resource, owner));

/** Bare commands of ioredis, without any library. Returns when a majority has granted. */
function rawOn(clients: readonly Redis[], release: Release): Acquire {
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
    return () => majorityOf((client) => release(client, resource, owner));
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
  // Its types belong to an older ioredis.
  const redlock = new BetaRedlock(clients as unknown as BetaClients);
  return async (resource) => {
    const lock = await redlock.acquire([resource], durationMs);
    return () => lock.release();
  };
};

interface Locks4 {
  readonly lock: (resource: string, ms: number) => Promise<{ readonly unlock: () => Promise<unknown> }>;
}

const version4 = (clients: readonly Redis[]): Acquire => {
  const redlock: Locks4 = new Redlock4(clients);
  return async (resource) => {
    const lock = await redlock.lock(resource, durationMs);
    return () => lock.unlock();
  };
};

interface Sesamecare {
  readonly Redlock: new (
    clients: readonly Redis[],
  ) => {
    readonly acquire: (resources: string[], ms: number) => Promise<{ readonly release: () => Promise<unknown> }>;
  };
}

const sesamecare = (clients: readonly Redis[], library: Sesamecare): Acquire => {
  const redlock = new library.Redlock(clients);
  return async (resource) => {
    const lock = await redlock.acquire([resource], durationMs);
    return () => lock.release();
  };
};

/** The part of redlock-universal that the bench uses. */
interface Universal {
  readonly IoredisAdapter: new (client: Redis) => object;
  readonly createRedlock: (options: {
    readonly adapters: readonly object[];
    readonly key: string;
    readonly ttl: number;
  }) => { readonly acquire: () => Promise<object>; readonly release: (handle: object) => Promise<unknown> };
}

const universal = (clients: readonly Redis[], { createRedlock, IoredisAdapter }: Universal): Acquire => {
  const adapters = clients.map((client) => new IoredisAdapter(client));
  return async (resource) => {
    const lock = createRedlock({ adapters, key: resource, ttl: durationMs });
    const handle = await lock.acquire();
    return () => lock.release(handle);
  };
};

/** The part of redis-semaphore that the bench uses. */
interface Semaphores {
  readonly RedlockMutex: new (
    clients: readonly Redis[],
    key: string,
    options: { readonly lockTimeout: number },
  ) => { readonly acquire: () => Promise<void>; readonly release: () => Promise<void> };
}

const semaphore = (clients: readonly Redis[], { RedlockMutex }: Semaphores): Acquire => {
  return async (resource) => {
    const mutex = new RedlockMutex(clients, resource, { lockTimeout: durationMs });
    await mutex.acquire();
    return () => mutex.release();
  };
};

export type MakeContender = (clients: readonly Redis[]) => Promise<Acquire>;

/**
 * Bare commands and our library. The other libraries stay the same from one commit to the next, so they are not
 * compared between two commits.
 */
export const ourselves = { raw: rawByDigest, ours: async (clients) => ours(clients) } as const satisfies Record<
  string,
  MakeContender
>;

/** Those of test/sandbox/attack take part if they are installed. */
export async function allContenders(): Promise<Readonly<Record<string, MakeContender>>> {
  const fork = await attackedLibrary<Sesamecare>('@sesamecare-oss/redlock');
  const other = await attackedLibrary<Universal>('redlock-universal');
  const mutexes = await attackedLibrary<Semaphores>('redis-semaphore');
  if (fork === null || other === null || mutexes === null) console.log(attackedMissing);
  return {
    ...ourselves,
    'raw, EVAL': async (clients) => rawInFull(clients),
    'redlock 4': async (clients) => version4(clients),
    beta: async (clients) => beta(clients),
    ...(fork && { sesamecare: async (clients: readonly Redis[]) => sesamecare(clients, fork) }),
    ...(other && { universal: async (clients: readonly Redis[]) => universal(clients, other) }),
    ...(mutexes && { semaphore: async (clients: readonly Redis[]) => semaphore(clients, mutexes) }),
  };
}
