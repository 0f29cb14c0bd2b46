// The events of locks: one for each fact, for all kinds of locks, whatever part of the library finds it.
import { describe, expect, it, vi } from 'vitest';
import { type Lock, LockLostError, type RedisCommand } from '../../src/redlock/all';
import type { LockEmitter } from '../../src/redlock/events';
import { pause, within } from './adapters';
import { goByFakeClock } from './fakeClock';
import { kinds, nodesFor, nodesOf } from './simulatedNodes';

goByFakeClock();

const names = ['acquired', 'extended', 'lost', 'released'] as const;

/** Hears all events of locks about one lock. */
function heardBy(locks: LockEmitter): string[] {
  const heard: string[] = [];
  for (const name of names)
    locks.on(name, (subject: Lock | LockLostError) => {
      const lock = subject instanceof Error ? subject.lock : subject;
      heard.push(`${name} ${lock?.resources}`);
    });
  return heard;
}

/** Lets the events come that are on their way. */
const settled = (): Promise<unknown> => pause(5);

describe.each(Object.entries(kinds))('%s', (name, make) => {
  const stage = () => {
    const nodes = nodesFor(name);
    const locks = make(nodes, { nodeTimeout: 30, automaticExtensionThreshold: 150, retryCount: 0 });
    const forget = (): void => {
      for (const node of nodes) node.forget();
    };
    return { nodes, locks, forget, heard: heardBy(locks) };
  };

  it('tells of a lock that is acquired, extended and released', async () => {
    const { locks, heard } = stage();
    const lock = await locks.acquire(['a'], 60_000);
    const longer = await lock.extend(90_000);
    await longer.release();
    await longer.release();
    await settled();
    expect(heard).toEqual(['acquired a', 'extended a', 'released a']);
  });

  it('gives the lock that counts from now on', async () => {
    const { locks } = stage();
    const locksHeard: Lock[] = [];
    for (const event of ['acquired', 'extended', 'released'] as const) locks.on(event, (lock) => locksHeard.push(lock));
    const lock = await locks.acquire(['a'], 60_000);
    const longer = await lock.extend(90_000);
    await longer.release();
    await settled();
    expect(locksHeard[0]).toBe(lock);
    expect(locksHeard[1]).toBe(longer);
    expect(locksHeard[2]).toBe(longer);
  });

  it('says nothing of an acquire that failed', async () => {
    const { locks, heard, nodes } = stage();
    await make(nodes).acquire(['a'], 60_000);
    expect(await locks.tryAcquire(['a'], 1000, { deadline: Date.now() + 50 })).toBeNull();
    await settled();
    expect(heard).toEqual([]);
  });

  it('tells of each automatic extension of `using`', async () => {
    const { locks, heard } = stage();
    await locks.using(['a'], 300, async () => {
      while (heard.length < 4) await pause(10);
    });
    await settled();
    expect(heard).toEqual(['acquired a', 'extended a', 'extended a', 'extended a', 'released a']);
  });

  it('tells once that a lock was lost, if the timer of `using` finds it', async () => {
    const { locks, heard, forget } = stage();
    const lost = locks.using(['a'], 300, async (signal, lock) => {
      forget();
      while (!signal.aborted) await pause(5);
      await lock.extend(300).catch(() => {});
      await lock.release().catch(() => {});
    });
    await expect(lost).rejects.toBeInstanceOf(LockLostError);
    await settled();
    expect(heard).toEqual(['acquired a', 'lost a']);
  });

  it('tells at once that a lock was lost while `using` runs, and that it was not released', async () => {
    const { locks, heard, nodes } = stage();
    const lost = locks.using(['a'], 300, async (signal) => {
      for (const node of nodes) node.halt();
      while (!signal.aborted) await pause(5);
      return [...heard];
    });
    await expect(lost).rejects.toMatchObject({ result: ['acquired a', 'lost a'] });
    await settled();
    expect(heard).toEqual(['acquired a', 'lost a']);
  });

  it('tells once that a lock was lost, if an extension finds it', async () => {
    const { locks, heard, forget } = stage();
    const lock = await locks.acquire(['a'], 60_000);
    forget();
    await expect(lock.extend(60_000)).rejects.toMatchObject({ name: 'LockLostError', lock });
    await expect(lock.extend(60_000)).rejects.toBeInstanceOf(LockLostError);
    await lock.release();
    await settled();
    expect(heard).toEqual(['acquired a', 'lost a']);
  });

  it('tells once that a lock was lost, if its release finds it', async () => {
    const { locks, heard, forget } = stage();
    const lock = await locks.acquire(['a'], 60_000);
    forget();
    await expect(lock.release()).rejects.toMatchObject({ name: 'LockLostError', lock });
    await lock.release();
    await settled();
    expect(heard).toEqual(['acquired a', 'lost a']);
  });

  it('tells that a lock was lost whose time is over when it is extended', async () => {
    const { locks, heard, nodes } = stage();
    const lock = await locks.acquire(['a'], 300);
    for (const node of nodes) node.halt();
    await pause(400);
    await expect(locks.extend(lock, 300)).rejects.toBeInstanceOf(LockLostError);
    await settled();
    expect(heard).toEqual(['acquired a', 'lost a']);
  });

  it('counts a lock as released whose time was over when it was released', async () => {
    const { nodes } = stage();
    if (name === 'WatchedLocks') return;
    const locks = make(nodes);
    const heard = heardBy(locks);
    const lock = await locks.acquire(['a'], 100);
    await pause(200);
    await lock.release();
    await settled();
    expect(heard).toEqual(['acquired a', 'released a']);
  });

  it('says nothing of a release that failed, until one succeeds', async () => {
    let isDown = false;
    const clients = nodesFor(name).map(({ request }) => ({
      request: (command: RedisCommand) => (isDown ? Promise.reject(new Error('It is down.')) : request(command)),
    }));
    const locks = make(clients);
    const heard = heardBy(locks);
    const lock = await locks.acquire(['a'], 60_000);
    isDown = true;
    await expect(locks.release(lock, { retryCount: 0 })).rejects.toMatchObject({ kind: 'release-failed' });
    await settled();
    expect(heard).toEqual(['acquired a']);
    isDown = false;
    await lock.release();
    await settled();
    expect(heard).toEqual(['acquired a', 'released a']);
  });

  it('says nothing of a loss if a lock is extended after a release that failed and after its time', async () => {
    const { locks, heard, nodes } = stage();
    const lock = await locks.acquire(['a'], 300);
    for (const node of nodes) node.halt();
    await expect(locks.release(lock, { retryCount: 0 })).rejects.toMatchObject({ kind: 'release-failed' });
    await pause(400);
    await expect(lock.extend(300)).rejects.toBeInstanceOf(LockLostError);
    await settled();
    expect(heard).toEqual(['acquired a']);
  });

  it('says nothing of a loss if a lock is extended after its release', async () => {
    const { locks, heard } = stage();
    const lock = await locks.acquire(['a'], 60_000);
    const releasing = lock.release();
    await expect(lock.extend(60_000)).rejects.toBeInstanceOf(LockLostError);
    await releasing;
    await expect(lock.extend(60_000)).rejects.toBeInstanceOf(LockLostError);
    await settled();
    expect(heard).toEqual(['acquired a', 'released a']);
  });
});

