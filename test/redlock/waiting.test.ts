// Clients that wait for a lock on one simulated node, with simulated clocks: how often they ask and connect, and what
// wakes them.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Lock, WaitingLocks, WatchedLocks } from '../../src/redlock/all';
import { SimulatedRedis } from '../../src/redlock/simulated';
import { type Fate, type ShakyClient, shakyClient } from './shakyClient';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

const settings = { retryDelay: 200, retryJitter: 0, nodeTimeout: 30 } as const;

/** Another client holds the key for the whole test. */
async function held(Kind: typeof WatchedLocks | typeof WaitingLocks) {
  const node = new SimulatedRedis();
  const holder = new Kind(node);
  const lock = await holder.acquire(['a'], 600_000);
  for (const key of ['b1', 'b2', 'b3', 'b4']) await holder.acquire([key], 600_000);
  return { node, lock, client: shakyClient(node) };
}

const orders = (client: ShakyClient): number => client.sent.filter(([name]) => String(name).startsWith('EVAL')).length;

describe.each([
  ['WatchedLocks', WatchedLocks],
  ['WaitingLocks', WaitingLocks],
])('who waits with %s', (_, Kind) => {
  it('shares one connection with all others, through any lock objects, until nobody waits', async () => {
    const { lock, client } = await held(Kind);
    const warned = vi.spyOn(process, 'emitWarning');
    const giveUp = new AbortController();
    const { signal } = giveUp;
    const waiting = Array.from({ length: 50 }, (_, i) =>
      new Kind(client, settings).acquire([i % 5 === 0 ? 'a' : `b${i % 5}`], 600_000, { signal }).catch(() => null),
    );
    await pass(5000);
    expect([client.open(), client.openMost(), client.attempts.length]).toEqual([1, 1, 1]);
    giveUp.abort();
    await Promise.all(waiting);
    expect(client.open()).toBe(0);
    expect(warned).not.toHaveBeenCalled();
    await lock.release();
  });

  it.each<Fate>(['refused', 'throws', 'deaf'])(
    'tries a connection with the fate %s less and less often',
    async (fate) => {
      const { lock, client } = await held(Kind);
      client.fate = () => fate;
      const waiting = new Kind(client, settings).acquire(['a'], 600_000);
      await pass(300_000);
      const rests = client.attempts.slice(1).map((at, i) => at - (client.attempts[i] ?? 0));
      // At least half of it, plus the few ms of the attempt itself.
      rests.forEach((rest, i) => {
        const whole = Math.min(10_000, 50 * 2 ** i);
        expect(rest).toBeGreaterThanOrEqual(whole / 2);
        expect(rest).toBeLessThanOrEqual(whole + 10);
      });
      expect(rests.length).toBeGreaterThan(30);
      expect(new Set(rests.slice(-10)).size).toBeGreaterThan(5);
      // Meanwhile it asks by itself, every 100 to 300 ms.
      expect(orders(client)).toBeGreaterThan(900);
      expect(orders(client)).toBeLessThan(3000 + 2 * client.attempts.length);
      await lock.release();
      await pass(1000);
      await (await waiting).release();
      expect(client.open()).toBe(0);
    },
  );

  it('remembers refusals when another waiter comes, and forgets them after a useful connection', async () => {
    const { lock, client } = await held(Kind);
    client.fate = () => 'refused';
    for (let i = 0; i < 100; i++) {
      const one = new Kind(client, settings).acquire(['a'], 600_000, { deadline: Date.now() + 50 }).catch(() => null);
      await pass(60);
      await one;
    }
    expect(client.attempts.length).toBeLessThan(12);
    client.fate = () => 'opens';
    const waiting = new Kind(client, settings).acquire(['a'], 600_000);
    await pass(20_000);
    const before = client.attempts.length;
    client.lose();
    await pass(60);
    expect(client.attempts.length).toBe(before + 1);
    await lock.release();
    await pass(20);
    await (await waiting).release();
  });

  it('gives up an attempt to connect that takes too long, or that nobody needs any more', async () => {
    const { lock, client } = await held(Kind);
    client.fate = () => 'hangs';
    const giveUp = new AbortController();
    const waiting = new Kind(client, settings).acquire(['a'], 600_000, { signal: giveUp.signal }).catch(() => null);
    await pass(35_000);
    expect(client.attempts.length).toBe(4);
    expect(client.openMost()).toBe(1);
    expect(client.open()).toBe(1);
    giveUp.abort();
    await waiting;
    expect(client.open()).toBe(0);
    await lock.release();
  });

  it('notices within a second that the lock it waits for has vanished silently', async () => {
    for (let round = 0; round < 20; round++) {
      const { node, client } = await held(Kind);
      const waiting = new Kind(client, settings).acquire(['a'], 5000);
      await pass(3000 + 47 * round);
      expect(client.open()).toBe(1);
      node.forget();
      await pass(1000);
      expect(node.ownerOf('a')).toBe((await waiting).value);
      await (await waiting).release();
    }
  });

  it('asks again after a command without an answer, as often as retryCount says, however long it waited before', async () => {
    const { lock, client } = await held(Kind);
    const waiting = new Kind(client, { ...settings, retryCount: 2 }).acquire(['a'], 600_000);
    waiting.catch(() => {});
    for (const lost of [1, 2, 1, 2]) {
      await pass(5000);
      client.swallows = lost;
      await pass(5000);
      expect(client.swallows).toBe(0);
    }
    const sent = orders(client);
    client.swallows = Number.POSITIVE_INFINITY;
    const outcome = waiting.catch((error: Error) => error.name);
    await pass(5000);
    expect(await outcome).toBe('NoQuorumError');
    // The first request, two more, and after each one the release of whatever it may have left.
    expect(orders(client) - sent).toBe(6);
    client.swallows = 0;
    await lock.release();
  });

  it('goes on waiting when the last try that retryCount allows is the first with an answer', async () => {
    const { lock, client } = await held(Kind);
    client.swallows = 1;
    const waiting = new Kind(client, { ...settings, retryCount: 1 }).acquire(['a'], 600_000);
    waiting.catch(() => {});
    await pass(10_000);
    await lock.release();
    await pass(1000);
    await (await waiting).release();
  });

  it.each([0, 5, 10, 20])('hears of a release %i ms after it asked, as its connection opens', async (ms) => {
    const node = new SimulatedRedis({ latencyMs: 10 });
    const held = new Kind(node, settings).acquire(['a'], 600_000);
    await pass(100);
    const got = vi.fn();
    const waiting = new Kind(node, settings).acquire(['a'], 600_000).finally(got);
    await pass(ms);
    const ends = [(await held).release()];
    await pass(80);
    expect(got).toHaveBeenCalled();
    ends.push((await waiting).release());
    await pass(100);
    await Promise.all(ends);
  });

  it('is not disturbed when others give up', async () => {
    const { lock, client } = await held(Kind);
    const locks = new Kind(client, settings);
    const stays = locks.acquire(['a'], 600_000);
    await pass(1000);
    const giveUps = Array.from({ length: 30 }, () => new AbortController());
    const others = giveUps.map(({ signal }) => locks.acquire(['a'], 600_000, { signal }).catch((error) => error.name));
    await pass(800);
    const sent = orders(client);
    for (const giveUp of giveUps) giveUp.abort();
    expect(new Set(await Promise.all(others))).toEqual(new Set(['AbortError']));
    expect(orders(client)).toBe(sent);
    expect([client.open(), client.attempts.length]).toEqual([1, 1]);
    await lock.release();
    await pass(20);
    await (await stays).release();
  });

  it('wakes the next waiter when it gives up just as it was woken', async () => {
    const { lock, client } = await held(Kind);
    const locks = new Kind(client, settings);
    const giveUp = new AbortController();
    const first = locks.acquire(['a'], 600_000, { signal: giveUp.signal }).catch(() => null);
    const second = locks.acquire(['a'], 600_000);
    await pass(500);
    const sent = orders(client);
    client.onCommand = () => giveUp.abort();
    await lock.release();
    await pass(20);
    expect(await first).toBeNull();
    // One of them asked and got the lock.
    expect(orders(client) - sent).toBe(1);
    await (await second).release();
  });
});

