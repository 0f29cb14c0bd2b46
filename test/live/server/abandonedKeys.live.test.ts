// Keys that a killed run left on existing servers are removed by the next start that names these servers. Other keys
// are kept.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { keepAlive, newPrefix } from '../../../src/live/server/redis/runKeys';
import { sourceOfExisting } from '../../../src/live/server/redis/source';
import { type RedisServers, startRedisServers } from '../../support/redis';
import { guardForFile, plain } from './redisServers';

const guard = guardForFile();
let servers: RedisServers;
let urls: readonly string[];
beforeAll(async () => {
  servers = await startRedisServers({ count: 2 });
  urls = servers.ports.map((port) => `redis://127.0.0.1:${port}`);
});
afterAll(() => servers.stop());
afterEach(async () => {
  for (const client of servers.clients) await client.flushall();
});

const keys = async (): Promise<readonly string[]> =>
  (await Promise.all(servers.clients.map((client) => client.keys('*')))).flat().sort();

async function setEverywhere(...names: readonly string[]): Promise<void> {
  for (const client of servers.clients) for (const name of names) await client.set(name, 'x');
}

test('keys of a dead run without an expiry are removed, and keys of others stay, whatever their names', async () => {
  const theirs = [
    'lock',
    'redlock-playground',
    'redlock-playground:',
    'redlock-playground:mine:lock',
    'a:redlock-playground:0',
  ];
  const dead = newPrefix();
  await setEverywhere(...theirs, `${dead}lock`, `${dead}tokens`);
  expect((await sourceOfExisting(urls)).ok).toBe(true);
  expect(await keys()).toEqual([...theirs, ...theirs].sort());
});

test('keys of a living run stay through other starts, and the first start after its end removes them', async () => {
  const found = await sourceOfExisting(urls);
  if (!found.ok) throw new Error(found.problem);
  const fleet = await found.source.open({ guard, processes: ['nodeA', 'nodeB'], nodes: { ...plain, count: 2 } });
  const key = `${fleet.keyPrefix}lock`;
  await setEverywhere(key);
  expect((await sourceOfExisting(urls)).ok).toBe(true);
  expect(await keys()).toContain(key);
  const held = await servers.clients[0]?.keys(`${fleet.keyPrefix}*`);
  for (const name of held ?? []) if (name !== key) expect(await servers.clients[0]?.pttl(name)).toBeGreaterThan(0);
  await fleet.close();
  expect(await keys()).toEqual([]);
});

test('the key that shows a run alive expires, is shifted by no clock of the run, and does not count as its key', async () => {
  const found = await sourceOfExisting(urls);
  if (!found.ok) throw new Error(found.problem);
  const fleet = await found.source.open({ guard, processes: ['nodeA'], nodes: plain });
  const server = fleet.servers.get('nodeA');
  await server?.changeClock({ jumpMicros: 60_000_000 });
  expect(await keys()).toHaveLength(1);
  expect(await server?.readKeys()).toEqual([]);
  await fleet.close();
  const prefix = newPrefix();
  const stop = await keepAlive(urls, prefix);
  await stop();
  const [name = ''] = (await servers.clients[0]?.keys(`${prefix}*`)) ?? [];
  expect(await servers.clients[0]?.pttl(name)).toBeGreaterThan(0);
});
