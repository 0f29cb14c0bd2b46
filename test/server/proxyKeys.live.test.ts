// The keys of a real server as inferred: which client set them, when and why they went, and in which order requests
// were executed.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compareAndDelete } from '../../src/locks/scripts/compareAndDelete';
import type { Target } from '../../src/server/proxy/contract';
import { type RedisServers, startRedisServers } from '../support/redis';
import { openStage, type Stage, wait, wallMsNow } from './proxyStage';

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

const entries = (): readonly string[] => stage.told('entrySet', 'entryGone');

async function pidOf(): Promise<number> {
  return Number(/process_id:(\d+)/.exec(await real().info('server'))?.[1]);
}

describe('a key', () => {
  test('appears with its owner and goes with the client that deletes it', async () => {
    stage = openStage(nodeA);
    const [one, two] = [await stage.connect('client1'), await stage.connect('client2')];
    await one.set('lock', 'a', 'PX', 5000, 'NX');
    await two.set('lock', 'b', 'PX', 5000, 'NX');
    await two.del('lock');
    await two.hset('hash', 'field', '1');
    await two.incr('counter');
    await wait(10);
    expect(entries()).toEqual([
      'nodeA entrySet client1 lock a 5000000',
      'nodeA entryGone client2 lock 0',
      'nodeA entrySet client2 hash {field = 1} -1',
      'nodeA entrySet client2 counter 1 -1',
    ]);
    expect(stage.events.filter(({ kind }) => kind === 'entrySet').every(({ derived }) => derived)).toBe(true);
  });

  test('expires when the clock of its server says so', async () => {
    let aheadMs = 0;
    stage = openStage(nodeA, {}, { wallMsAt: (_, stampNanos) => wallMsNow(stampNanos) + aheadMs });
    const client = await stage.connect('client1');
    await client.set('short', 'a', 'PX', 80);
    await client.set('long', 'a', 'PX', 60_000);
    await expect.poll(entries).toContain('nodeA entryGone short 1');
    const [set, gone] = [stage.find('entrySet'), stage.find('entryGone')];
    const lived = ((gone?.stampNanos ?? 0) - (set?.stampNanos ?? 0)) / 1e6;
    expect(lived).toBeGreaterThan(79);
    aheadMs = 60_000;
    expect(entries()).not.toContain('nodeA entryGone long 1');
    stage.proxy.clockChanged('nodeA');
    expect(entries()).toContain('nodeA entryGone long 1');
  });

  test('is lost with a server that forgets, or when its server comes up without it', async () => {
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

  test('is shown without the prefix of the run', async () => {
    stage = openStage(nodeA, {}, { keyPrefix: 'run7:' });
    const client = await stage.connect('client1');
    await client.set('run7:lock', 'a');
    await client.eval(compareAndDelete.lua, 1, 'run7:lock', 'a');
    await wait(10);
    expect(entries()).toEqual(['nodeA entrySet client1 lock a -1', 'nodeA entryGone client1 lock 0']);
    expect(stage.problems).toEqual([]);
  });
});

describe('requests that a stopped server finds at its door', () => {
  test('are executed in the order of their arrival, though it answers the last one first', async () => {
    stage = openStage(nodeA, { latency: 1 });
    const ids = [1, 2, 3, 4, 5, 6] as const;
    const clients = await Promise.all(ids.map((id) => stage.connect(`client${id}`)));
    for (const client of clients) await client.get('warm');
    const pid = await pidOf();
    process.kill(pid, 'SIGSTOP');
    const calls: Promise<unknown>[] = [];
    for (const [i, client] of clients.entries()) {
      calls.push(client.set('lock', String(i + 1), 'PX', 5000, 'NX'));
      await wait(4);
    }
    process.kill(pid, 'SIGCONT');
    const answers = await Promise.all(calls);
    await wait(20);
    expect(answers).toEqual(['OK', null, null, null, null, null]);
    expect(entries()).toEqual(['nodeA entrySet client1 lock 1 5000000']);
    const received = stage.told('received').filter((line) => line.endsWith('/2 1') || line.endsWith('/2 0'));
    expect(received.map((line) => line.split(' ')[2])).toEqual(ids.map((id) => `client${id}`));
    expect(stage.problems).toEqual([]);
  });
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
