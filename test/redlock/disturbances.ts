/** Disturbances of real servers, by their own commands or by the machine. Each begins, lasts for a while, and ends. */
import { Redis } from 'ioredis';
import type { RedisProcess } from '../support/redisProcess';
import { pause } from './adapters';

export type Disturbance = (server: RedisProcess, forMs: number) => Promise<void>;

/** Returns null when the server does not answer, or the command makes no sense at the moment. */
async function ask<T>(port: number, question: (client: Redis) => Promise<T>): Promise<T | null> {
  const client = new Redis({ host: '127.0.0.1', port, retryStrategy: () => null, commandTimeout: 5000 });
  client.on('error', () => {});
  try {
    return await question(client);
  } catch {
    return null;
  } finally {
    client.disconnect();
  }
}

/** The server keeps its written data, and loses its connections. */
const kill: Disturbance = async (server, forMs) => {
  await server.kill();
  await pause(forMs);
  await server.start();
};

const halt: Disturbance = async (server, forMs) => {
  server.halt();
  await pause(forMs);
  server.wake();
};

const clientPause: Disturbance = async ({ port }, forMs) => {
  await ask(port, (client) => client.call('CLIENT', 'PAUSE', Math.ceil(forMs), forMs % 2 < 1 ? 'ALL' : 'WRITE'));
  await pause(forMs);
};

/** All clients are disconnected, and no new ones get in. Monitoring clients may stay. */
const fillConnections: Disturbance = async ({ port }, forMs) => {
  await ask(port, async (client) => {
    const mine = String(await client.client('ID'));
    await client.config('SET', 'maxclients', 1);
    const others = String(await client.client('LIST')).split('\n');
    for (const other of others) {
      const [, id, flags = ''] = /^id=(\d+) .* flags=(\S+)/.exec(other) ?? [];
      if (id !== undefined && id !== mine && !/[OSM]/.test(flags)) await client.call('CLIENT', 'KILL', 'ID', id);
    }
    await pause(forMs);
    await client.config('SET', 'maxclients', 10_000);
  });
};

/** A replica takes its master's place, with the master's agreement or without. */
const failover: Disturbance = async ({ port }, forMs) => {
  await ask(port, (client) => client.call('CLUSTER', 'FAILOVER', ...(forMs % 2 < 1 ? [] : ['FORCE'])));
  await pause(forMs);
};

export const ofAnyServer = { kill, halt, clientPause, fillConnections } as const;
export const ofClusters = { ...ofAnyServer, failover } as const;

interface Disturbing {
  readonly servers: readonly RedisProcess[];
  readonly disturbances: Readonly<Record<string, Disturbance>>;
  /** The most servers that are disturbed at once. */
  readonly atOnce: number;
  readonly random: () => number;
  readonly forMs: number;
}

/** Disturbs servers until the time is over, and waits until all work as before. Returns how often each way was used. */
export async function disturb({
  servers,
  disturbances,
  atOnce,
  random,
  forMs,
}: Disturbing): Promise<Record<string, number>> {
  const names = Object.keys(disturbances);
  const counts: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]));
  const free = new Set(servers);
  const endsAt = performance.now() + forMs;
  const goOn = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const server = [...free][Math.floor(random() * free.size)];
      const name = names[Math.floor(random() * names.length)] ?? '';
      if (server === undefined) return;
      free.delete(server);
      await disturbances[name]?.(server, 200 + 2300 * random() ** 2);
      counts[name] = (counts[name] ?? 0) + 1;
      await pause(500 * random());
      free.add(server);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
  return counts;
}
