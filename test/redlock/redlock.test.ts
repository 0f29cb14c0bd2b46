// The library on simulated nodes: what users of node-redlock 5 rely on, and the effect of failing nodes.
import { describe, expect, it } from 'vitest';
import {
  ContendedError,
  Lock,
  LockLostError,
  NodeTimeoutError,
  NoQuorumError,
  Redlock,
  ReleaseFailedError,
  ResourceLockedError,
} from '../../src/redlock/all';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { pause } from './adapters';
import { abortsAfter, goByFakeClock } from './fakeClock';
import { failure, nodesOf } from './simulatedNodes';

goByFakeClock();

const once = { retryCount: 0 } as const;
const keysOf = (nodes: readonly SimulatedRedis[]) => nodes.map((node) => node.keys().length);
/** Waits for commands that are under way. */
const settle = () => pause(30);

describe('acquire', () => {
  it('writes the value under the resource’s own name on every node, and ends before its TTL', async () => {
    const nodes = nodesOf(5);
    const before = Date.now();
    const lock = await new Redlock(nodes).acquire(['a'], 10_000);
    await settle();
    expect(nodes.map((node) => node.get('a'))).toEqual(nodes.map(() => lock.value));
    expect(lock.resources).toEqual(['a']);
    // 1 % and 2 ms are subtracted.
    expect(lock.expiration - before).toBeGreaterThan(9_890);
    expect(lock.expiration - before).toBeLessThanOrEqual(9_950);
    expect(await Promise.all(lock.attempts)).toMatchObject([{ membershipSize: 5, quorumSize: 3 }]);
  });

  it('locks several resources together on a node, or none', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes, once);
    const first = await redlock.acquire(['b'], 1000);
    await failure(redlock.acquire(['a', 'b', 'c'], 1000));
    expect(nodes.map((node) => node.keys())).toEqual([['b'], ['b'], ['b']]);
    await first.release();
    const lock = await redlock.acquire(['a', 'b', 'c'], 1000);
    expect(nodes.map((node) => node.get('c'))).toEqual(nodes.map(() => lock.value));
    await lock.release();
    await settle();
    expect(keysOf(nodes)).toEqual([0, 0, 0]);
  });

  it('reports each try and each node when it fails, in the words of node-redlock', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes, { retryCount: 2, retryDelay: 5, retryJitter: 0 });
    await redlock.acquire(['a'], 1000);
    const error = await failure(redlock.acquire(['a'], 1000));
    expect(error).toBeInstanceOf(ContendedError);
    expect(error.message).toBe('The operation was unable to achieve a quorum during its retry window. Others have a.');
    expect(error.attempts).toHaveLength(3);
    const last = await error.attempts[2];
    const against = [...(last?.votesAgainst.values() ?? [])];
    expect(against).toHaveLength(3);
    expect(against[0]).toBeInstanceOf(ResourceLockedError);
    expect(against[0]?.message).toBe('The operation was applied to: 0 of the 1 requested resources.');
  });

  it('waits for the current holder, as often as it was told to', async () => {
    const redlock = new Redlock(nodesOf(3), { retryCount: 20, retryDelay: 10, retryJitter: 5 });
    const first = await redlock.acquire(['a'], 5000);
    setTimeout(() => void first.release(), 60);
    const second = await redlock.acquire(['a'], 5000);
    expect(second.attempts.length).toBeGreaterThan(1);
  });

  it('accepts whole milliseconds only', async () => {
    const redlock = new Redlock(nodesOf(1));
    await expect(redlock.acquire(['a'], 10.5)).rejects.toThrow('Duration must be an integer value in milliseconds.');
    expect(() => new Redlock([])).toThrow('Redlock must be instantiated with at least one redis client.');
  });

  it('says that there was no quorum within the timeout of a node, and leaves no key on those that answer', async () => {
    const nodes = nodesOf(5);
    for (const node of nodes.slice(0, 3)) node.halt();
    const startedAt = performance.now();
    const error = await failure(new Redlock(nodes, { ...once, nodeTimeout: 100 }).acquire(['a'], 1000));
    expect(performance.now() - startedAt).toBeLessThan(110);
    expect(error).toBeInstanceOf(NoQuorumError);
    expect(error.message).toContain('3 of 5 nodes did not answer');
    expect(keysOf(nodes).slice(3)).toEqual([0, 0]);
    const [stats] = await Promise.all(error.attempts);
    expect([...(stats?.votesAgainst.values() ?? [])][0]).toBeInstanceOf(NodeTimeoutError);
    expect(stats?.votesFor.size).toBe(2);
    // On a node that hung, the release comes right after the request.
    for (const node of nodes) node.wake();
    await settle();
    expect(keysOf(nodes)).toEqual([0, 0, 0, 0, 0]);
  });

  it('is not disturbed by one or two silent nodes of five', async () => {
    const nodes = nodesOf(5);
    nodes[1]?.halt();
    nodes[3]?.halt();
    const redlock = new Redlock(nodes, { ...once, nodeTimeout: 2000 });
    const startedAt = performance.now();
    const lock = await redlock.acquire(['a'], 5000);
    await (await lock.extend(5000)).release();
    expect(performance.now() - startedAt).toBe(0);
  });

  it('grants nothing when the nodes took as long as the lock lasts', async () => {
    const nodes = nodesOf(3, 40);
    const error = await failure(new Redlock(nodes, { ...once, nodeTimeout: 200 }).acquire(['a'], 60));
    expect(error).toBeInstanceOf(NoQuorumError);
    await pause(100);
    expect(keysOf(nodes)).toEqual([0, 0, 0]);
  });

  it('ends at its deadline, and by its signal, and leaves nothing behind', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes, { retryCount: -1, retryDelay: 20, retryJitter: 0 });
    await redlock.acquire(['b'], 10_000);
    const error = await failure(redlock.acquire(['a', 'b'], 1000, { deadline: Date.now() + 100 }));
    expect(error).toBeInstanceOf(ContendedError);
    await expect(redlock.acquire(['a', 'b'], 1000, { signal: abortsAfter(50) })).rejects.toThrow(/abort/);
    await expect(redlock.acquire(['a'], 1000, { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
    await settle();
    expect(keysOf(nodes)).toEqual([1, 1, 1]);
  });

  it('does not wait at all with `tryAcquire`: null says that another client has it', async () => {
    const redlock = new Redlock(nodesOf(3));
    expect(await redlock.tryAcquire(['a'], 1000)).toBeInstanceOf(Lock);
    expect(await redlock.tryAcquire(['a'], 1000)).toBeNull();
  });

  it('gives growing fencing tokens on request', async () => {
    const redlock = new Redlock(nodesOf(5), { token: 'quorum' });
    const tokens: (number | null)[] = [];
    for (let i = 0; i < 3; i++) {
      const lock = await redlock.acquire(['a'], 1000);
      tokens.push(lock.token);
      await lock.release();
    }
    expect(tokens).toEqual([1, 2, 3]);
    expect((await new Redlock(nodesOf(1)).acquire(['a'], 1000)).token).toBeNull();
  });
});

