// Hundreds of locks are under way while real servers are killed, failed over, stopped, paused and filled with
// connections. No granted lock disappears before its release or the end of its lease, as far as that depends on the
// library.
//
// On five single nodes, which keep what they have answered, the majority decides. It is asked all the time, each
// release is an answer too, and each deletion is recorded. In a cluster, Redis itself loses writes that a master had
// not yet copied to the replica that takes its place. For a cluster the claim is about the library alone: no key was
// deleted too early on behalf of a lock.
import { Cluster, Redis } from 'ioredis';
import { createClient, createCluster } from 'redis';
import { expect, it } from 'vitest';
import { LockLostError, Redlock, SingleNodeLocks, WaitingLocks, WatchedLocks } from '../../src/redlock/all';
import type { RedisClient } from '../../src/redlock/client';
import { byNight, isNightly } from '../support/nightly';
import { startRedisCluster } from '../support/redisCluster';
import { type RedisProcess, startRedisProcess } from '../support/redisProcess';
import { pause } from './adapters';
import { hearDeletions } from './deletions';
import { disturb, ofAnyServer, ofClusters } from './disturbances';
import { type Entry, Ledger } from './ledger';
import { randomFrom } from './wildClient';

const forMs = byNight(4, 180) * 1000;
const workerCount = byNight(100, 400);
const timeout = forMs + 120_000;

type Locks = Pick<Redlock, 'acquire'>;

interface Working {
  readonly locks: readonly Locks[];
  readonly ledger: Ledger;
  readonly random: () => number;
  /** Called with a lock that is gone according to the nodes. */
  readonly onLost: (entry: Entry, error: LockLostError) => void;
}

/** The limits are short: many tries are under way when something happens, and many fail. */
const settings = { retryCount: 6, retryDelay: 100, retryJitter: 80, nodeTimeout: 150 } as const;

/** Takes lock after lock, some of its own and some that others want too. Holds, extends and releases them. */
async function work(which: number, { locks, ledger, random, onLost }: Working): Promise<void> {
  const pick = (below: number): number => Math.floor(random() * below);
  const mine = locks[which % locks.length] as Locks;
  const endsAt = performance.now() + forMs;
  for (let round = 0; performance.now() < endsAt; round++) {
    const key = random() < 0.3 ? `shared:${pick(workerCount / 10)}` : `own:${which}:${round}`;
    const signal = AbortSignal.timeout(random() < 0.2 ? 1 + pick(300) : 10_000);
    const lock = await mine.acquire([key], 4000 + pick(6000), { signal }).catch(() => null);
    if (lock === null) {
      await pause(pick(50));
      continue;
    }
    const entry = ledger.handOut(lock, key);
    // After the end of its lease, anybody may take the lock. A client that waited that long for the nodes has lost
    // nothing that it held.
    const hear =
      (endOfLease: number) =>
      (error: unknown): null => {
        if (error instanceof LockLostError && Date.now() < endOfLease) onLost(entry, error);
        return null;
      };
    await pause(pick(800));
    if (random() < 0.3) {
      entry.lock = (await entry.lock.extend(4000 + pick(6000)).catch(hear(entry.lock.expiration))) ?? entry.lock;
      await pause(pick(800));
    }
    ledger.end(entry);
    await entry.lock.release().catch(hear(entry.lock.expiration));
  }
}

/** Asks the nodes for their keys again and again. A silent node may have any keys. */
async function probe(ports: readonly number[], { ledger, random }: Working): Promise<number> {
  const nodes = ports.map(
    (port) => new Redis({ host: '127.0.0.1', port, commandTimeout: 300, maxRetriesPerRequest: 0 }),
  );
  for (const node of nodes) node.on('error', () => {});
  const endsAt = performance.now() + forMs;
  let answered = 0;
  while (performance.now() < endsAt) {
    const entries = ledger.sample(50, random);
    const keys = entries.map(({ key }) => key);
    const answers = await Promise.all(
      nodes.map((node) => (keys.length > 0 ? node.mget(keys).catch(() => null) : null)),
    );
    entries.forEach((entry, i) => {
      const without = answers.filter((values) => values !== null && values[i] !== entry.owner).length;
      const withIt = answers.filter((values) => values?.[i] === entry.owner).length;
      if (withIt > nodes.length / 2) answered++;
      if (without >= nodes.length / 2 && ledger.isHeld(entry))
        ledger.found.push(`${entry.key}: ${without} nodes have it no more`);
    });
    await pause(20);
  }
  for (const node of nodes) node.disconnect();
  return answered;
}

const listen = (ledger: Ledger, port: number, node: number): (() => void) =>
  hearDeletions(
    port,
    (deletion) => ledger.heard(node, deletion),
    (fromMs, toMs) => ledger.missed(node, fromMs, toMs),
  );

const majorityOf = (count: number): number => Math.floor(count / 2) + 1;