interface Wish {
  readonly kind: 'watched' | 'waiting';
  readonly key: string;
  readonly startMs: number;
  readonly holdMs: number;
  readonly end: 'never' | 'signal' | 'deadline';
  readonly endMs: number;
}

interface Mishap {
  readonly atMs: number;
  readonly what: 'lose' | 'swallow' | Fate;
}

const anyWish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.constantFrom('watched', 'waiting'),
  key: fc.constantFrom('a', 'b'),
  startMs: fc.nat(2000),
  holdMs: fc.nat(600),
  end: fc.constantFrom('never', 'signal', 'deadline'),
  endMs: fc.nat(3000),
});

const anyMishap: fc.Arbitrary<Mishap> = fc.record({
  atMs: fc.nat(6000),
  what: fc.constantFrom('lose', 'lose', 'swallow', 'opens', 'refused', 'hangs', 'deaf', 'throws'),
});

const at = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Plays everything to its end. Returns each result, and what was seen meanwhile. */
async function play(wishes: readonly Wish[], mishaps: readonly Mishap[]) {
  const node = new SimulatedRedis({ latencyMs: 1 });
  const client = shakyClient(node);
  let fate: Fate = 'opens';
  client.fate = () => fate;
  const known = { watched: new WatchedLocks(client, settings), waiting: new WaitingLocks(client, settings) };
  const inside = new Map<string, number>();
  let insideMost = 0;

  const serve = async ({ kind, key, startMs, holdMs, end, endMs }: Wish): Promise<string> => {
    await at(startMs);
    const abort = new AbortController();
    const timer = end === 'signal' ? setTimeout(() => abort.abort(), endMs) : undefined;
    const deadline = end === 'deadline' ? Date.now() + endMs : Number.POSITIVE_INFINITY;
    const name = `${kind} ${key}`;
    const got: Lock | Error = await known[kind]
      .acquire([name], 3000, { signal: abort.signal, deadline, retryCount: 100 })
      .catch((error) => error);
    clearTimeout(timer);
    if (got instanceof Error) {
      if (got.name === 'AbortError') return end === 'signal' ? 'aborted' : 'aborted by nobody';
      return end === 'deadline' && Date.now() >= deadline ? 'too late' : `${got.name}: ${got.message}`;
    }
    inside.set(name, (inside.get(name) ?? 0) + 1);
    insideMost = Math.max(insideMost, inside.get(name) ?? 0);
    await at(holdMs);
    inside.set(name, (inside.get(name) ?? 0) - 1);
    const failed = await got.release().then(
      () => null,
      (error: Error) => error,
    );
    // All its commands may have been lost. The lock expires by itself.
    return failed === null || failed.name === 'ReleaseFailedError' ? 'held' : failed.message;
  };

  for (const { atMs, what } of mishaps) {
    setTimeout(() => {
      if (what === 'lose') client.lose();
      else if (what === 'swallow') client.swallows = 2;
      else fate = what as Fate;
    }, atMs);
  }
  const ends: string[] = [];
  for (const wish of wishes) void serve(wish).then((end) => ends.push(end));
  for (let second = 0; second < 120 && ends.length < wishes.length; second++) await pass(1000);
  const unfinished = wishes.length - ends.length;
  await pass(15_000);
  return { ends: new Set(ends), unfinished, insideMost, openMost: client.openMost(), open: client.open() };
}

it('all waiters get their lock, give up or are too late, over one connection for each kind, and nothing stays open', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyWish, { minLength: 1, maxLength: 12 }),
      fc.array(anyMishap, { maxLength: 12 }),
      async (wishes, mishaps) => {
        const { ends, unfinished, insideMost, openMost, open } = await play(wishes, mishaps);
        for (const end of ends) seen.add(end);
        expect(unfinished).toBe(0);
        expect([...ends].filter((end) => !['held', 'aborted', 'too late'].includes(end))).toEqual([]);
        expect(insideMost).toBeLessThan(2);
        expect(openMost).toBeLessThan(3);
        expect(open).toBe(0);
        expect(vi.getTimerCount()).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
  expect(seen).toEqual(new Set(['held', 'aborted', 'too late']));
});
