// Starts real Redis servers on free ports, each in a folder of its own. Tests compare the simulated node with them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { RedisMemoryServer } from 'redis-memory-server';

/** Processes on free ports of 127.0.0.1, in the order in which they were started. */
export interface RedisProcesses {
  readonly ports: readonly number[];
  /** Ends them. Returns when they are gone and their folders are removed. */
  readonly stop: () => Promise<void>;
}

/**
 * Each server works in a temporary folder. A replica writes `dump.rdb` at its first sync, even without snapshots, and
 * would otherwise write it into the folder of the tests.
 */
export async function startRedisProcesses(count: number, args: readonly string[] = []): Promise<RedisProcesses> {
  const folders = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), 'redlock-playground-redis-')));
  const servers = folders.map(
    (folder) =>
      new RedisMemoryServer({ instance: { args: ['--save', '', '--dir', folder, ...args] }, autoStart: false }),
  );
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  };
  await Promise.all(servers.map(started));
  return { ports: await Promise.all(servers.map((server) => server.getPort())), stop };
}

/**
 * Other programs of this machine may take the port in the moment between its choice and the start: then another one
 * is chosen.
 */
async function started(server: RedisMemoryServer, triesLeft = 5): Promise<void> {
  try {
    await server.start();
  } catch (error) {
    if (triesLeft === 0 || !/already in use/.test(String(error))) throw error;
    await started(server, triesLeft - 1);
  }
}

/** Real servers with a client each, in the same order. */
export interface RedisServers {
  readonly clients: readonly Redis[];
  readonly ports: readonly number[];
  /** Ends clients and servers. Returns when the processes are gone. */
  readonly stop: () => Promise<void>;
}

/**
 * @param options.count the number of servers; each is a separate empty process without persistence.
 * @param options.args further arguments of redis-server, for example `['--appendonly', 'yes']`.
 */
export async function startRedisServers(options: {
  readonly count: number;
  readonly args?: readonly string[];
}): Promise<RedisServers> {
  const { ports, stop: stopProcesses } = await startRedisProcesses(options.count, options.args);
  // The client queues nothing and sends nothing twice, so the server gets exactly what the test sends.
  const settings = { host: '127.0.0.1', maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false };
  const clients = ports.map((port) => new Redis({ ...settings, port, lazyConnect: true }));
  await Promise.all(clients.map((client) => client.connect()));
  const stop = async (): Promise<void> => {
    for (const client of clients) client.disconnect();
    await stopProcesses();
  };
  return { clients, ports, stop };
}
