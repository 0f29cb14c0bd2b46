/** node-redlock 4 and 5 and @sesamecare-oss/redlock, each with the same plan, and the scripts that they send. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Script } from '../../src/core/model/effects/request';
import { attackedLibrary } from './attackedLibraries';
import { type BetaClients, BetaRedlock } from './redlockBeta';
import { type Note, type Plan, type Run, resourcesOf } from './redlockWire';

interface LibraryLock {
  readonly expiration: number;
  readonly extend: (ttl: number) => PromiseLike<LibraryLock>;
  readonly release: () => PromiseLike<unknown>;
}

interface Library {
  readonly acquire: (resources: string[], ttl: number) => PromiseLike<LibraryLock>;
  readonly using?: (resources: string[], ttl: number, routine: (signal: AbortSignal) => Promise<void>) => Promise<void>;
}

interface Four {
  readonly lock: (resources: string[], ttl: number) => PromiseLike<LockOfFour>;
  readonly scripts: Readonly<Record<'lockScript' | 'extendScript' | 'unlockScript', { readonly value: string }>>;
}

interface LockOfFour {
  readonly expiration: number;
  readonly extend: (ttl: number) => PromiseLike<LockOfFour>;
  readonly unlock: () => PromiseLike<unknown>;
}

// @ts-expect-error The package has no types.
const four: { readonly default: new (clients: readonly unknown[]) => Four } = await import('redlock-4');

const lockOfFour = (lock: LockOfFour): LibraryLock => ({
  expiration: lock.expiration,
  extend: async (ttl) => lockOfFour(await lock.extend(ttl)),
  release: () => lock.unlock(),
});

const nodeRedlock4 = (clients: readonly Redis[]): Library => {
  const redlock = new four.default(clients);
  return { acquire: async (resources, ttl) => lockOfFour(await redlock.lock(resources, ttl)) };
};

const nodeRedlock5 = (clients: readonly Redis[]): Library => new BetaRedlock(clients as unknown as BetaClients);

type Sesamecare = new (clients: readonly Redis[], settings?: { readonly retryCount: number }) => Library;

/** Null: the packages of test/sandbox/attack are not installed. */
export const third = await attackedLibrary<{ readonly Redlock: Sesamecare }>('@sesamecare-oss/redlock');

function sesamecare(clients: readonly Redis[]): Library {
  if (third === null) throw new Error('@sesamecare-oss/redlock is not installed.');
  return new third.Redlock(clients);
}

const byLibrary =
  (make: (clients: readonly Redis[]) => Library): Run =>
  (plan, clients, key, note) =>
    plan.using ? use(make(clients), plan, key, note) : perform(make(clients), plan, key, note);

/** The three with their own settings. */
export const libraries = {
  'node-redlock-4': byLibrary(nodeRedlock4),
  'node-redlock-5': byLibrary(nodeRedlock5),
  sesamecare: byLibrary(sesamecare),
} as const;
export type LibraryName = keyof typeof libraries;

const leftOf = ({ expiration }: LibraryLock): number => expiration - Date.now();

async function perform(library: Library, plan: Plan, key: string, note: Note): Promise<void> {
  const taken = await settled(library.acquire(resourcesOf(plan, key), plan.ttl));
  if (taken === null) return note('refused');
  let lock = taken;
  note('held', leftOf(lock));
  if (plan.extendAt !== undefined) {
    // At the very end of the lease it would still be extended.
    await pause(Math.max(0, leftOf(lock) * plan.extendAt) + (plan.extendAt === 1 ? 20 : 0));
    const extended = await settled(lock.extend(plan.ttl));
    if (extended === null) note('not extended');
    else note('extended', leftOf(extended));
    lock = extended ?? lock;
  }
  await pause(plan.stay);
  const isReleased = await lock.release().then(
    () => true,
    () => false,
  );
  note(isReleased ? 'released' : 'not released');
}

async function use(library: Library, plan: Plan, key: string, note: Note): Promise<void> {
  if (library.using === undefined) throw new Error('This library has no such routine.');
  let isTaken = false;
  const routine = async (signal: AbortSignal): Promise<void> => {
    isTaken = true;
    note('held');
    await pause(plan.stay, undefined, { signal }).catch(() => note('aborted'));
  };
  const isReleased = await library.using(resourcesOf(plan, key), plan.ttl, routine).then(
    () => true,
    () => false,
  );
  note(!isTaken ? 'refused' : isReleased ? 'released' : 'not released');
}

const settled = <T>(promise: PromiseLike<T>): Promise<T | null> =>
  Promise.resolve(promise).then(
    (value) => value,
    () => null,
  );

const named = (name: 'take' | 'extend' | 'release', lua: string): Script => ({ name, lua });

/** Their scripts, by meaning. */
export async function libraryScripts(): Promise<readonly Script[]> {
  const { lockScript, extendScript, unlockScript } = new four.default([null]).scripts;
  const five = new BetaRedlock([null] as unknown as BetaClients).scripts;
  const ofThird = await scriptsOfSesamecare();
  return [
    named('take', lockScript.value),
    named('extend', extendScript.value),
    named('release', unlockScript.value),
    named('take', five.acquireScript.value),
    named('extend', five.extendScript.value),
    named('release', five.releaseScript.value),
    ...(['take', 'extend', 'release'] as const).flatMap((name) => {
      const lua = ofThird.get(`${name === 'take' ? 'acquire' : name}Lock`);
      return lua === undefined ? [] : [named(name, lua)];
    }),
  ];
}

/** It exposes its scripts only to its clients. */
async function scriptsOfSesamecare(): Promise<ReadonlyMap<string, string>> {
  const scripts = new Map<string, string>();
  const client = { defineCommand: (name: string, { lua }: { readonly lua: string }) => scripts.set(name, lua) };
  if (third !== null)
    await settled(new third.Redlock([client as unknown as Redis], { retryCount: 0 }).acquire(['any'], 1000));
  return scripts;
}
