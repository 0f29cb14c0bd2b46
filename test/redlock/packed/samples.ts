/**
 * Programs of a user of the library, as text. Each is tried with both packages: the names of the imports are the only difference.
 */

/** What the entries are called in imports. */
export interface Entries {
  /** Redlock, the errors and the types. */
  readonly main: string;
  /** The locks on one node. */
  readonly watched: string;
  readonly simulated: string;
}

/** Code written for node-redlock 5, with another name in the import. */
const esModule = ({ main, simulated }: Entries): string => `
import Redlock, { type ExecutionStats, ExecutionError, type Lock, ResourceLockedError } from '${main}';
import { SimulatedRedis } from '${simulated}';

const nodes = Array.from({ length: 5 }, () => new SimulatedRedis());
const redlock = new Redlock(nodes, { driftFactor: 0.01, retryCount: 2, retryDelay: 10, retryJitter: 5, automaticExtensionThreshold: 500 });
redlock.on('error', (error) => { if (!(error instanceof ResourceLockedError)) console.error(error); });

let lock: Lock = await redlock.acquire(['a', 'b'], 5000);
lock = await lock.extend(4000);
const left: number = lock.expiration - Date.now();
const resources: string[] = lock.resources;
const nobodyStops: AbortSignal | undefined = undefined;
await (await redlock.acquire([...resources, 'c'].slice(2), 5000, { signal: nobodyStops })).release();
const held = nodes[0]?.get('a') === lock.value;
await lock.release();

const value: string = await redlock.using(['a'], 5000, { retryCount: 1 }, async (signal) => {
  if (signal.aborted) throw signal.error;
  return 'routine';
});
let votes = '';
await redlock.acquire(['a'], 5000);
try {
  await redlock.acquire(['a'], 5000);
} catch (error) {
  if (!(error instanceof ExecutionError)) throw error;
  const stats: readonly ExecutionStats[] = await Promise.all(error.attempts);
  votes = stats.map(({ votesFor, votesAgainst, quorumSize }) => [votesFor.size, votesAgainst.size, quorumSize].join('/')).join(' ');
}
console.log(JSON.stringify({ held, isLeft: left > 3000, value, votes, left: nodes.map((node) => node.keys()) }));
`;

/** Nodes that are not connections and do not answer. */
const silent = ({ main, watched, simulated }: Entries): string => `
import { type ExecutionError, Redlock } from '${main}';
import { SingleNodeLocks } from '${watched}';
import { SimulatedRedis } from '${simulated}';
const nodes = Array.from({ length: 5 }, () => new SimulatedRedis());
const redlock = new Redlock(nodes, { retryCount: 0, releaseRetryCount: 0 });
for (const node of nodes.slice(0, 2)) node.halt();
const lock = await redlock.acquire(['a'], 20_000);
const against = (await lock.attempts[0])?.votesAgainst.size;
for (const node of nodes) node.halt();
const kindOf = (error: ExecutionError): string => error.kind;
const failed = await new SingleNodeLocks(nodes[0]!, { retryCount: 0 }).acquire(['b'], 1000).then(() => '', kindOf);
console.log(failed, against, await lock.release().then(() => '', kindOf));
`;

/** What node-redlock does not have. */
const added = ({ main, watched, simulated }: Entries): string => `
import type { EventEmitter } from 'node:events';
import { type LockLostError, Redlock, type Settings } from '${main}';
import { WatchedLocks } from '${watched}';
import { SimulatedRedis } from '${simulated}';
const settings: Partial<Settings> = { retryDelay: (tries) => 10 * 2 ** tries };
// @ts-expect-error: it stays a number.
const wrong: Partial<Settings> = { releaseRetryDelay: (tries: number) => tries };
const redlock = new Redlock([new SimulatedRedis()], { ...settings, ...(wrong && {}) });
const emitter: EventEmitter = redlock;
const heard: string[] = [];
redlock.on('acquired', (lock) => heard.push(\`acquired \${lock.data}\`)).once('lost', (error: LockLostError) => heard.push(\`lost \${error.lock?.data}\`));
// @ts-expect-error: there is no such event.
emitter === redlock && redlock.on('aquired', () => {});
// @ts-expect-error: a lock is no number.
redlock.off('acquired', (lock: number) => lock);
{
  await using lock = await redlock.acquire(['a'], 5000, { data: 'me' });
  const seen = await redlock.peek('a');
  const value: string | undefined = seen?.value;
  heard.push(String(value === lock.value), String(await redlock.isLocked(['a'])), seen?.data ?? '');
}
const ofFive: Settings = { driftFactor: 0.01, retryCount: 0, retryDelay: 1, retryJitter: 0, automaticExtensionThreshold: 500 };
const alike = [new Redlock(redlock.clients, redlock.settings), new Redlock([new SimulatedRedis()], ofFive, {})];
for (const each of alike) await (await each.acquire(['c'], 5000, { ...each.settings, retryCount: 1 })).release();
console.log(heard.join(), await new WatchedLocks(new SimulatedRedis()).isLocked(['a']));
`;

const clients = ({ main, watched }: Entries): string => `
import { Redis } from 'ioredis';
import { createClient, createClientPool, createCluster, createSentinel } from 'redis';
import { Redlock } from '${main}';
import { SingleNodeLocks } from '${watched}';
const rootNodes = [{ url: 'redis://localhost' }];
export const all = (): Redlock[] => [
  new Redlock([new Redis()]),
  new Redlock([new Redis({ sentinels: [{ host: 'localhost', port: 26379 }], name: 'mymaster' })]),
  new Redlock(new Set([new Redis.Cluster([])])),
  new Redlock([createClient()]),
  new Redlock([createClient({ RESP: 3 })]),
  new Redlock([createClientPool()]),
  new Redlock([createCluster({ rootNodes })]),
  new Redlock([createSentinel({ name: 'mymaster', sentinelRootNodes: [{ host: 'localhost', port: 26379 }] })]),
];
export const one = (): SingleNodeLocks => new SingleNodeLocks(createClientPool());
`;

const commonModule = ({ main, simulated }: Entries): string => `
import redlock = require('${main}');
import simulatedNodes = require('${simulated}');
const { default: Redlock } = redlock;
void new Redlock([new simulatedNodes.SimulatedRedis()]).acquire(['a'], 1000).then((lock) => lock.release()).then(({ attempts }) => {
  console.log(attempts.length);
});
`;

export const samples: Readonly<Record<string, (entries: Entries) => string>> = {
  'es.mts': esModule,
  'common.cts': commonModule,
  'silent.mts': silent,
  'clients.mts': clients,
  'added.mts': added,
  'wrong.mts': (entries) => `${esModule(entries)}\nconst wrong: string = lock.expiration;\n`,
};
