// Clocks of real servers, moved by the preload shim or replaced by a shift of all expiries. A server's answer must
// lie between the true readings of its clock before the question and after the answer, however long that took.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { nanosNow } from '../../../src/live/server/nanos';
import { prepareShim, shimEnvironment } from '../../../src/live/server/redis/clockShim';
import type { RedisServer } from '../../../src/live/server/redis/contract';
import { ShimFile } from '../../../src/live/server/redis/shimFile';
import { withServer } from '../../../src/live/server/redis/withServer';
import { needs } from '../../support/needs';
import { guardForFile, openFor, ownSource, send, serverOf } from './redisServers';

const guard = guardForFile();
const minute = 60_000_000;

/** An answer, and the clock readings in ms before its question and after it. */
interface Stamped<T> {
  readonly answer: T;
  readonly fromMs: number;
  readonly toMs: number;
}

const stampMs = (): number => nanosNow() / 1e6;

async function stamped<T>(ask: () => T | Promise<T>, now = stampMs): Promise<Stamped<T>> {
  const fromMs = now();
  const answer = await ask();
  return { answer, fromMs, toMs: now() };
}

/** Readings are truncated or rounded to whole ms. */
const roundedMs = 1;

/** The computed clock compares real time with the stamps, and is off by as long as it was interrupted. */
const measuredMs = 20;

/**
 * @param true of the asked value: its readings when the question left and when the answer had come; either may be the
 * greater
 */
function expectBetween(value: number, one: number, other: number): void {
  expect(value).toBeGreaterThanOrEqual(Math.min(one, other) - roundedMs);
  expect(value).toBeLessThanOrEqual(Math.max(one, other) + roundedMs);
}

/** What a server's clock shows, in ms since 1970. */
async function timeOf({ url }: RedisServer): Promise<number> {
  return withServer(url, async (redis) => {
    const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
    return seconds * 1000 + micros / 1000;
  });
}

/** Expects a server's clock to be ahead of this host's by this much. */
async function expectAhead(server: RedisServer, byMs: number): Promise<void> {
  const { answer, fromMs, toMs } = await stamped(() => timeOf(server), Date.now);
  expectBetween(answer, fromMs + byMs, toMs + byMs);
}

/** Expects a key with this TTL at `set` to have lost the time since then, and no more. */
function expectLeft(left: Stamped<number>, ttlMs: number, set: Stamped<unknown>): void {
  expectBetween(left.answer, ttlMs - (left.toMs - set.fromMs), ttlMs - (left.fromMs - set.toMs));
}

test('where there is a compiler, the shim is there', needs('compiler'), async () => {
  expect((await ownSource({ shim: true })).clock).toBe('shim');
});

test('a key with a TTL of 30 s is gone at the first request after a jump of 60 s', needs('compiler'), async () => {
  const fleet = await openFor(guard, { count: 2 });
  const [a, b] = [serverOf(fleet, 'nodeA'), serverOf(fleet, 'nodeB')];
  await withServer(a.url, async (redis) => {
    await redis.set('short', 'x', 'PX', 30_000);
    const set = await stamped(() => redis.set('long', 'x', 'PX', 90_000));
    await redis.set('ever', 'x');
    expect(await a.changeClock({ jumpMicros: minute })).toBe('shim');
    expect(await redis.exists('short')).toBe(0);
    expectLeft(await stamped(() => redis.pttl('long')), 30_000, set);
    expect(await redis.exists('ever')).toBe(1);
  });
  await expectAhead(a, 60_000);
  await expectAhead(b, 0);
});

test('a jump back makes keys live longer', needs('compiler'), async () => {
  const a = serverOf(await openFor(guard, {}), 'nodeA');
  const set = await stamped(() => send(a, 'SET', 'key', 'x', 'PX', 30_000));
  await a.changeClock({ jumpMicros: -minute });
  expectLeft(await stamped(async () => Number(await send(a, 'PTTL', 'key'))), 90_000, set);
});

