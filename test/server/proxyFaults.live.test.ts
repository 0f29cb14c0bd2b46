// Every fault of the network, in each direction, on real connections to a real server: what the client notices, and
// which events are reported.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lossCauses } from '../../src/model/trace';
import { nanosNow, nanosPerMs } from '../../src/server/nanos';
import type { Target } from '../../src/server/proxy/contract';
import { type RedisServers, startRedisServers } from '../support/redis';
import { openStage, type Stage, wait, within } from './proxyStage';

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

const dropped = lossCauses.indexOf('dropped');
const down = lossCauses.indexOf('down');
const gone = lossCauses.indexOf('gone');

describe('a lost request', () => {
  test('never reaches the server; its call is silent, then reset; other calls are not affected', async () => {
    stage = openStage(nodeA);
    const [client, other] = [await stage.connect('client1'), await stage.connect('client1')];
    const struck: number[] = [];
    stage.proxy.addRule({
      from: 'client1',
      to: 'nodeA',
      leg: 0,
      nth: 2,
      after: null,
      delay: null,
      struck: (stampNanos) => struck.push(stampNanos),
    });
    await client.set('lock', 'first');
    const call = client.set('lock', 'second').catch(() => 'failed');
    expect(await within(60, call)).toBe('silence');
    expect(await other.get('lock')).toBe('first');
    expect(await call).toBe('failed');
    expect(await real().get('lock')).toBe('first');
    expect(stage.told('lost')).toEqual([`client1 lost nodeA client1/0.1/2 ${dropped}`]);
    expect(struck).toEqual([stage.requests[1]?.stampNanos]);
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
    stage.proxy.setGone('nodeA', killedNanos);
    const refused = late.set('lock', 'second').catch(() => 'failed');
    expect(await Promise.all([answered, refused])).toEqual(['OK', 'failed']);
    expect(await real().get('lock')).toBe('first');
    expect(stage.told('lost')).toEqual([`client1 lost nodeA client1/0.2/1 ${gone}`]);
    stage.proxy.setDark('nodeA', false);
    expect(await (await stage.connect('client1')).get('lock')).toBe('first');
  });

  test('has an answer that is read after its death dated before it', async () => {
    stage = openStage(nodeA, { latency: 20 });
    const client = await stage.connect('client1');
    const call = client.call('BLPOP', 'list', '5');
    await expect.poll(async () => (await real().info('clients')).includes('blocked_clients:1')).toBe(true);
    const killedNanos = nanosNow();
    stage.proxy.setGone('nodeA', killedNanos);
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
    stage.proxy.setGone('client1', nanosNow());
    await expect.poll(() => stage.told('lost')).toEqual([`nodeA lost client1 client1/0.1/1! ${gone}`]);
    expect(stage.told('arrived')).toEqual(['nodeA arrived client1 client1/0.1/1']);
  });
});

describe('a lost reply', () => {
  test('belongs to a request that was executed; its call is silent, then reset; other calls are not affected', async () => {
    stage = openStage(nodeA);
    const [client, other] = [await stage.connect('client1'), await stage.connect('client1')];
    const rule = { leg: 1, nth: 1, after: null, delay: null, struck: () => {} };
    stage.proxy.addRule({ from: 'nodeA', to: 'client1', ...rule });
    const call = client.set('lock', 'a', 'PX', 5000, 'NX').catch(() => 'failed');
    expect(await within(60, call)).toBe('silence');
    expect(await other.get('lock')).toBe('a');
    expect(await call).toBe('failed');
    expect(stage.told('lost', 'entrySet')).toEqual([
      'nodeA entrySet client1 lock a 5000000',
      `nodeA lost client1 client1/0.1/1! ${dropped}`,
    ]);
  });
});

