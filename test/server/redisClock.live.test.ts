// Clocks of real servers, moved by the preload shim or replaced by a shift of all expiries.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { nanosNow } from '../../src/server/nanos';
import { prepareShim, shimEnvironment } from '../../src/server/redis/clockShim';
import type { RedisServer } from '../../src/server/redis/contract';
import { ShimFile } from '../../src/server/redis/shimFile';
import { withServer } from '../../src/server/redis/withServer';
import { needs } from '../support/needs';
import { guardForFile, openFor, ownSource, send, serverOf } from './redisServers';

const guard = guardForFile();
const minute = 60_000_000;

/** How far a server's clock is ahead of this host's, in ms, measured at the middle of the question. */
async function ahead(server: RedisServer): Promise<number> {
  return withServer(server.url, async (redis) => {
    const before = Date.now();
    const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
    return seconds * 1000 + micros / 1000 - (before + Date.now()) / 2;
  });
}

test('where there is a compiler, the shim is there', needs('compiler'), async () => {
  expect((await ownSource({ shim: true })).clock).toBe('shim');
});

test('a key with a TTL of 30 s is gone at the first request after a jump of 60 s', needs('compiler'), async () => {
  const fleet = await openFor(guard, { count: 2 });
  const [a, b] = [serverOf(fleet, 'nodeA'), serverOf(fleet, 'nodeB')];
  await withServer(a.url, async (redis) => {
    await redis.set('short', 'x', 'PX', 30_000);
    await redis.set('long', 'x', 'PX', 90_000);
    await redis.set('ever', 'x');
    expect(await a.changeClock({ jumpMicros: minute })).toBe('shim');
    expect(await redis.exists('short')).toBe(0);
    expect(await redis.pttl('long')).toBeGreaterThan(28_000);
    expect(await redis.pttl('long')).toBeLessThan(30_001);
    expect(await redis.exists('ever')).toBe(1);
  });
  expect(await ahead(a)).toBeGreaterThan(59_900);
  expect(Math.abs(await ahead(b))).toBeLessThan(100);
});

test('a jump back makes keys live longer', needs('compiler'), async () => {
  const a = serverOf(await openFor(guard, {}), 'nodeA');
  await send(a, 'SET', 'key', 'x', 'PX', 1000);
  await a.changeClock({ jumpMicros: -minute });
  await sleep(1100);
  expect(await send(a, 'PTTL', 'key')).toBeGreaterThan(58_000);
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
  expect(wallMs - before[0]).toBeGreaterThan(-60_001);
  expect(wallMs - before[0]).toBeLessThan(-50_000);
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
    expect(Math.abs((await ahead(a)) - 5000)).toBeLessThan(20);
    // A busy machine does each thing later than its stamp. The result may be off by this much.
    let lateMs = 0;
    const timed = async <T>(act: () => Promise<T>): Promise<T> => {
      const before = nanosNow();
      const answer = await act();
      lateMs += (nanosNow() - before) / 1e6;
      return answer;
    };
    const start = nanosNow();
    await timed(() => a.changeClock({ driftPpm: 500_000 }, start));
    await sleep(200);
    const turn = nanosNow();
    await timed(() => a.changeClock({ driftPpm: 0, slewPpm: -500_000 }, turn));
    await sleep(400);
    const expected = 5000 + ((turn - start) / 1e6) * 0.5;
    const later = nanosNow();
    const measured = await timed(() => ahead(a));
    expect(Math.abs(measured - (expected - ((later - turn) / 1e6) * 0.5))).toBeLessThan(20 + lateMs);
    const [seconds = 0, micros = 0] = (await timed(() => withServer(a.url, (redis) => redis.time()))).map(Number);
    expect(Math.abs(a.wallMsAt(nanosNow()) - (seconds * 1000 + micros / 1000))).toBeLessThan(20 + lateMs);
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
  expect(await ahead(a)).toBeGreaterThan(30_900);
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
  expect(a.wallMsAt(nanosNow()) - Date.now()).toBeGreaterThan(59_000);
  await expect(a.changeClock({ jumpMicros: -1 })).rejects.toThrow('only jump forward');
  await expect(a.changeClock({ driftPpm: 100 })).rejects.toThrow('only jump forward');
});
