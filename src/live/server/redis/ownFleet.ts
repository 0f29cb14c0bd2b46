/** Starts and stops the servers of one run, all at the same time. Knows which replica belongs to which master. */
import { pageName } from '../../../core/model/links/pageNames';
import { masterOf, type ProcessId, roleOf } from '../../../core/model/scenario/processId';
import type { Fleet, FleetOptions, RedisServer } from './contract';
import { OwnSentinel } from './ownSentinel';
import { OwnServer } from './ownServer';
import { gatheringSentinels, startingServers, syncingReplicas } from './redisTexts';
import { makeLogin } from './rights';
import { withServer } from './withServer';

export interface OwnPrograms {
  readonly redisServer: string;
  /** The library to preload, if any. */
  readonly shim: string | null;
}

const syncTimeoutMs = 15_000;
const acknowledgeTimeoutMs = 10_000;
const gatherTimeoutMs = 30_000;

export async function openOwnFleet(options: FleetOptions, programs: OwnPrograms): Promise<Fleet> {
  const { guard, signal } = options;
  signal?.throwIfAborted();
  const folder = guard.makeFolder('redis');
  const servers = new Map<ProcessId, OwnServer>();
  const sentinels = new Map<ProcessId, OwnSentinel>();
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= Promise.allSettled([...servers.values(), ...sentinels.values()].map((one) => one.end())).then(() => {
      guard.removeFolder(folder);
    });
    return closed;
  };
  // When the caller gives up, the start stops halfway.
  const abort = (): void => void close();
  signal?.addEventListener('abort', abort);
  try {
    options.onProgress?.(startingServers);
    const fronts = await makeProcesses({ folder, servers, sentinels }, options, programs);
    await Promise.all([...servers.values()].map((server) => server.begin()));
    await joinReplicas(servers, options, fronts);
    signal?.throwIfAborted();
    await gatherSentinels(sentinels, options);
    signal?.throwIfAborted();
    return { servers, sentinels, keyPrefix: '', close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

interface Made {
  readonly folder: string;
  readonly servers: Map<ProcessId, OwnServer>;
  readonly sentinels: Map<ProcessId, OwnSentinel>;
}

/** The port at which other processes watch and follow each server; empty without sentinels. */
type Fronts = ReadonlyMap<ProcessId, number>;

/** Makes the processes without starting them. */
async function makeProcesses(fleet: Made, options: FleetOptions, programs: OwnPrograms): Promise<Fronts> {
  const { folder, servers, sentinels } = fleet;
  const { guard, processes, nodes, clocks, minReplicas, versions } = options;
  const watchers = options.sentinels?.ids ?? [];
  const logins = new Map([...processes, ...watchers].map((id) => [id, makeLogin(id)]));
  const loginsOf = (ids: readonly ProcessId[]) => ids.map((id) => logins.get(id) ?? {});
  const fellows = { replicas: loginsOf(processes), sentinels: loginsOf(watchers) };
  const fronts = new Map<ProcessId, number>();
  const portOf = (id: ProcessId): number => (servers.get(id) ?? sentinels.get(id))?.port ?? 0;
  for (const process of watchers.length === 0 ? [] : [...processes, ...watchers]) {
    const port = await options.sentinels?.openFront({ process, port: () => portOf(process), logins });
    if (port !== undefined) fronts.set(process, port);
  }
  for (const id of processes) {
    const clock = clocks?.[id];
    const front = fronts.get(id);
    servers.set(
      id,
      new OwnServer({
        isOlder: roleOf(id) === 'replica' && versions?.replicas === 'older',
        ...{ id, guard, folder, nodes, minReplicas, fellows, replicaLogin: logins.get(id) ?? {}, ...programs },
        ...(clock === undefined ? {} : { clock }),
        ...(front === undefined ? {} : { announcedPort: front }),
      }),
    );
  }
  const replicasOf = (node: ProcessId) => processes.filter((id) => roleOf(id) === 'replica' && masterOf(id) === node);
  const masters = processes
    .filter((id) => roleOf(id) === 'node')
    .map((id) => ({ id, port: fronts.get(id) ?? 0, replicas: replicasOf(id).length }));
  for (const id of watchers) {
    const own = { login: logins.get(id) ?? {}, sentinels: fellows.sentinels, announcedPort: fronts.get(id) ?? 0 };
    const settings = options.sentinels?.settings ?? {};
    const { redisServer } = programs;
    sentinels.set(id, new OwnSentinel({ id, guard, folder, redisServer, settings, masters, ...own }));
  }
  return fronts;
}

/** Sentinels find each other through the servers, which takes some seconds. Until then they can elect no leader. */
async function gatherSentinels(sentinels: Made['sentinels'], options: FleetOptions): Promise<void> {
  if (sentinels.size === 0) return;
  options.onProgress?.(gatheringSentinels);
  const ready = [...sentinels.values()].map(async (sentinel) => {
    await sentinel.begin();
    if (!(await sentinel.knowsAll(gatherTimeoutMs)))
      throw new Error(`${pageName(sentinel.id).en} has not found the others.`);
  });
  await Promise.all(ready);
}

/** A replica counts for nothing until its full sync has finished, and WAIT then answers 0 without an error. */
async function joinReplicas(
  servers: ReadonlyMap<ProcessId, OwnServer>,
  options: FleetOptions,
  fronts: Fronts,
): Promise<void> {
  const replicas = [...servers.values()].filter(({ id }) => roleOf(id) === 'replica');
  if (replicas.length === 0) return;
  options.onProgress?.(syncingReplicas);
  const counts = new Map<RedisServer, number>();
  const joined = replicas.map(async (replica) => {
    const master = servers.get(masterOf(replica.id));
    if (master === undefined) throw new Error(`${replica.id} has no master in this run.`);
    counts.set(master, (counts.get(master) ?? 0) + 1);
    const link = { replica: replica.id, master: master.id, masterPort: master.port, login: replica.replicaLogin };
    // Sentinels know a master by one address, and its replicas have to follow that address.
    await replica.follow(fronts.get(master.id) ?? (await options.masterLink?.(link)) ?? master.port);
    if (!(await replica.synced(syncTimeoutMs)))
      throw new Error(`${pageName(replica.id).en} did not get in sync with ${pageName(master.id).en}.`);
  });
  await Promise.all(joined);
  await Promise.all([...counts].map(([master, count]) => untilAcknowledged(master, count)));
}

/**
 * A master counts a replica as in sync, and sends it every write, once the replica has confirmed something. So this
 * publishes a message that nobody waits for: it travels to the replicas and leaves no key.
 */
async function untilAcknowledged(master: RedisServer, count: number): Promise<void> {
  const replicaCount = await withServer(master.url, async (redis) => {
    await redis.publish('redlock-playground', 'joined');
    return redis.wait(count, acknowledgeTimeoutMs);
  });
  if (replicaCount < count) throw new Error(`${pageName(master.id).en} has not heard from its replicas.`);
}
