/**
 * A real Redis Cluster, with a process for each node: masters that share the slots, and replicas of them if
 * requested.
 */
import { Redis } from 'ioredis';
import { type RedisProcess, startRedisProcess } from './redisProcess';

export interface RedisCluster {
  /** The masters first, then their replicas, in the same order. */
  readonly servers: readonly RedisProcess[];
  /** A plain connection to each server. */
  readonly clients: readonly Redis[];
  readonly stop: () => Promise<void>;
}

interface About {
  /** Each master has one replica. */
  readonly hasReplicas?: boolean;
  readonly lines?: readonly string[];
}

const slotCount = 16_384;

/** Returns when each node knows all others, every slot has its master, and every replica follows. */
export async function startRedisCluster(masterCount: number, about: About = {}): Promise<RedisCluster> {
  const { hasReplicas = false, lines: more = ['cluster-node-timeout 5000'] } = about;
  const lines = ['cluster-enabled yes', 'cluster-announce-ip 127.0.0.1', ...more];
  const count = hasReplicas ? 2 * masterCount : masterCount;
  const servers = await Promise.all(Array.from({ length: count }, () => startRedisProcess({ lines })));
  const clients = servers.map(({ port }) => new Redis({ host: '127.0.0.1', port }));
  for (const client of clients) client.on('error', () => {});
  const stop = async (): Promise<void> => {
    for (const client of clients) client.disconnect();
    await Promise.all(servers.map((server) => server.stop()));
  };
  try {
    // A node that has met another cannot set its epoch.
    await Promise.all(clients.map((client, i) => setUp(client, i, masterCount)));
    await Promise.all(clients.map((client) => client.cluster('MEET', '127.0.0.1', servers[0]?.port ?? 0)));
    const shape = { masterCount, count };
    await until(async () => (await Promise.all(clients.map((client) => knowsAll(client, count)))).every(Boolean));
    await Promise.all(clients.slice(masterCount).map((client, i) => replicate(client, clients[i])));
    await until(async () => (await Promise.all(clients.map((client) => isWhole(client, shape)))).every(Boolean));
  } catch (error) {
    await stop();
    throw error;
  }
  return { servers, clients, stop };
}

async function setUp(client: Redis, i: number, masterCount: number): Promise<void> {
  await client.cluster('SET-CONFIG-EPOCH', i + 1);
  if (i < masterCount) {
    const each = Math.ceil(slotCount / masterCount);
    const slots = Array.from({ length: slotCount }, (_, slot) => slot).filter((slot) => Math.floor(slot / each) === i);
    // One slot at a time, because Redis 6.2 has no command for ranges of slots.
    await client.call('CLUSTER', 'ADDSLOTS', ...slots);
  }
}

async function replicate(replica: Redis, master: Redis | undefined): Promise<void> {
  if (master !== undefined) await replica.cluster('REPLICATE', String(await master.cluster('MYID')));
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error('The cluster did not come together.');
}

async function knowsAll(client: Redis, count: number): Promise<boolean> {
  const info = await client.cluster('INFO');
  return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${count}`);
}

async function isWhole(
  client: Redis,
  { masterCount, count }: { readonly masterCount: number; readonly count: number },
): Promise<boolean> {
  if (!(await knowsAll(client, count))) return false;
  const ranges = (await client.cluster('SLOTS')) as readonly (readonly unknown[])[];
  // A range has a beginning, an end, a master and its replicas.
  const nodes = ranges.reduce((sum, range) => sum + range.length - 2, 0);
  const isLinked = !(await client.info('replication')).includes('master_link_status:down');
  return ranges.length === masterCount && nodes === count && isLinked;
}
