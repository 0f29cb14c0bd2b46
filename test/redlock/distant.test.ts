// Nodes that are distant or not connected yet: the library waits as long as their answers usually take, and an error
// says how slow they were.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoQuorumError, Redlock } from '../../src/redlock/all';
import type { LockClient } from '../../src/redlock/client';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { kinds } from './simulatedNodes';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets time pass until the promise has settled. Returns the result and the elapsed time. */
async function settled<T>(promise: Promise<T>) {
  const startedAt = Date.now();
  let tookMs: number | null = null;
  const outcome = promise.then(
    (value) => ({ value, error: null }),
    (error: Error) => ({ value: null, error }),
  );
  void outcome.then(() => {
    tookMs = Date.now() - startedAt;
  });
  while (tookMs === null && Date.now() - startedAt < 60_000) await vi.advanceTimersByTimeAsync(5);
  return { ...(await outcome), tookMs };
}

async function answerOf<T>(promise: Promise<T>): Promise<T> {
  const { value, error } = await settled(promise);
  if (error !== null) throw error;
  return value as T;
}

const once = { retryCount: 0, releaseRetryCount: 0 } as const;

/** Nodes with a round-trip time that a test can change. */
function far(roundTripMs: number, count = 5) {
  const path = { roundTripMs };
  const nodes = Array.from({ length: count }, () => new SimulatedRedis({ latencyMs: () => path.roundTripMs / 2 }));
  return { path, nodes, first: nodes[0] as SimulatedRedis };
}