it('says nothing of a loss if an object is extended that another one has replaced', async () => {
  const redlock = kinds.Redlock(nodesOf(3));
  const heard = heardBy(redlock);
  const lock = await redlock.acquire(['a'], 60_000);
  const longer = await lock.extend(60_000);
  await expect(lock.extend(60_000)).rejects.toBeInstanceOf(LockLostError);
  await settled();
  expect(heard).toEqual(['acquired a', 'extended a']);
  await longer.release();
});

it('tells that the routine of `using` took longer than a lock that could not be extended', async () => {
  const nodes = nodesOf(3);
  const redlock = kinds.Redlock(nodes, { nodeTimeout: 30, automaticExtensionThreshold: 50 });
  const heard = heardBy(redlock);
  // The process is paused, so no timer runs before the routine ends.
  const lost = redlock.using(['a'], 300, async () => {
    const { setSystemTime, getMockedSystemTime } = await import('vitest').then(({ vi }) => vi);
    setSystemTime(Number(getMockedSystemTime()) + 1000);
  });
  await expect(lost).rejects.toBeInstanceOf(LockLostError);
  await settled();
  expect(heard).toEqual(['acquired a', 'lost a']);
});

it('tells of each node that failed, beside `error`', async () => {
  const nodes = nodesOf(3);
  const redlock = kinds.Redlock(nodes, { nodeTimeout: 30, retryCount: 0 });
  const failed: Error[] = [];
  const errors: Error[] = [];
  redlock.on('nodeFailed', (error) => failed.push(error));
  redlock.on('error', (error) => errors.push(error));
  nodes[2]?.halt();
  const lock = await redlock.acquire(['a'], 60_000);
  await lock.attempts[0];
  await settled();
  expect(failed.map(({ name }) => name)).toEqual(['NodeTimeoutError']);
  expect(errors).toEqual(failed);
});

it('a listener that throws breaks no lock, and the process hears of it', async () => {
  const redlock = kinds.Redlock(nodesOf(3));
  const before = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  const caught: unknown[] = [];
  process.on('uncaughtException', (error) => caught.push(error));
  try {
    const fault = new Error('The listener is broken.');
    for (const name of ['acquired', 'extended', 'released'] as const)
      redlock.on(name, () => {
        throw fault;
      });
    const lock = await redlock.acquire(['a'], 60_000);
    await within(1000, (await lock.extend(60_000)).release());
    await settled();
    expect(caught).toEqual([fault, fault, fault]);
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of before) process.on('uncaughtException', listener);
  }
});

it('emits nothing without a listener', async () => {
  const redlock = kinds.Redlock(nodesOf(3));
  const emit = vi.spyOn(redlock, 'emit');
  const lock = await redlock.acquire(['a'], 60_000);
  await (await lock.extend(60_000)).release();
  await settled();
  expect(emit).not.toHaveBeenCalled();
});

it('tells that a watchdog found its lock lost', async () => {
  const nodes = nodesOf(1);
  const locks = kinds.WatchedLocks(nodes);
  const lost = new Promise<LockLostError>((resolve) => locks.once('lost', resolve));
  const lock = await locks.acquire(['a'], 300);
  nodes[0]?.forget();
  expect(await within(5000, lost)).toMatchObject({ name: 'LockLostError', lock, kind: 'lost' });
});
