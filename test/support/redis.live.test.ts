// Tests the test support itself: the servers are real, separate from each other, and gone after stop().
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { startHaltableServers } from './haltableServers';
import { startRedisServers } from './redis';

test('starts real Redis servers that know nothing of each other, and stops them', async () => {
  const { clients, ports, stop } = await startRedisServers({ count: 2 });
  const [first, second] = clients;
  expect(await first?.ping()).toBe('PONG');
  expect(await first?.set('key', 'value', 'PX', 60_000, 'NX')).toBe('OK');
  expect(await first?.set('key', 'other', 'PX', 60_000, 'NX')).toBeNull();
  expect(await second?.get('key')).toBeNull();
  await stop();
  expect(await Promise.all(ports.map(isListening))).toEqual([false, false]);
});

test('a replica writes its master’s data into a folder of its own, which is removed with it, and nothing into the tree', async () => {
  const snapshots = (): readonly string[] => readdirSync(root).filter((name) => name.endsWith('.rdb'));
  const before = snapshots();
  const { clients, ports, stop } = await startRedisServers({ count: 2, args: ['--repl-diskless-sync-delay', '0'] });
  const [, replica] = clients;
  await replica?.replicaof('127.0.0.1', ports[0] ?? 0);
  await expect.poll(() => replica?.info('replication'), { timeout: 15_000 }).toContain('master_link_status:up');
  const folders = await Promise.all(clients.map(folderOf));
  expect(new Set(folders).size).toBe(2);
  expect(existsSync(join(folders[1] ?? '', 'dump.rdb'))).toBe(true);
  await stop();
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
  expect(snapshots()).toEqual(before);
});

test('halted servers work in folders of their own too', async () => {
  const { connect: open, stop } = await startHaltableServers(1);
  const folders = await Promise.all((await open()).map(folderOf));
  await stop();
  expect(folders.filter((folder) => folder === root || existsSync(folder))).toEqual([]);
});

async function folderOf(client: Redis): Promise<string> {
  const [, folder = ''] = (await client.config('GET', 'dir')) as readonly string[];
  return folder;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
}