test('the shim moves a program’s time of day, and nothing else', needs('compiler'), async () => {
  const folder = guard.makeFolder('shim');
  const shim = await prepareShim(process.execPath);
  if (!shim.ok) throw new Error(shim.problem);
  const state = new ShimFile(join(folder, 'shim'));
  state.setClock({ sinceNanos: nanosNow(), offsetNanos: -60e9, ppm: 0 });
  const script = 'console.log(JSON.stringify([Date.now(), Number(process.hrtime.bigint())]))';
  const env = { ...process.env, ...shimEnvironment(shim.library, state) };
  const before = [Date.now(), nanosNow()] as const;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env });
  const [wallMs, monoNanos] = JSON.parse(stdout) as [number, number];
  expectBetween(wallMs, before[0] - 60_000, Date.now() - 60_000);
  expect(monoNanos - before[1]).toBeGreaterThan(0);
  expect(monoNanos).toBeLessThan(nanosNow());
});

test(
  'drift and slew run at their rates, and the computed clock agrees with the server’s',
  needs('compiler'),
  async () => {
    const a = serverOf(
      await openFor(guard, { clocks: { nodeA: { offsetMicros: 5_000_000, driftPpm: 0, slewPpm: 0 } } }),
      'nodeA',
    );
    await expectAhead(a, 5000);
    const start = nanosNow();
    await a.changeClock({ driftPpm: 500_000 }, start);
    await sleep(200);
    const turn = nanosNow();
    await a.changeClock({ driftPpm: 0, slewPpm: -500_000 }, turn);
    await sleep(400);
    const atTurn = 5000 + ((turn - start) / 1e6) * 0.5;
    const aheadAt = (ms: number): number => atTurn - (ms - turn / 1e6) * 0.5;
    // Real time is read first before the question, and last after it: any time between the two readings widens the
    // bounds.
    const least = Date.now() + aheadAt(stampMs());
    const shown = await timeOf(a);
    expectBetween(shown, least, aheadAt(stampMs()) + Date.now());
    const computed = await stamped(
      () => timeOf(a),
      () => a.wallMsAt(nanosNow()),
    );
    expectBetween(computed.answer, computed.fromMs - measuredMs, computed.toMs + measuredMs);
  },
);

test('the clock outlives the process, like the machine’s own', needs('compiler'), async () => {
  const a = serverOf(await openFor(guard, { persistence: 'always' }), 'nodeA');
  await send(a, 'SET', 'key', 'x', 'PX', 30_000);
  await a.changeClock({ jumpMicros: minute / 4 });
  await a.crash();
  await a.changeClock({ jumpMicros: minute / 4 + 1_000_000 });
  const { kept } = await a.start();
  expect(kept).toEqual([]);
  await expectAhead(a, 31_000);
});

test('a jump of the master does not reach the replica, which has its own clock', needs('compiler'), async () => {
  const fleet = await openFor(guard, { replicas: 1 });
  const [master, replica] = [serverOf(fleet, 'nodeA'), serverOf(fleet, 'replicaA1')];
  const acknowledged = await withServer(master.url, async (redis) => {
    await redis.set('key', 'x', 'PX', 30_000);
    return redis.wait(1, 2000);
  });
  expect(acknowledged).toBe(1);
  await replica.changeClock({ jumpMicros: minute });
  expect(await send(replica, 'GET', 'key')).toBeNull();
  expect(await send(master, 'GET', 'key')).toBe('x');
});

test('without a compiler every expiry is shifted, only forward, and the result says so', async () => {
  const source = await ownSource({ shim: false });
  expect(source.clock).toBe('shifted-expiry');
  const a = serverOf(await openFor(guard, { shim: false }), 'nodeA');
  await send(a, 'SET', 'short', 'x', 'PX', 30_000);
  await send(a, 'RPUSH', 'long', 'x');
  await send(a, 'PEXPIRE', 'long', 90_000);
  await send(a, 'SET', 'ever', 'x');
  expect(await a.changeClock({ jumpMicros: minute })).toBe('shifted-expiry');
  expect(await send(a, 'EXISTS', 'short')).toBe(0);
  expect(await send(a, 'PTTL', 'long')).toBeLessThan(30_001);
  expect(await send(a, 'PTTL', 'ever')).toBe(-1);
  const { answer, fromMs, toMs } = await stamped(() => a.wallMsAt(nanosNow()), Date.now);
  expectBetween(answer, fromMs + 60_000 - measuredMs, toMs + 60_000 + measuredMs);
  await expect(a.changeClock({ jumpMicros: -1 })).rejects.toThrow('only jump forward');
  await expect(a.changeClock({ driftPpm: 100 })).rejects.toThrow('only jump forward');
});