describe('a lost push', () => {
  test('silences the subscription, and later pushes are lost with it', async () => {
    stage = openStage(nodeA);
    const ear = await stage.connect('client1');
    const heard: string[] = [];
    ear.on('message', (_, text: string) => heard.push(text));
    await ear.subscribe('freed');
    const closed = new Promise((resolve) => ear.once('end', () => resolve('closed')));
    const rule = { leg: 2, nth: 2, after: null, delay: null, struck: () => {} };
    stage.proxy.addRule({ from: 'nodeA', to: 'client1', ...rule });
    for (const text of ['one', 'two', 'three']) await real().publish('freed', text);
    await wait(30);
    expect(heard).toEqual(['one']);
    expect(stage.told('lost')).toEqual([
      `nodeA lost client1 client1/0.1>2 ${dropped}`,
      `nodeA lost client1 client1/0.1>3 ${dropped}`,
    ]);
    expect(await closed).toBe('closed');
  });
});

describe('chance', () => {
  test('loses as many messages as the scenario says, each for its own call', async () => {
    stage = openStage(nodeA, { loss: 0.3, latency: 1 }, { resetAfterMs: 5000 });
    const clients = await Promise.all(Array.from({ length: 60 }, () => stage.connect('client1')));
    const calls = await Promise.all(clients.map((client, i) => within(600, client.set(`key${i}`, 'x'))));
    const silent = calls.filter((call) => call === 'silence').length;
    expect(calls.filter((call) => call === 'OK').length).toBe(60 - silent);
    // In half of the calls, the request or the answer is lost.
    expect(silent).toBeGreaterThan(15);
    expect(silent).toBeLessThan(45);
    expect(stage.told('lost')).toHaveLength(silent);
  });
});

describe('a delayed message', () => {
  test('arrives later by the delay, and later messages of the same link stay behind it', async () => {
    stage = openStage(nodeA);
    const [client, other] = [await stage.connect('client1'), await stage.connect('client1')];
    const rule = { leg: 0, nth: null, after: 0, delay: 80_000, struck: () => {} };
    stage.proxy.addRule({ from: 'client1', to: 'nodeA', ...rule });
    const first = client.rpush('list', 'first');
    await wait(5);
    const second = other.rpush('list', 'second');
    expect(await within(50, first)).toBe('silence');
    expect(await Promise.all([first, second])).toEqual([1, 2]);
    expect(await client.lrange('list', 0, -1)).toEqual(['first', 'second']);
  });
});

describe('a cut', () => {
  test('of the way there holds up what is sent meanwhile, not what is under way', async () => {
    stage = openStage(nodeA, { latency: 30 });
    const clients = await Promise.all([1, 2, 3].map(() => stage.connect('client1')));
    const [before, during, later] = clients as [(typeof clients)[0], (typeof clients)[0], (typeof clients)[0]];
    const underWay = before.set('before', 'x');
    await wait(10);
    const mend = stage.proxy.cut('client1', 'nodeA');
    const sentInCut = during.set('during', 'x');
    await wait(10);
    mend();
    mend();
    expect(await underWay).toBe('OK');
    expect(await later.set('later', 'x')).toBe('OK');
    expect(await sentInCut).toBe('OK');
    expect(stage.told('lost')).toEqual([]);
    expect(stage.told('stalled')).toEqual([
      'client1 stalled nodeA client1/0.2/1 0',
      'client1 stalled nodeA client1/0.3/1 1',
    ]);
    const [sent, again] = (['stalled', 'resent'] as const).map(
      (kind) => stage.find(kind, 'client1/0.2/1')?.stampNanos ?? 0,
    );
    expect(((again ?? 0) - (sent ?? 0)) / 1e6).toBeGreaterThanOrEqual(200);
  });

  test('holds up for longer what a machine sent that is asleep, until it is awake again', async () => {
    stage = openStage(nodeA);
    const client = await stage.connect('client1');
    const mend = stage.proxy.cut('client1', 'nodeA');
    const sent = client.set('lock', 'a');
    await wait(50);
    mend();
    stage.proxy.setAsleep('client1', true, nanosNow());
    expect(await within(300, sent)).toBe('silence');
    expect(stage.told('resent')).toEqual([]);
    const wokenNanos = nanosNow();
    stage.proxy.setAsleep('client1', false, wokenNanos);
    expect(await sent).toBe('OK');
    // About 150 of the first 200 ms were still to come.
    const again = stage.find('resent', 'client1/0.1/1')?.stampNanos ?? 0;
    expect((again - wokenNanos) / 1e6).toBeGreaterThan(50);
  });

  test('of the way back holds up the answer alone', async () => {
    stage = openStage(nodeA);
    const [client, other] = [await stage.connect('client1'), await stage.connect('client2')];
    const mend = stage.proxy.cut('nodeA', 'client1');
    expect(await within(60, client.set('lock', 'a'))).toBe('silence');
    expect(await other.get('lock')).toBe('a');
    expect(stage.told('stalled')).toEqual(['nodeA stalled client1 client1/0.1/1! 0']);
    mend();
  });

  test('does not keep a client from sending on a connection that it opens meanwhile', async () => {
    stage = openStage(nodeA);
    stage.proxy.cut('client1', 'nodeA');
    stage.proxy.cut('nodeA', 'client1');
    const client = await stage.connect('client1');
    expect(await within(60, client.set('lock', 'a'))).toBe('silence');
    expect(stage.told('stalled')).toEqual(['client1 stalled nodeA client1/0.1/1 0']);
  });
});

