// `using` reports a lost lock whatever the routine did with the signal, with all four kinds of locks.
import { describe, expect, it, vi } from 'vitest';
import { LockLostError, type RedlockAbortSignal } from '../../src/redlock/all';
import { pause, within } from './adapters';
import { abortsAfter, goByFakeClock } from './fakeClock';
import { kinds, nodesFor } from './simulatedNodes';

goByFakeClock();

const caught = async (promise: Promise<unknown>): Promise<unknown> =>
  within(5000, promise).then(
    (value) => ({ resolved: value }),
    (error) => error,
  );

describe.each(Object.entries(kinds))('using of %s', (name, make) => {
  const stage = (settings: object = {}) => {
    const nodes = nodesFor(name);
    const locks = make(nodes, { nodeTimeout: 30, automaticExtensionThreshold: 150, ...settings });
    const forget = (): void => {
      for (const node of nodes) node.forget();
    };
    return { nodes, locks, forget };
  };
  const aborted = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) await pause(5);
  };

  it('rejects with the lost error, which contains the routine’s result, when the routine ignored the signal', async () => {
    const { locks, forget } = stage();
    const using = locks.using(['a'], 300, async (signal) => {
      forget();
      await aborted(signal);
      return 'done';
    });
    const error = await caught(using);
    expect(error).toBeInstanceOf(LockLostError);
    expect((error as LockLostError).result).toBe('done');
  });

  it('reports a lock that is found lost only at its release', async () => {
    const { locks, forget } = stage();
    const error = await caught(
      locks.using(['a'], 5000, async () => {
        forget();
        return 'done';
      }),
    );
    expect(error).toBeInstanceOf(LockLostError);
    expect((error as LockLostError).result).toBe('done');
  });

  it('reports a lock that expired while its nodes were silent', async () => {
    const { locks, nodes } = stage();
    const error = await caught(
      locks.using(['a'], 300, async (signal) => {
        for (const node of nodes) node.halt();
        await aborted(signal);
        for (const node of nodes) node.wake();
        return 'done';
      }),
    );
    expect(error).toBeInstanceOf(LockLostError);
  });

  it('reports a lock that expired while its own process was busy', async () => {
    // Only the real clock advances while no timer can be due.
    vi.useRealTimers();
    const { locks } = stage();
    const error = await caught(
      locks.using(['a'], 300, async () => {
        const until = performance.now() + 320;
        while (performance.now() < until);
        return 'done';
      }),
    );
    expect(error).toBeInstanceOf(LockLostError);
  });

  it('keeps the routine’s own error, with the lost error as the root of its causes', async () => {
    const { locks, forget } = stage();
    const own = new Error('of the routine', { cause: new Error('of its helper') });
    const error = await caught(
      locks.using(['a'], 5000, async () => {
        forget();
        throw own;
      }),
    );
    expect(error).toBe(own);
    expect((own.cause as Error).cause).toBeInstanceOf(LockLostError);
  });

  it('rethrows whatever the routine threw, even the reason of the signal or a value that is not an error', async () => {
    const { locks, forget } = stage();
    let reason: unknown;
    const throwing = (thrown: (signal: RedlockAbortSignal) => unknown) =>
      caught(
        locks.using(['a'], 300, async (signal) => {
          forget();
          await aborted(signal);
          reason = signal.reason;
          throw thrown(signal);
        }),
      );
    expect(await throwing((signal) => signal.error)).toBe(reason);
    expect((reason as Error).cause).not.toBe(reason);
    expect(await throwing(() => 'a word')).toBe('a word');
    expect(await throwing(() => Object.freeze(new Error('frozen')))).toMatchObject({ message: 'frozen' });
  });

  it('resolves when the routine released its lock itself', async () => {
    const { locks, nodes } = stage();
    const value = await caught(
      locks.using(['a'], 300, async (signal, lock) => {
        await lock.release();
        await pause(200);
        return signal.aborted;
      }),
    );
    expect(value).toEqual({ resolved: false });
    expect(nodes.map((node) => node.ownerOf('a'))).toEqual(nodes.map(() => null));
  });

  it('resolves when no node confirms the release: the lock was held until then', async () => {
    const { locks, nodes } = stage({ releaseRetryCount: 0 });
    const heard: string[] = [];
    locks.on('error', ({ name: said }: Error) => heard.push(said));
    const value = await caught(
      locks.using(['a'], 5000, async () => {
        for (const node of nodes) node.halt();
        return 'done';
      }),
    );
    expect(value).toEqual({ resolved: 'done' });
    await pause(10);
    expect(heard).toContain('ReleaseFailedError');
  });

  it('passes the caller’s own signal on to the routine, which may end as it likes', async () => {
    const { locks } = stage();
    const controller = new AbortController();
    const given = new Error('shutting down');
    const value = await caught(
      locks.using(['a'], 5000, { signal: controller.signal }, async (signal) => {
        expect(signal.aborted).toBe(false);
        controller.abort(given);
        return [signal.aborted, signal.reason === given, signal.error === given];
      }),
    );
    expect(value).toEqual({ resolved: [true, true, true] });
    const stopped = caught(
      locks.using(['a'], 5000, { signal: abortsAfter(20) }, async (signal) => {
        await aborted(signal);
        throw signal.reason;
      }),
    );
    expect(await stopped).toMatchObject({ name: 'TimeoutError' });
    await (await locks.acquire(['a'], 1000, { retryCount: 0 })).release();
  });
});
