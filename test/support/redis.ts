// Starts real Redis servers on free ports, for tests that compare the simulated node with the real one.
import { Redis } from 'ioredis';
import { RedisMemoryServer } from 'redis-memory-server';

/** A server that is written to for a minute would fork and leave a `dump.rdb` in whatever folder it was started from. */
export const noSnapshots: readonly string[] = ['--save', ''];

/** Real servers with a client each, in the same order. */
export interface RedisServers {
  readonly clients: readonly Redis[];
  readonly ports: readonly number[];
  /** Ends clients and servers; returns when the processes are gone. */
  readonly stop: () => Promise<void>;
}

/**
 * @param options.count how many servers; each is a process of its own, empty, without persistence.
 * @param options.args further arguments of redis-server, for example `['--appendonly', 'yes']`.
 */
export async function startRedisServers(options: {
  readonly count: number;
  readonly args?: readonly string[];
}): Promise<RedisServers> {
  const instance = { args: [...noSnapshots, ...(options.args ?? [])] };
  const servers = Array.from({ length: options.count }, () => new RedisMemoryServer({ instance, autoStart: false }));
  await Promise.all(servers.map((server) => server.start()));
  const ports = await Promise.all(servers.map((server) => server.getPort()));
  // Nothing is queued and nothing is sent twice: a test sees exactly what it sent.
  const settings = { host: '127.0.0.1', maxRetriesPerRequest: 0, autoResendUnfulfilledCommands: false };
  const clients = ports.map((port) => new Redis({ ...settings, port, lazyConnect: true }));
  await Promise.all(clients.map((client) => client.connect()));
  const stop = async (): Promise<void> => {
    for (const client of clients) client.disconnect();
    await Promise.all(servers.map((server) => server.stop()));
  };
  return { clients, ports, stop };
}