describe('a slow link', () => {
  test('adds to each direction by itself, until it is undone', async () => {
    stage = openStage(nodeA);
    const client = await stage.connect('client1');
    const undo = stage.proxy.slow('nodeA', 'client1', 300_000);
    expect(await within(250, client.get('lock'))).toBe('silence');
    const arrived = stage.find('arrived', 'client1/0.1/1')?.stampNanos ?? Number.NaN;
    expect((arrived - (stage.requests[0]?.stampNanos ?? 0)) / 1e6).toBeLessThan(200);
    undo();
    const other = await stage.connect('client2');
    expect(await within(200, other.get('lock'))).toBeNull();
  });
});

describe('a server that is gone', () => {
  const nobody: Target = { process: 'nodeB', role: 'node', host: '127.0.0.1', port: 1 };

  test('lets a request travel, and then closes its connection', async () => {
    stage = openStage(nobody, { latency: 30 });
    const client = await stage.connect('client1');
    const call = client.get('lock').catch(() => 'failed');
    expect(await within(45, call)).toBe('silence');
    expect(await call).toBe('failed');
    expect(stage.told('lost')).toEqual([`client1 lost nodeB client1/0.1/1 ${gone}`]);
  });

  test('closes nothing if its machine is dark, until the machine is back', async () => {
    stage = openStage(nobody, {}, { resetAfterMs: 10_000 });
    stage.proxy.setDark('nodeB', true);
    const client = await stage.connect('client1');
    const call = client.get('lock').catch(() => 'failed');
    expect(await within(100, call)).toBe('silence');
    expect(stage.told('lost')).toEqual([`client1 lost nodeB client1/0.1/1 ${down}`]);
    stage.proxy.setDark('nodeB', false);
    expect(await call).toBe('failed');
  });
});

describe('a client that is gone', () => {
  test('has its sent request executed, and the answer finds nobody', async () => {
    stage = openStage(nodeA, { latency: 20 });
    const client = await stage.connect('client1');
    client.set('lock', 'a').catch(() => {});
    await wait(5);
    client.disconnect();
    await expect.poll(() => real().get('lock')).toBe('a');
    await expect
      .poll(() => stage.told('lost', 'entrySet'))
      .toEqual(['nodeA entrySet client1 lock a -1', `nodeA lost client1 client1/0.1/1! ${gone}`]);
  });

  test('keeps its place in a queue if its machine is dark, until the machine is back', async () => {
    stage = openStage(nodeA);
    const waiter = await stage.connect('client1');
    waiter.blpop('list', 0).catch(() => {});
    await wait(20);
    stage.proxy.setDark('client1', true);
    waiter.disconnect();
    await wait(40);
    expect(await real().client('LIST')).toContain('cmd=blpop');
    stage.proxy.setDark('client1', false);
    await expect.poll(() => real().client('LIST')).not.toContain('cmd=blpop');
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
    const told = stage.events.length;
    await stage.proxy.close();
    await ended;
    expect(stage.proxy.openHandles()).toEqual({ listeners: 0, sockets: 0, timers: 0 });
    expect(stage.events).toHaveLength(told);
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