describe.each(Object.entries(kinds))('%s', (_, makeKind) => {
  const make = (nodes: readonly LockClient[], settings: object = {}) => makeKind(nodes, { ...once, ...settings });

  it.each([
    [120, 2000],
    [200, 1000],
    [300, 5000],
    [600, 10_000],
  ])('acquires, extends and releases over round trips of %i ms, for %i ms', async (roundTripMs, duration) => {
    const { nodes, first } = far(roundTripMs);
    const locks = make(nodes);
    for (let round = 0; round < 3; round++) {
      const lock = await answerOf(locks.acquire(['a'], duration));
      expect(lock.expiration - Date.now()).toBeGreaterThan(0);
      const longer = await answerOf(lock.extend(duration));
      await answerOf(longer.release());
      await vi.advanceTimersByTimeAsync(roundTripMs);
      expect(first.ownerOf('a')).toBeNull();
    }
  });

  it.each([
    [200, 1500],
    [600, 4000],
  ])(
    'keeps a lock as long as its routine takes, over round trips of %i ms, for %i ms',
    async (roundTripMs, duration) => {
      const locks = make(far(roundTripMs).nodes);
      const routine = async (signal: AbortSignal): Promise<boolean> => {
        await new Promise((resolve) => setTimeout(resolve, 5 * duration));
        return signal.aborted;
      };
      expect(await answerOf(locks.using(['a'], duration, routine))).toBe(false);
    },
  );

  it('does not count the time until a connection is open', async () => {
    for (const [openingMs, duration] of [
      [300, 500],
      [300, 1000],
      [900, 2000],
    ] as const) {
      const { nodes } = far(2);
      const lines = nodes.map((node) => lineTo(node));
      const locks = make(lines);
      for (const line of lines) line.breakFor(openingMs);
      const cold = await answerOf(locks.acquire(['a'], duration));
      await answerOf(cold.release());
      // The wait learned from a near node would be too short.
      await answerOf((await answerOf(locks.acquire(['a'], duration))).release());
      for (const line of lines) line.breakFor(openingMs);
      const again = await answerOf(locks.acquire(['a'], duration));
      await answerOf(again.release());
    }
  });

  it('waits for a connection that does not open for no longer than the lock would last', async () => {
    const lines = far(20).nodes.map((node) => lineTo(node));
    for (const line of lines) line.breakFor(60_000);
    const { error } = await settled(make(lines).acquire(['a'], 2000));
    const waitedMs = Number(/within (\d+) ms/.exec(String(error))?.[1]);
    expect(waitedMs).toBeGreaterThan(1000);
    expect(waitedMs).toBeLessThanOrEqual(2000);
  });

  it('waits for an unreachable node no longer than for a silent one, once it is known to be unreachable', async () => {
    const { nodes } = far(2);
    const lines = nodes.map((node) => lineTo(node));
    const locks = make(lines);
    await answerOf((await answerOf(locks.acquire(['a'], 20_000))).release());
    for (const line of lines) line.breakFor(600_000);
    const first = await settled(locks.acquire(['a'], 20_000));
    expect(first.error).toBeInstanceOf(NoQuorumError);
    const second = await settled(locks.acquire(['a'], 20_000));
    expect(second.error).toBeInstanceOf(NoQuorumError);
    expect(first.tookMs).toBeGreaterThan(3000);
    // Whatever was requested is also released.
    expect(second.tookMs).toBeLessThan(2100);
  });

  it('waits for a node that has been near so far for a twentieth of the duration', async () => {
    const { nodes } = far(2);
    const locks = make(nodes);
    await answerOf((await answerOf(locks.acquire(['a'], 10_000))).release());
    for (const node of nodes) node.halt();
    const { error, tookMs } = await settled(locks.acquire(['a'], 10_000));
    expect(error).toBeInstanceOf(NoQuorumError);
    expect(tookMs).toBeGreaterThanOrEqual(500);
    expect(tookMs).toBeLessThan(1100);
  });

  it('learns from answers that came too late', async () => {
    const { path, nodes } = far(2);
    const locks = make(nodes, { retryCount: 3 });
    await answerOf((await answerOf(locks.acquire(['a'], 1000))).release());
    path.roundTripMs = 250;
    const lock = await answerOf(locks.acquire(['a'], 1000));
    expect(await Promise.all(lock.attempts)).not.toHaveLength(1);
    await answerOf(lock.release());
    expect(await Promise.all((await answerOf(locks.acquire(['b'], 1000))).attempts)).toHaveLength(1);
  });

  it('waits exactly as long as it is told to', async () => {
    const locks = make(far(300).nodes, { nodeTimeout: 60 });
    const { error, tookMs } = await settled(locks.acquire(['a'], 2000));
    expect(error).toBeInstanceOf(NoQuorumError);
    expect(tookMs).toBeLessThan(200);
    await vi.advanceTimersByTimeAsync(400);
    expect((await settled(locks.acquire(['a'], 2000))).error?.message).toMatch(
      /node 1.*: no answer within 60 ms \(the latest took 3\d\d ms\)\. If nodes are only slow, set a longer `nodeTimeout`/,
    );
  });

  it('names nodes that are too slow for the lock, says how slow they are, and what to change', async () => {
    const locks = make(far(700).nodes, { retryCount: 2 });
    const { error } = await settled(locks.acquire(['a'], 1000));
    expect(error).toBeInstanceOf(NoQuorumError);
    expect(error?.message).toMatch(/node 1.*: no answer within 494 ms \(the latest took 7\d\d ms\)/);
    expect(error?.message).toContain('or, without one, a longer duration');
  });

  it('does not call a node slow that was fast until it fell silent', async () => {
    const { nodes } = far(2);
    const locks = make(nodes);
    await answerOf((await answerOf(locks.acquire(['a'], 2000))).release());
    for (const node of nodes) node.halt();
    const { error } = await settled(locks.acquire(['a'], 2000));
    expect(error?.message).toMatch(/no answer within 100 ms \(the latest took \d ms\)\.$/);
  });
});

it('says how slow the slowest node was when a lock had no time left', async () => {
  const { nodes } = far(480, 3);
  const redlock = new Redlock(nodes, { ...once, nodeTimeout: 1000, token: 'quorum' });
  const { error } = await settled(redlock.acquire(['a'], 1000));
  expect(error?.message).toMatch(
    /nothing was left of the lock\. node \d took 4\d\d ms for its latest reply; a longer duration/,
  );
});

/** A client whose connection breaks. Commands wait until it is open again. */
function lineTo(node: SimulatedRedis) {
  let openAt = 0;
  const isOpening = (): boolean => Date.now() < openAt;
  const opened = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, openAt - Date.now()));
  return {
    isOpening,
    breakFor: (ms: number): void => {
      openAt = Date.now() + ms;
    },
    request: async (command: Parameters<LockClient['request']>[0]) => {
      if (isOpening()) await opened();
      return node.request(command);
    },
    connectAgain: node.connectAgain,
  };
}
