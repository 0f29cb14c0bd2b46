// What the fault proxy does to messages without a fault, and what it reports of them and of the server's keys.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compareAndDelete } from '../../src/locks/scripts/compareAndDelete';
import type { Target } from '../../src/server/proxy/contract';
import { type RedisServers, startRedisServers } from '../support/redis';
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

const sleepMs = (from: number, to: number): number => (to - from) / 1e6;

describe('a message', () => {
  test('takes the time of its link there and back, and is reported at each end', async () => {
    stage = openStage(nodeA, { latency: 20 });
    const client = await stage.connect('client1');
    expect(await client.set('lock', 'a', 'PX', 3000, 'NX')).toBe('OK');
    await wait(20);
    expect(stage.told('arrived', 'entrySet', 'received', 'sent')).toEqual([
      'nodeA arrived client1 client1/0.1/1',
      'nodeA entrySet client1 lock a 3000000',
      'nodeA received client1 client1/0.1/1 1',
      'nodeA sent client1 client1/0.1/1! OK 1',
      'client1 arrived nodeA client1/0.1/1!',
    ]);
    expect(stage.problems).toEqual([]);
  });

  test('takes no less than the time of its link, and little more on an idle machine', async () => {
    stage = openStage(nodeA, { latency: 20 });
    const client = await stage.connect('client1');
    for (let i = 0; i < 10; i++) await client.get('lock');
    const stampOf = (kind: 'arrived' | 'sent', message: string): number =>
      stage.find(kind, message)?.stampNanos ?? Number.NaN;
    const there = stage.requests.map(({ message, stampNanos }) => sleepMs(stampNanos, stampOf('arrived', message)));
    const back = stage.requests.map(({ message }) =>
      sleepMs(stampOf('sent', `${message}!`), stampOf('arrived', `${message}!`)),
    );
    // A microsecond is the resolution of a run.
    expect(Math.min(...there, ...back)).toBeGreaterThan(19.998);
    expect(Math.min(...there)).toBeLessThan(22);
    expect(Math.min(...back)).toBeLessThan(22);
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
    expect(stage.told('sent')).toHaveLength(2);
  });

  test('of one connection never overtakes another of the link', async () => {
    stage = openStage(nodeA, { latency: { min: 1, p50: 15, p99: 30, max: 30 } });
    const clients = await Promise.all(Array.from({ length: 12 }, () => stage.connect('client1')));
    await Promise.all(clients.map((client, i) => client.rpush('list', String(i))));
    const seen = stage.requests.map(({ message }) => message);
    const arrived = stage.told('arrived').filter((line) => line.startsWith('nodeA'));
    expect(arrived).toEqual(seen.map((message) => `nodeA arrived client1 ${message}`));
    const sent = stage.told('sent').map((line) => line.split(' ')[3]);
    const back = stage.told('arrived').filter((line) => line.startsWith('client1'));
    expect(back).toEqual(sent.map((message) => `client1 arrived nodeA ${message}`));
  });

  test('may overtake another after its client has reconnected', async () => {
    stage = openStage(nodeA, { latency: 3 });
    const [slow, other] = [await stage.connect('client1'), await stage.connect('client1')];
    const undo = stage.proxy.slow('client1', 'nodeA', 60_000);
    slow.set('lock', 'slow').catch(() => {});
    await wait(10);
    undo();
    slow.disconnect();
    await wait(10);
    expect(await other.get('lock')).toBeNull();
    await wait(80);
    expect(await other.get('lock')).toBe('slow');
  });
});

describe('a script', () => {
  test('is shown by its name, and sending it again in full is the same call', async () => {
    stage = openStage(nodeA);
    const client = await stage.connect('client1');
    await client.set('lock', 'a');
    await servers.clients[0]?.script('FLUSH');
    const digest = (await servers.clients[0]?.script('LOAD', compareAndDelete.lua)) as string;
    await servers.clients[0]?.script('FLUSH');
    const answer = await client
      .evalsha(digest, 1, 'lock', 'a')
      .catch(() => client.eval(compareAndDelete.lua, 1, 'lock', 'a'));
    expect(answer).toBe(1);
    await client.get('lock');
    await wait(10);
    expect(stage.told('arrived', 'entryGone', 'received').filter((line) => line.startsWith('nodeA'))).toEqual([
      'nodeA arrived client1 client1/0.1/1',
      'nodeA received client1 client1/0.1/1 1',
      'nodeA arrived client1 client1/0.1/2',
      'nodeA entryGone client1 lock 0',
      'nodeA received client1 client1/0.1/2 1',
      'nodeA arrived client1 client1/0.1/3',
      'nodeA received client1 client1/0.1/3 0',
    ]);
    expect(stage.problems).toEqual([]);
  });
});

describe('a subscription', () => {
  test('gets its messages under the name of its connection', async () => {
    stage = openStage(nodeA);
    const [ear, mouth] = [await stage.connect('client1'), await stage.connect('client2')];
    const heard: string[] = [];
    ear.on('message', (_, text: string) => heard.push(text));
    await ear.subscribe('freed');
    await mouth.publish('freed', 'lock');
    await mouth.publish('freed', 'again');
    await wait(20);
    expect(heard).toEqual(['lock', 'again']);
    const pushes = stage.told('sent', 'arrived', 'waiting', 'woken').filter((line) => line.includes('client1'));
    expect(pushes).toEqual([
      'nodeA arrived client1 client1/0.1/1',
      'nodeA waiting client1',
      'nodeA sent client1 client1/0.1/1! 1 1',
      'client1 arrived nodeA client1/0.1/1!',
      'nodeA woken client1',
      'nodeA sent client1 client1/0.1>1 MESSAGE freed lock 2',
      'client1 arrived nodeA client1/0.1>1',
      'nodeA woken client1',
      'nodeA sent client1 client1/0.1>2 MESSAGE freed again 2',
      'client1 arrived nodeA client1/0.1>2',
    ]);
  });

  test('is not needed to wait: BLPOP waits until somebody pushes', async () => {
    stage = openStage(nodeA);
    const [waiter, pusher] = [await stage.connect('client1'), await stage.connect('client2')];
    const popped = waiter.blpop('list', 5);
    await wait(30);
    await pusher.rpush('list', 'x');
    expect(await popped).toEqual(['list', 'x']);
    await wait(10);
    expect(stage.told('waiting', 'woken', 'entrySet', 'entryGone')).toEqual([
      'nodeA waiting client1',
      'nodeA entrySet client2 list [x] -1',
      'nodeA entryGone client1 list 0',
      'nodeA woken client1',
    ]);
    expect(stage.problems).toEqual([]);
  });
});
