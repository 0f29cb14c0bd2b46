// What only one lock suffers is shown apart from what every lock with a lease suffers: on the page, by the code in
// the sandbox.
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../src/core/model/scenario/fault';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { instant } from '../../../src/core/model/values/time';
import { redisParts } from '../../../src/core/run/redisParts';
import { simulate } from '../../../src/core/sim/simulate';
import { attackScenario } from '../../../src/sandbox/own/attackScenario';
import { withOwn } from '../../../src/sandbox/own/knownParts';
import { classifyBreak, harmfulCall } from '../../../src/sandbox/own/lockSpecificHarms';
import { naive } from '../../../src/sandbox/own/templates/naive';
import { ownValue } from '../../../src/sandbox/own/templates/ownValue';
import { redlock } from '../../../src/sandbox/own/templates/redlock';
import { OwnSession } from '../../../src/sandbox/realm/ownSession';
import { smallModule } from '../../../src/sandbox/realm/smallModule';
import { spaceOf } from '../../../src/search/explore/space';
import { atNight, byNight } from '../../support/nightly';
import { guestFiles, ownParts } from '../../support/ownParts';

const session = new OwnSession({
  module: () => smallModule(variant),
  guest: guestFiles,
  parts: redisParts,
  now: () => performance.now(),
});

const attacked = async (lock: string, kinds: readonly FaultKind[] = ['pause'], ttl?: number) => {
  const code = { lock, check: null };
  const checked = await session.check(code);
  if (!checked.ok) throw new Error(checked.problem.message);
  const scenario = attackScenario({ ...checked.settings, ...(ttl && { ttl }) });
  return session.attack({ code, scenario, kinds, faultsMax: 1 }, { report: () => {}, pause: async () => {} });
};

const lineOf = (lock: string, part: string): number => 1 + lock.split('\n').findIndex((line) => line.includes(part));

const bare = `export const settings = { nodes: 1, ttl: 2000 };
export const acquire = async ({ redis, key, ttl }) => (await redis[0].set(key, '1', 'NX', 'PX', ttl)) === 'OK';
export const release = async ({ redis, key }) => { await redis[0].del(key); };`;

const watched = `export async function acquire({ redis, key, ttl, random }) {
  const value = random.uuid();
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  const timer = setInterval(() => {
    redis[0].pexpire(key, ttl);
  }, ttl / 3);
  return { value, timer };
}
export async function release({ redis, key }, { value, timer }) {
  clearInterval(timer);
  const free = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
  return (await redis[0].eval(free, 1, key, value)) === 1;
}`;

/** Who waits stands in a list, and leaves it when it gives up. Only the first may try. */
const queue = `export async function acquire({ redis: [node], key, ttl, random, clock, sleep }) {
  const ticket = random.uuid();
  await node.rpush(key + ':wait', ticket);
  const until = clock.mono() + 1000;
  while (clock.mono() < until) {
    if ((await node.lindex(key + ':wait', 0)) === ticket && (await node.set(key, ticket, 'PX', ttl, 'NX')) === 'OK') {
      await node.lpop(key + ':wait');
      return { value: ticket };
    }
    await sleep(40);
  }
  await node.lrem(key + ':wait', 1, ticket);
  return null;
}
export async function release({ redis: [node], key }, { value }) {
  const free = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
  return (await node.eval(free, 1, key, value)) === 1;
}`;

/** The same as `bare`, and nobody waits for an answer for longer than its time limit. */
const limited = `export const settings = { nodes: 1, ttl: 2000 };
const inTime = (answer) => Promise.race([
  answer,
  new Promise((_, reject) => setTimeout(() => reject(new Error('too late')), 5000)),
]);
export const acquire = async ({ redis, key, ttl }) => (await inTime(redis[0].set(key, '1', 'NX', 'PX', ttl))) === 'OK';
export const release = async ({ redis, key }) => { await inTime(redis[0].del(key)); };`;

/** It does not measure how long the reply took. */
const plain = (lease: string): string => ownValue.lock.replace("'PX', ttl", lease).replace(/, validFor: .* }/, ' }');

/** Its release waits for each node. */
const majority = redlock.lock.replace('nodes: 5', 'nodes: 3').replace('timeout(replyTimeout).eval', 'eval');

describe('a pause breaks each lock with a lease', () => {
  const right: readonly (readonly [name: string, lock: string])[] = [
    ['own value and Lua, on one node', ownValue.lock],
    ['a majority of five nodes', redlock.lock],
  ];
  // Each push has the right lock with a lease of an hour, below.
  test.each([...byNight([], right)])('%s suffers nothing more', async (_, lock) => {
    const { own, smallest } = await attacked(lock);
    expect(own).toBeUndefined();
    expect(smallest).toMatchObject({ outcome: 'lost' });
  });

  test('a watchdog that does not compare also changes the key of another, at the line of the renewal', async () => {
    // The shorter the lease, the less often the other client asks within it, and each answer is a place of a fault.
    const { own } = await attacked(watched, ['pause'], byNight(300, 2000));
    expect(own).toMatchObject({ scenario: { harm: 'changed-another' }, place: { line: lineOf(watched, 'pexpire') } });
  });

  test('one value for everybody, and a bare DEL, also delete the key of another, at the line of the DEL', async () => {
    const { own, smallest } = await attacked(bare);
    expect(own).toMatchObject({ scenario: { harm: 'deleted-another' }, place: { line: 3 } });
    expect(smallest).toMatchObject({ outcome: 'lost' });
  });
});

