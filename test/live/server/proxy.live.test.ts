// What the proxy does without a client's program seeing it: reset connections, killed processes that are not gone
// yet, handshakes, handles, and the keys that it infers where there are several servers.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compareAndDelete } from '../../../src/core/locks/shared/scripts/compareAndDelete';
import { lossCauses } from '../../../src/core/model/trace/trace';
import { nanosNow, nanosPerMs } from '../../../src/live/server/nanos';
import type { Target } from '../../../src/live/server/proxy/contract';
import { type RedisServers, startRedisServers } from '../../support/redis';
import { openStage, type Stage, wait } from './proxyStage';

let servers: RedisServers;
let nodeA: Target;
let stage: Stage;

beforeAll(async () => {
  servers = await startRedisServers({ count: 1 });
  nodeA = { process: 'nodeA', role: 'node', host: '127.0.0.1', port: servers.ports[0] as number };
});
afterAll(() => servers.stop());
beforeEach(() => servers.clients[0]?.flushall());
afterEach(() => stage.close());

const real = (): NonNullable<RedisServers['clients'][number]> => {
  const client = servers.clients[0];
  if (!client) throw new Error('There is no server.');
  return client;
};

const [dropped, down, gone] = (['dropped', 'down', 'gone'] as const).map((cause) => lossCauses.indexOf(cause));

const entries = (): readonly string[] => stage.recorded('entrySet', 'entryGone');

describe('a lost message', () => {
  test.each([
    ['request', 0, ['first', 'client1 lost nodeA client1/0.1/2']],
    ['reply', 1, ['second', 'nodeA lost client1 client1/0.1/2!']],
  ] as const)('as a %s silences its connection, which is reset, and others go on', async (_, leg, [value, lost]) => {
    stage = openStage(nodeA);
    const [client, other] = [await stage.connect('client1'), await stage.connect('client1')];
    const applied: number[] = [];
    const [from, to] = leg === 0 ? (['client1', 'nodeA'] as const) : (['nodeA', 'client1'] as const);
    const rule = { leg, nth: 2, after: null, delay: null };
    stage.proxy.addRule({ from, to, ...rule, onApplied: (stampNanos) => applied.push(stampNanos) });
    await client.set('lock', 'first');
    const ends: string[] = [];
    const call = client.set('lock', 'second').catch(() => ends.push('reset'));
    // Which of two connections is served first is up to the server, so the other one asks afterwards.
    await expect.poll(() => stage.recorded('lost')).toEqual([`${lost} ${dropped}`]);
    ends.push(String(await other.get('lock')));
    await call;
    expect(ends).toEqual([value, 'reset']);
    const sent = stage.find('sent', 'client1/0.1/2!')?.stampNanos;
    expect(applied).toEqual([leg === 0 ? stage.requests[1]?.stampNanos : sent]);
  });

  test('as a push silences a subscription, and later pushes are lost with it', async () => {
    stage = openStage(nodeA);
    const ear = await stage.connect('client1');
    const heard: string[] = [];
    ear.on('message', (_, text: string) => heard.push(text));
    await ear.subscribe('freed');
    const closed = new Promise((resolve) => ear.once('end', () => resolve('closed')));
    const rule = { leg: 2, nth: 2, after: null, delay: null, onApplied: () => {} } as const;
    stage.proxy.addRule({ from: 'nodeA', to: 'client1', ...rule });
    for (const text of ['one', 'two', 'three']) await real().publish('freed', text);
    expect(await closed).toBe('closed');
    expect(heard).toEqual(['one']);
    expect(stage.recorded('lost')).toEqual([
      `nodeA lost client1 client1/0.1>2 ${dropped}`,
      `nodeA lost client1 client1/0.1>3 ${dropped}`,
    ]);
  });
});

describe('a process that was killed, and is not gone yet', () => {
  test('hears nothing any more, and its last messages count as sent before its death', async () => {
    stage = openStage(nodeA, { latency: 40 });
    const [asked, late] = [await stage.connect('client1'), await stage.connect('client1')];
    // The server has executed it, and its answer is being read when the server is killed.
    const answered = asked.set('lock', 'first');
    await expect.poll(() => real().get('lock')).toBe('first');
    const killedNanos = nanosNow() - 5 * nanosPerMs;
    stage.proxy.setKilled('nodeA', killedNanos);
    const refused = late.set('lock', 'second').catch(() => 'failed');
    expect(await Promise.all([answered, refused])).toEqual(['OK', 'failed']);
    expect(await real().get('lock')).toBe('first');
    expect(stage.recorded('lost')).toEqual([`client1 lost nodeA client1/0.2/1 ${gone}`]);
    stage.proxy.setPoweredOff('nodeA', false);
    expect(await (await stage.connect('client1')).get('lock')).toBe('first');
  });

  test('has an answer that is read after its death dated before it', async () => {
    stage = openStage(nodeA, { latency: 20 });
    const client = await stage.connect('client1');
    const call = client.call('BLPOP', 'list', '5');
    await expect.poll(async () => (await real().info('clients')).includes('blocked_clients:1')).toBe(true);
    const killedNanos = nanosNow();
    stage.proxy.setKilled('nodeA', killedNanos);
    await real().lpush('list', 'x');
    await call;
    const sent = stage.events.filter(({ kind, process: who }) => kind === 'sent' && who === 'nodeA');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.stampNanos).toBeLessThan(killedNanos);
  });

  test('takes in no answer, if it is a client', async () => {
    stage = openStage(nodeA, { latency: 40 });
    const client = await stage.connect('client1');
    void client.set('lock', 'first').catch(() => {});
    stage.proxy.setKilled('client1', nanosNow());
    await expect.poll(() => stage.recorded('lost')).toEqual([`nodeA lost client1 client1/0.1/1! ${gone}`]);
    expect(stage.recorded('arrived')).toEqual(['nodeA arrived client1 client1/0.1/1']);
  });
});

