// A real replica behind the proxy: its master's data comes late, is held back or dropped, and is reported.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeSecret } from '../../../src/live/server/login';
import type { Target } from '../../../src/live/server/proxy/contract';
import { type RedisServers, startRedisServers } from '../../support/redis';
import { openStage, type Stage, wait } from './proxyStage';

let servers: RedisServers;
const login = { password: makeSecret() };
let nodeA: Target;
let stage: Stage;

beforeEach(async () => {
  servers = await startRedisServers({ count: 2, args: ['--repl-diskless-sync-delay', '0'] });
  nodeA = { process: 'nodeA', role: 'node', host: '127.0.0.1', port: servers.ports[0] as number, login };
  for (const client of servers.clients) {
    await client.config('SET', 'masterauth', login.password);
    await client.config('SET', 'requirepass', login.password);
    await client.auth(login.password);
  }
});
afterEach(async () => {
  await stage.close();
  await servers.stop();
});

const replica = (): NonNullable<RedisServers['clients'][number]> => {
  const client = servers.clients[1];
  if (!client) throw new Error('There is no replica.');
  return client;
};

async function followThroughProxy(): Promise<void> {
  const link = { replica: 'replicaA1', master: 'nodeA', masterPort: nodeA.port, login } as const;
  await replica().replicaof('127.0.0.1', await stage.proxy.openMasterLink(link));
  await expect.poll(() => replica().info('replication'), { timeout: 15_000 }).toContain('master_link_status:up');
}

const ofReplica = (): readonly string[] =>
  stage.recorded('entrySet', 'entryGone', 'replicated').filter((line) => line.startsWith('replicaA1'));

describe('a replica', () => {
  test('gets writes from a cut when the link is whole again', async () => {
    stage = openStage(nodeA);
    await followThroughProxy();
    const client = await stage.connect('client1');
    const reconnect = stage.proxy.cut('nodeA', 'replicaA1');
    await client.set('lock', 'a');
    await wait(60);
    expect(await replica().get('lock')).toBeNull();
    reconnect();
    await expect.poll(() => replica().get('lock')).toBe('a');
  });

  test('never gets data that was held and thrown away, and can take over', async () => {
    stage = openStage(nodeA);
    await followThroughProxy();
    const client = await stage.connect('client1');
    await client.set('before', 'a');
    await expect.poll(() => replica().get('before')).toBe('a');
    const held = stage.proxy.hold('nodeA', 'replicaA1');
    await client.set('lock', 'a');
    await client.set('lock', 'b');
    await expect.poll(held.writes).toBe(2);
    expect(held.size()).toBeGreaterThan(50);
    held.discard();
    expect(held.writes()).toBe(0);
    await replica().replicaof('NO', 'ONE');
    stage.proxy.serverPromoted('replicaA1');
    const port = servers.ports[1] as number;
    const heir: Target = { process: 'replicaA1', role: 'replica', host: '127.0.0.1', port, login };
    const sent = await stage.connect('client1', heir);
    expect(await sent.set('lock', 'c', 'NX')).toBe('OK');
    expect(await replica().get('before')).toBe('a');
    await wait(10);
    expect(ofReplica().at(-1)).toBe('replicaA1 entrySet client1 lock c -1');
    expect(stage.problems).toEqual([]);
  });

  test('hears nothing if the scenario’s lag is never', async () => {
    stage = openStage(nodeA, { nodes: { ...nodes, replicaLag: 'never' } });
    await followThroughProxy();
    const client = await stage.connect('client1');
    stage.proxy.begin(stage.epochNanos);
    await client.set('lock', 'a');
    await wait(60);
    expect(await replica().get('lock')).toBeNull();
  });
});

const nodes = { count: 1, persistence: 'none', disk: 'honest', replicas: 1, replicaLag: 2 } as const;