test('a time limit beside a call did no harm: the line is that of the call', async () => {
  const { own } = await attacked(limited);
  expect(own).toMatchObject({ scenario: { harm: 'deleted-another' }, place: { line: lineOf(limited, '.del(') } });
});

describe('how long a client waits for its server is no fault of its lock', () => {
  const waits: readonly (readonly [name: string, lock: string, kinds: readonly FaultKind[]])[] = [
    ['the reply is late, or never comes', ownValue.lock, ['delay', 'power-loss']],
    ['a link heals after the lease has expired', plain("'PX', 5000"), ['cut']],
    ['a link heals after the connection has ended', plain("'EX', 3600"), ['cut']],
    ['one of three machines loses power', majority, ['power-loss']],
  ];
  test.each([...byNight(waits.slice(0, 2), waits)])('%s', async (_, lock, kinds) => {
    const { own, smallest } = await attacked(lock, kinds);
    expect(own).toBeUndefined();
    expect(smallest).toBeDefined();
  });
});

describe('a lease of an hour', () => {
  const forAnHour = (lock: string): string => lock.replace('ttl: 2000', 'ttl: 3_600_000');

  test('a right lock suffers nothing more, by a pause beyond the hour', async () => {
    const { own, smallest } = await attacked(forAnHour(ownValue.lock));
    expect(own).toBeUndefined();
    expect(smallest).toMatchObject({ outcome: 'lost' });
    const [fault] = Object.values(smallest?.scenario.faults ?? {});
    expect(fault?.kind === 'pause' && fault.for).toBeGreaterThan(3_000_000);
    // It can be a link or a file.
    expect(parseScenario(smallest?.scenario, withOwn(redisParts))).toMatchObject({ ok: true });
  });

  // Above with a lease of two seconds.
  atNight('one value for everybody, and a bare DEL, also delete the key of another', async () => {
    const { own } = await attacked(bare.replace("'PX', ttl", "'EX', 3600"));
    expect(own).toMatchObject({ scenario: { harm: 'deleted-another' }, place: { line: 3 } });
  });
});

test('a key without an expiry gets stuck, at the line that sets it', async () => {
  const { own } = await attacked(naive.lock, ['lose']);
  expect(own).toMatchObject({ scenario: { harm: 'stuck' }, place: { line: lineOf(naive.lock, '.setnx(') } });
});

test('a dead client’s ticket at the head of a list keeps everybody out, although they ask again and again', async () => {
  const { parts, dispose } = await ownParts(queue);
  const scenario = attackScenario({ nodes: 1, ttl: 2000, token: false });
  const space = spaceOf(scenario, parts, { kinds: ['crash'], faultsMax: 1, harm: 'any' });
  const when = { kind: 'time', at: 190 } as const;
  const crash = {
    at: instant(190_000),
    seq: 0,
    process: 'client1',
    fault: { kind: 'crash', process: 'client1', when, restartAfter: 1 },
  } as const;
  expect(classifyBreak(space, [crash], { baselineStrengths: new Map(), parts })).toMatchObject([
    { harm: 'stuck', isOwn: true },
  ]);
  dispose();
});

test('of a list that keeps everybody out, the line is that which put the first ticket in', async () => {
  const { parts, recorder, dispose } = await ownParts(queue, { lines: true });
  const { settings, ...scenario } = attackScenario({ nodes: 1, ttl: 2000, token: false });
  const when = { kind: 'time', at: 190 } as const;
  const faults = { crash: { kind: 'crash', process: 'client1', when, restartAfter: 1 } } as const;
  const trace = simulate({ ...scenario, settings: { ...settings, clients: 1, duration: 10_420 }, faults }, parts);
  // The last call of the run takes the client's own ticket out again.
  expect(harmfulCall('stuck', trace, { lines: recorder.lines, parts })?.line).toBe(lineOf(queue, 'rpush'));
  dispose();
});

test('a pause of far less than the lease breaks this lock alone', async () => {
  const { own } = await attacked(plain("'PX', 600"), ['pause'], 6000);
  const [fault] = Object.values(own?.scenario.faults ?? {});
  expect(fault).toMatchObject({ kind: 'pause', for: expect.any(Number) });
  expect(fault?.kind === 'pause' && Number(fault.for) < 3000).toBe(true);
});