describe('extend', () => {
  it('returns a lock with the same value and a new lifetime, and ends the old one', async () => {
    const nodes = nodesOf(3);
    const lock = await new Redlock(nodes).acquire(['a'], 1000);
    const longer = await lock.extend(20_000);
    expect([lock.expiration, longer.value]).toEqual([0, lock.value]);
    expect(longer.expiration).toBeGreaterThan(Date.now() + 19_000);
    await longer.release();
    await settle();
    expect(keysOf(nodes)).toEqual([0, 0, 0]);
  });

  it('says at once when the lock has expired or was taken by another client', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes);
    const short = await redlock.acquire(['a'], 50);
    await pause(60);
    expect((await failure(short.extend(1000))).message).toBe('Cannot extend an already-expired lock.');
    const lost = await redlock.acquire(['a'], 5000);
    for (const node of nodes) node.forget();
    expect(await failure(lost.extend(1000))).toBeInstanceOf(LockLostError);
    expect(lost.expiration).toBe(0);
  });

  it('leaves the remaining lifetime of the lock when too few nodes confirm', async () => {
    const nodes = nodesOf(3);
    const lock = await new Redlock(nodes, { ...once, nodeTimeout: 50 }).acquire(['a'], 5000);
    const until = lock.expiration;
    nodes[0]?.halt();
    nodes[1]?.halt();
    expect(await failure(lock.extend(60_000))).toBeInstanceOf(NoQuorumError);
    expect(lock.expiration).toBe(until);
    // Some nodes may have accepted a shorter time.
    expect(await failure(lock.extend(1000))).toBeInstanceOf(NoQuorumError);
    expect(lock.expiration).toBeLessThan(until - 3000);
  });
});