test('a server whose machine is dark closes nothing, until the machine is back', async () => {
  const nobody: Target = { process: 'nodeB', role: 'node', host: '127.0.0.1', port: 1 };
  stage = openStage(nobody, {}, { resetAfterMs: 10_000 });
  stage.proxy.setPoweredOff('nodeB', true);
  const client = await stage.connect('client1');
  const ends: string[] = [];
  const call = client.get('lock').catch(() => ends.push('closed'));
  await expect.poll(() => stage.recorded('lost')).toEqual([`client1 lost nodeB client1/0.1/1 ${down}`]);
  await wait(50);
  ends.push('back');
  stage.proxy.setPoweredOff('nodeB', false);
  await call;
  expect(ends).toEqual(['back', 'closed']);
});

describe('a client that is gone', () => {
  test('has its sent request executed, and the answer finds nobody', async () => {
    let onRequest = (): void => {};
    stage = openStage(nodeA, { latency: 20 }, { onRequest: () => onRequest() });
    const client = await stage.connect('client1');
    onRequest = () => client.disconnect();
    client.set('lock', 'a').catch(() => {});
    await expect.poll(() => real().get('lock')).toBe('a');
    await expect
      .poll(() => stage.recorded('lost', 'entrySet'))
      .toEqual(['nodeA entrySet client1 lock a -1', `nodeA lost client1 client1/0.1/1! ${gone}`]);
  });

  test('keeps its place in a queue if its machine is dark, until the machine is back', async () => {
    stage = openStage(nodeA);
    const waiter = await stage.connect('client1');
    waiter.blpop('list', 0).catch(() => {});
    await expect.poll(() => real().client('LIST')).toContain('cmd=blpop');
    stage.proxy.setPoweredOff('client1', true);
    const [other, ended] = [await stage.connect('client2'), new Promise((resolve) => waiter.once('end', resolve))];
    waiter.disconnect();
    await ended;
    // An answer takes longer for both ways than the report would.
    await other.get('lock');
    expect(await real().client('LIST')).toContain('cmd=blpop');
    stage.proxy.setPoweredOff('client1', false);
    await expect.poll(() => real().client('LIST')).not.toContain('cmd=blpop');
  });
});

describe('a message', () => {
  test('takes no less than the time of its link', async () => {
    stage = openStage(nodeA, { latency: 20 });
    const client = await stage.connect('client1');
    for (let i = 0; i < 10; i++) await client.get('lock');
    const stampOf = (kind: 'arrived' | 'sent', message: string) => stage.find(kind, message)?.stampNanos ?? Number.NaN;
    const replies = stage.requests.flatMap(({ message, stampNanos }) => [
      stampOf('arrived', message) - stampNanos,
      stampOf('arrived', `${message}!`) - stampOf('sent', `${message}!`),
    ]);
    // A microsecond is the resolution of a run.
    expect(Math.min(...replies) / 1e6).toBeGreaterThan(19.998);
  });

  test('of one connection never overtakes another of the link', async () => {
    stage = openStage(nodeA, { latency: { min: 1, p50: 15, p99: 30, max: 30 } });
    const clients = await Promise.all(Array.from({ length: 12 }, () => stage.connect('client1')));
    await Promise.all(clients.map((client, i) => client.rpush('list', String(i))));
    const seen = stage.requests.map(({ message }) => message);
    const arrived = stage.recorded('arrived').filter((line) => line.startsWith('nodeA'));
    expect(arrived).toEqual(seen.map((message) => `nodeA arrived client1 ${message}`));
    const sent = stage.recorded('sent').map((line) => line.split(' ')[3]);
    const back = stage.recorded('arrived').filter((line) => line.startsWith('client1'));
    expect(back).toEqual(sent.map((message) => `client1 arrived nodeA ${message}`));
  });

  test('of a handshake is neither counted nor reported', async () => {
    stage = openStage(nodeA);
    const client = await stage.connect('client1');
    await client.info();
    await client.script('LOAD', compareAndDelete.lua);
    expect(stage.events).toEqual([]);
    await client.get('lock');
    expect(stage.requests.map(({ message, nth }) => `${message} ${nth}`)).toEqual(['client1/0.1/1 1']);
  });

  test('of a lock that pings is counted like any other', async () => {
    stage = openStage(nodeA);
    const client = await stage.connect('client1');
    await client.ping();
    await client.get('lock');
    expect(stage.requests.map(({ message }) => message)).toEqual(['client1/0.1/1', 'client1/0.1/2']);
    expect(stage.recorded('sent')).toHaveLength(2);
  });
});

