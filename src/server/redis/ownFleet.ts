/** Starts the servers of one run, all at the same time, and stops them again. Knows which replica belongs to which master. */
import { pageName } from '../../model/pageNames';
import { masterOf, type ProcessId, roleOf } from '../../model/scenario';
import type { Fleet, FleetOptions, RedisServer } from './contract';
import { OwnServer } from './ownServer';
import { startingServers, syncingReplicas } from './redisTexts';
import { makeReplicaLogin } from './rights';
import { withServer } from './withServer';

export interface OwnPrograms {
  readonly redisServer: string;
  /** The library to preload; null when there is none. */
  readonly shim: string | null;
}

const syncTimeoutMs = 15_000;
const acknowledgeTimeoutMs = 10_000;

export async function openOwnFleet(options: FleetOptions, programs: OwnPrograms): Promise<Fleet> {
  const { guard, processes, nodes, clocks, signal } = options;
  signal?.throwIfAborted();
  const folder = guard.makeFolder('redis');
  const servers = new Map<ProcessId, OwnServer>();
  const replicaLogin = makeReplicaLogin();
  for (const id of processes) {
    const clock = clocks?.[id];
    const own = { id, guard, folder, nodes, replicaLogin, ...programs, ...(clock === undefined ? {} : { clock }) };
    servers.set(id, new OwnServer(own));
  }
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= Promise.allSettled([...servers.values()].map((server) => server.end())).then(() => {
      guard.removeFolder(folder);
    });
    return closed;
  };
  // When the caller gives up, starting stops halfway.
  const abort = (): void => void close();
  signal?.addEventListener('abort', abort);
  try {
    options.onProgress?.(startingServers);
    await Promise.all([...servers.values()].map((server) => server.begin()));
    await joinReplicas(servers, options);
    signal?.throwIfAborted();
    return { servers, keyPrefix: '', close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** A replica counts for nothing until its full sync has finished, and WAIT then answers 0 without an error. */
async function joinReplicas(servers: ReadonlyMap<ProcessId, OwnServer>, options: FleetOptions): Promise<void> {
  const replicas = [...servers.values()].filter(({ id }) => roleOf(id) === 'replica');
  if (replicas.length === 0) return;
  options.onProgress?.(syncingReplicas);
  const counts = new Map<RedisServer, number>();
  const joined = replicas.map(async (replica) => {
    const master = servers.get(masterOf(replica.id));
    if (master === undefined) throw new Error(`${replica.id} has no master in this run.`);
    counts.set(master, (counts.get(master) ?? 0) + 1);
    const link = { replica: replica.id, master: master.id, masterPort: master.port, login: master.replicaLogin };
    await replica.follow((await options.masterLink?.(link)) ?? master.port);
    if (!(await replica.synced(syncTimeoutMs)))
      throw new Error(`${pageName(replica.id).en} did not get in sync with ${pageName(master.id).en}.`);
  });
  await Promise.all(joined);
  await Promise.all([...counts].map(([master, count]) => untilAcknowledged(master, count)));
}

/**
 * A master counts a replica as whole, and sends it every write, once it has heard from it. The replica needs something
 * to confirm: a message that nobody waits for travels to the replicas and leaves no key.
 */
async function untilAcknowledged(master: RedisServer, count: number): Promise<void> {
  const heard = await withServer(master.url, async (redis) => {
    await redis.publish('redlock-playground', 'joined');
    return redis.wait(count, acknowledgeTimeoutMs);
  });
  if (heard < count) throw new Error(`${pageName(master.id).en} has not heard from its replicas.`);
}