describe('release', () => {
  it('leaves the key of somebody else alone', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes);
    const lock = await redlock.acquire(['a'], 5000);
    for (const node of nodes) node.forget();
    const other = await redlock.acquire(['a'], 5000);
    expect(await failure(lock.release())).toBeInstanceOf(LockLostError);
    expect(nodes[0]?.get('a')).toBe(other.value);
  });

  it('counts confirmations of earlier tries', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes, { nodeTimeout: 50, releaseRetryDelay: 20 });
    const lock = await redlock.acquire(['a'], 5000);
    nodes[0]?.halt();
    nodes[1]?.halt();
    redlock.once('error', () => nodes[0]?.wake());
    const { attempts } = await lock.release();
    expect(attempts.length).toBeGreaterThan(1);
  });

  it('says when too few nodes confirm, after retries of its own', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes, { retryCount: -1, nodeTimeout: 20, releaseRetryCount: 1, releaseRetryDelay: 5 });
    const lock = await redlock.acquire(['a'], 5000);
    nodes[0]?.halt();
    nodes[1]?.halt();
    const error = await failure(lock.release());
    expect(error).toBeInstanceOf(ReleaseFailedError);
    expect(error.attempts).toHaveLength(2);
  });

  it('happens at the end of the block for `await using`, once', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes);
    {
      await using lock = await redlock.acquire(['a'], 5000);
      expect(nodes[0]?.get('a')).toBe(lock.value);
    }
    await settle();
    expect(keysOf(nodes)).toEqual([0, 0, 0]);
    {
      await using lock = await redlock.acquire(['a'], 5000);
      await lock.release();
    }
  });

  it('works for a lock that another process has saved', async () => {
    const nodes = nodesOf(3);
    const { value, expiration } = await new Redlock(nodes).acquire(['a'], 5000);
    const redlock = new Redlock(nodes);
    await new Lock(redlock, ['a'], value, [], expiration).release();
    await settle();
    expect(keysOf(nodes)).toEqual([0, 0, 0]);
  });
});

describe('using', () => {
  it('extends the lock as long as the routine takes, and releases it', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes, { automaticExtensionThreshold: 100 });
    const ends: number[] = [];
    const value = await redlock.using(['a'], 200, async (signal, lock) => {
      for (let i = 0; i < 6; i++) {
        await pause(100);
        ends.push(lock.expiration);
        expect(nodes[0]?.get('a')).toBe(lock.value);
      }
      return signal.aborted;
    });
    expect(value).toBe(false);
    expect((ends.at(-1) ?? 0) - (ends[0] ?? 0)).toBeGreaterThan(300);
    await settle();
    expect(keysOf(nodes)).toEqual([0, 0, 0]);
  });

  it('aborts its signal as soon as an extension finds the lock gone', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes, { automaticExtensionThreshold: 900 });
    const startedAt = performance.now();
    const using = redlock.using(['a'], 1000, async (signal) => {
      for (const node of nodes) node.forget();
      while (!signal.aborted) await pause(5);
      return signal.error;
    });
    const reason = await using.catch((error) => error);
    expect(reason).toBeInstanceOf(LockLostError);
    expect(reason.result).toBe(reason);
    expect(performance.now() - startedAt).toBeLessThan(100);
  });

  it('refuses a duration that leaves no time to extend it', async () => {
    const using = new Redlock(nodesOf(1)).using(['a'], 550, async () => 1);
    await expect(using).rejects.toThrow('must be at least 100ms greater than the `automaticExtensionThreshold`');
  });
});