it('five single nodes lose no lock that was handed out', { timeout }, async () => {
  const seed = Date.now();
  const random = randomFrom(seed);
  const lines = ['appendonly yes', 'appendfsync always'];
  const servers = await Promise.all(Array.from({ length: 5 }, () => startRedisProcess({ lines })));
  const closing: (() => unknown)[] = [];
  try {
    const ledger = new Ledger();
    const losses: { readonly entry: Entry; readonly error: LockLostError }[] = [];
    const ports = servers.map(({ port }) => port);
    closing.push(...ports.map((port, node) => listen(ledger, port, node)));
    const locks: Locks[] = [];
    for (const open of [ofIoredis, ofIoredis, ofNodeRedis]) {
      const clients = await Promise.all(servers.map(open));
      locks.push(
        new Redlock(
          clients.map(({ client }) => client),
          settings,
        ),
      );
      closing.push(...clients.map(({ close }) => close));
    }
    const working: Working = { locks, ledger, random, onLost: (entry, error) => losses.push({ entry, error }) };
    const [counts, answered] = await Promise.all([
      disturb({ servers, disturbances: ofAnyServer, atOnce: 2, random, forMs }),
      probe(ports, working),
      ...Array.from({ length: workerCount }, (_, which) => work(which, working)),
    ]);
    await pause(1000);
    // A client resends a release after losing its connection. If the second release finds nothing, the first one
    // removed the key.
    const gone = losses.filter(({ entry }) => ledger.deletedInTime(entry) < majorityOf(servers.length));
    report('five single nodes', ledger, { ...counts, answered, losses: losses.length, seed });
    const said = gone.map(({ entry: { key }, error }) => {
      const against = [...(error.votes?.votesAgainst.values() ?? [])].map(({ message }) => message);
      return `${key}: ${error.message} ${against.join(' | ')}`;
    });
    expect([...said, ...ledger.found, ...ledger.deletedTooEarly()]).toEqual([]);
    expect(answered).toBeGreaterThan(100);
    expectMuch(ledger);
  } finally {
    for (const close of closing) close();
    await Promise.all(servers.map((server) => server.stop()));
  }
});

it.runIf(isNightly)('a cluster deletes no lock in its own name before its end', { timeout }, async () => {
  const seed = Date.now();
  const random = randomFrom(seed);
  const lines = ['cluster-node-timeout 1000', 'appendonly yes', 'cluster-require-full-coverage no'];
  const { servers, stop } = await startRedisCluster(3, { hasReplicas: true, lines });
  const closing: (() => unknown)[] = [];
  try {
    const ledger = new Ledger();
    let lossCount = 0;
    closing.push(...servers.map(({ port }, node) => listen(ledger, port, node)));
    const locks: Locks[] = [];
    for (const open of [ofIoredisCluster, ofNodeRedisCluster]) {
      const { client, close } = await open(servers);
      closing.push(close);
      locks.push(new Redlock([client], settings), new SingleNodeLocks(client, settings));
      locks.push(new WatchedLocks(client, settings), new WaitingLocks(client, settings));
    }
    const working: Working = { locks, ledger, random, onLost: () => lossCount++ };
    const [counts] = await Promise.all([
      disturb({ servers, disturbances: ofClusters, atOnce: 1, random, forMs }),
      ...Array.from({ length: workerCount }, (_, which) => work(which, working)),
    ]);
    await pause(1000);
    report('a cluster of six', ledger, { ...counts, losses: lossCount, seed });
    expect(ledger.deletedTooEarly()).toEqual([]);
    expectMuch(ledger);
  } finally {
    for (const close of closing) close();
    await stop();
  }
});

/** A test that watched nothing would prove nothing. */
function expectMuch(ledger: Ledger): void {
  expect(ledger.count).toBeGreaterThan(workerCount);
  expect(ledger.heldMost).toBeGreaterThan(workerCount / 4);
  expect(ledger.deletionCount).toBeGreaterThan(ledger.count / 4);
}

function report(where: string, ledger: Ledger, counts: Readonly<Record<string, number | undefined>>): void {
  const said = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  console.log(
    `${where}: ${ledger.count} locks, ${ledger.heldMost} at once, ${ledger.deletionCount} deletions; ${said.join(', ')}`,
  );
}

interface Opened {
  readonly client: RedisClient;
  readonly close: () => unknown;
}

async function ofIoredis({ port }: RedisProcess): Promise<Opened> {
  const client = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 100 });
  client.on('error', () => {});
  await client.ping();
  return { client, close: () => client.disconnect() };
}

async function ofNodeRedis({ port }: RedisProcess): Promise<Opened> {
  const client = createClient({ socket: { host: '127.0.0.1', port, reconnectStrategy: 100 } });
  client.on('error', () => {});
  await client.connect();
  return { client: client as RedisClient, close: () => client.destroy() };
}

async function ofIoredisCluster(servers: readonly RedisProcess[]): Promise<Opened> {
  const client = new Cluster(
    servers.map(({ port }) => ({ host: '127.0.0.1', port })),
    { clusterRetryStrategy: () => 100 },
  );
  client.on('error', () => {});
  await client.ping();
  return { client, close: () => client.disconnect() };
}

async function ofNodeRedisCluster(servers: readonly RedisProcess[]): Promise<Opened> {
  const rootNodes = servers.map(({ port }) => ({ url: `redis://127.0.0.1:${port}` }));
  const client = createCluster({ rootNodes });
  client.on('error', () => {});
  await client.connect();
  return { client, close: () => client.destroy() };
}