test('a key is lost with a server that forgets, or when its server comes up without it', async () => {
  stage = openStage(nodeA);
  const client = await stage.connect('client1');
  await client.set('lock', 'a');
  await client.set('kept', 'a');
  await wait(10);
  stage.proxy.serverCrashed('nodeA', { keeps: () => true });
  expect(entries()).toHaveLength(2);
  const kept = { key: 'kept', entry: { type: 'string', value: 'a', expireAtMs: -1 } } as const;
  const other = { key: 'other', entry: { type: 'string', value: 'a', expireAtMs: -1 } } as const;
  expect(stage.proxy.serverStarted('nodeA', [kept, other])).toBe(2);
  expect(entries().slice(2)).toEqual(['nodeA entryGone lock 2', 'nodeA entrySet other a -1']);
  stage.proxy.serverCrashed('nodeA', { keeps: () => false });
  expect(entries().slice(4)).toEqual(['nodeA entryGone kept 2', 'nodeA entryGone other 2']);
});

describe('contenders', () => {
  test('leave the keys that the server really holds, and never a doubt', async () => {
    stage = openStage(nodeA, { latency: { min: 0, p50: 1, p99: 3, max: 3 } });
    const ids = [1, 2, 3, 4, 5, 6] as const;
    const clients = await Promise.all(ids.map((id) => stage.connect(`client${id}`)));
    await Promise.all(
      clients.map(async (client, i) => {
        for (let round = 0; round < 40; round++) {
          const key = `lock${round % 3}`;
          await client.set(key, `${i}.${round}`, 'PX', round % 2 === 0 ? 4 : 5000, 'NX');
          await client.eval(compareAndDelete.lua, 1, key, `${i}.${round - (round % 4)}`);
        }
      }),
    );
    await wait(30);
    const standing = new Map<string, string>();
    for (const { kind, columns } of stage.events) {
      if (kind === 'entrySet') standing.set(String(columns.entry), String(columns.value));
      else if (kind === 'entryGone') standing.delete(String(columns.entry));
    }
    const held = await Promise.all(['lock0', 'lock1', 'lock2'].map(async (key) => [key, await real().get(key)]));
    expect(Object.fromEntries(standing)).toEqual(Object.fromEntries(held.filter(([, value]) => value !== null)));
    expect(stage.events.filter(({ kind }) => kind === 'entrySet').every(({ derived }) => derived)).toBe(true);
    expect(stage.problems).toEqual([]);
  });
});

describe('a server that others use too', () => {
  test('is believed, and the doubt is reported once', async () => {
    stage = openStage(nodeA);
    const client = await stage.connect('client1');
    await client.set('lock', 'a');
    await real().del('lock');
    expect(await client.set('lock', 'b', 'NX')).toBe('OK');
    await real().del('lock');
    expect(await client.set('lock', 'c', 'NX')).toBe('OK');
    await wait(10);
    expect(entries()).toEqual([
      'nodeA entrySet client1 lock a -1',
      'nodeA entryGone lock 1',
      'nodeA entrySet client1 lock b -1',
      'nodeA entryGone lock 1',
      'nodeA entrySet client1 lock c -1',
    ]);
    expect(stage.problems).toHaveLength(1);
    expect(stage.problems[0]).toContain('nodeA');
  });
});

describe('at the end', () => {
  const listenerCount = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

  test('no listener, socket or timer is left, even with messages under way', async () => {
    await wait(20);
    const listenersBefore = listenerCount();
    stage = openStage(nodeA, { latency: 300 }, { resetAfterMs: 60_000 });
    const clients = await Promise.all([1, 2, 3].map(() => stage.connect('client1')));
    stage.proxy.cut('nodeA', 'client1');
    for (const client of clients) client.set('lock', 'a', 'PX', 60_000).catch(() => {});
    await wait(400);
    for (const client of clients.slice(1)) client.get('lock').catch(() => {});
    expect(stage.proxy.openHandles()).toMatchObject({ listeners: 1, sockets: 6 });
    await expect.poll(() => stage.proxy.openHandles().timers, { interval: 5 }).toBeGreaterThan(3);
    const ended = Promise.all(clients.map((client) => new Promise((resolve) => client.once('end', resolve))));
    const count = stage.events.length;
    await stage.proxy.close();
    await ended;
    expect(stage.proxy.openHandles()).toEqual({ listeners: 0, sockets: 0, timers: 0 });
    expect(stage.events).toHaveLength(count);
    await expect.poll(listenerCount).toBe(listenersBefore);
  });

  test('a connection that both sides have closed is forgotten', async () => {
    stage = openStage(nodeA);
    const client = await stage.connect('client1');
    await client.get('lock');
    expect(stage.proxy.openHandles().sockets).toBe(2);
    client.disconnect();
    await wait(50);
    expect(stage.proxy.openHandles()).toEqual({ listeners: 1, sockets: 0, timers: 0 });
  });
});