describe('a node', () => {
  it('that has forgotten the scripts gets them again', async () => {
    const nodes = nodesOf(3);
    const redlock = new Redlock(nodes);
    await (await redlock.acquire(['a'], 1000)).release();
    const lock = await redlock.acquire(['a'], 1000);
    const value = lock.value;
    // The keys remain and the scripts are lost, as after SCRIPT FLUSH.
    for (const node of nodes) {
      node.forget();
      await node.request(['SET', 'a', value, 'PX', 1000]);
    }
    await lock.release();
    await settle();
    expect(keysOf(nodes)).toEqual([0, 0, 0]);
  });

  it.each([
    ['that is slower than its quorum', 5000],
    ['that answers only after its time', 10],
  ])('%s is not told to take a lock whose release is on its way', async (_, nodeTimeout) => {
    const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis({ latencyMs: 30 })];
    const redlock = new Redlock(nodes, { ...once, nodeTimeout });
    await redlock.acquire(['x', 'y'], 2000);
    await pause(100);
    nodes[2]?.forget();
    // The release is the first use of its script. It is sent in full, before the node can say that it does not know
    // the script.
    await (await redlock.acquire(['a', 'b'], 2000)).release();
    await pause(150);
    expect(nodes.map((node) => node.get('a'))).toEqual([null, null, null]);
    // The next one loads the script again.
    const { value } = await redlock.acquire(['a', 'b'], 2000);
    await pause(100);
    expect(nodes.map((node) => node.get('a'))).toEqual([value, value, value]);
  });

  it('is not asked to release what the next try has taken there', async () => {
    const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis({ latencyMs: 30 })];
    const redlock = new Redlock(nodes, { retryCount: 1, retryDelay: 10, retryJitter: 0 });
    await (await redlock.acquire(['a'], 2000)).release();
    await pause(100);
    nodes[2]?.forget();
    // These are sent before the first try. Two of the keys have expired before the second.
    nodes.forEach((node, i) => void node.request(['SET', 'a', 'somebody', 'PX', i === 1 ? 500 : 5]));
    // The release is sent at once, and the third node does not understand it. Then the node grants the second try,
    // which needs its vote.
    const { value } = await redlock.acquire(['a'], 2000);
    await pause(100);
    expect(nodes.map((node) => node.get('a'))).toEqual([value, 'somebody', value]);
  });

  it('is reported to listeners when it fails', async () => {
    const nodes = nodesOf(3);
    nodes[2]?.halt();
    const redlock = new Redlock(nodes, { nodeTimeout: 20 });
    const heard: Error[] = [];
    redlock.on('error', (error) => heard.push(error));
    await redlock.acquire(['a'], 1000);
    await pause(60);
    expect(heard.map(({ name }) => name)).toEqual(['NodeTimeoutError']);
  });
});

it('lets waiting operations go out together, but not a single one', async () => {
  let gathered = 0;
  const node = new SimulatedRedis();
  const gather = (): void => {
    gathered++;
  };
  const redlock = new Redlock([{ request: node.request, gather }]);
  await redlock.acquire(['alone'], 1000);
  expect(gathered).toBe(0);
  await Promise.all(Array.from({ length: 10 }, (_, i) => redlock.acquire([`${i}`], 1000)));
  // The first operations do not know of the others yet.
  expect(gathered).toBeGreaterThan(5);
});
