// The sandbox's stand-ins of ioredis and node-redis against the libraries themselves: the same code, attacked in both
// worlds with the same faults, suffers the same harms by the same kinds of faults.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { parseAttack } from '../../../src/cli/attack/attackArguments';
import { type AskedAttack, Attacks } from '../../../src/cli/mcp/attacks';
import { injectableKinds } from '../../../src/core/faults';
import { brokenLocks } from '../../../src/sandbox/own/broken/broken';
import { templates } from '../../../src/sandbox/own/templates/templates';
import { byNight } from '../../support/nightly';
import { fortyLocks } from './fortyLocks';

let folder = '';
beforeAll(async () => {
  await mkdir(join(root, 'test/.cache'), { recursive: true });
  // Beside the packages that the locks import.
  folder = await mkdtemp(join(root, 'test/.cache/standins-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** In both worlds at once. */
const attacks = new Attacks(2);

/** Each harm with the kinds of faults that did it, or why the lock was refused. */
async function suffered(from: AskedAttack['from'], kinds: string): Promise<readonly string[]> {
  const parsed = parseAttack(['--reporter', 'json', '--faults', kinds, '--', 'lock.ts']);
  if (!parsed.ok || parsed.command.kind !== 'attack') throw new Error('These arguments are wrong.');
  const asked = { command: parsed.command, from, settings: {}, budgetMs: 1_200_000, progress: () => {} };
  const attacked = await attacks.attack({ ...asked, signal: new AbortController().signal });
  if (attacked.kind === 'refused') return [attacked.kind];
  if (attacked.kind !== 'found' || !attacked.findings.isWhole)
    throw new Error('The search had no time for its whole space.');
  const breaks = attacked.findings.breaks.map(
    ({ harm, faults }) => `${harm} by ${faults.map(({ kind }) => kind).join() || 'nothing'}`,
  );
  return [...new Set(breaks)].sort();
}

/** A plain DEL deletes another's key once it is sent again. */
const ioredis = (options: string): string => `import Redis from 'ioredis';
const redis = new Redis(${options});
export const acquire = async (key: string, ttl: number) => (await redis.set(key, '1', 'PX', ttl, 'NX')) === 'OK';
export const release = async (key: string) => { await redis.del(key); };`;

const nodeRedis = (
  options: string,
  hears = "redis.on('error', () => {});",
): string => `import { createClient } from 'redis';
const redis: any = createClient(${options}); ${hears} void redis.connect();
export const acquire = async (key: string, ttl: number) => (await redis.set(key, '1', { PX: ttl, NX: true })) === 'OK';
export const release = async (key: string) => { await redis.del(key); };`;

const batch = (how: string): string => `import Redis from 'ioredis';
const redis = new Redis();
export const acquire = async (key: string, ttl: number) => {
  const [one] = (await redis.${how}().setnx(key, '1').pexpire(key, ttl).exec())!;
  return one![1] === 1;
};
export const release = async (key: string) => { await redis.${how}().del(key).exec(); };`;

const waiting = `import Redis from 'ioredis';
const redis = new Redis(); const listener = redis.duplicate(); let wake = () => {};
listener.on('message', () => wake());
export async function acquire(key: string, ttl: number) {
  await listener.subscribe(key + ':freed');
  for (let i = 0; i < 5; i++) {
    const woken = new Promise<void>((resolve) => { wake = resolve; setTimeout(resolve, 1000); });
    if ((await redis.set(key, '1', 'PX', ttl, 'NX')) === 'OK') return true;
    await woken;
  }
  return false;
}
export async function release(key: string) { await redis.del(key); await redis.publish(key + ':freed', '1'); }`;

type Shapes = readonly (readonly [name: string, code: string])[];

const clients: Shapes = [
  ['ioredis', ioredis('')],
  ['node-redis', nodeRedis('')],
  ['a transaction of ioredis', batch('multi')],
  ['ioredis that never tries again', ioredis('{ retryStrategy: () => null }')],
  ['ioredis that tries once', ioredis('{ maxRetriesPerRequest: 0 }')],
  ['ioredis that tries slowly', ioredis('{ retryStrategy: (times: number) => times * 500 }')],
  ['ioredis that sends nothing again', ioredis('{ autoResendUnfulfilledCommands: false }')],
  ['ioredis with a timeout', ioredis('{ commandTimeout: 100 }')],
  ['ioredis that connects late', ioredis('{ lazyConnect: true }')],
  ['node-redis that never tries again', nodeRedis('{ socket: { reconnectStrategy: false } }')],
  ['node-redis that tries slowly', nodeRedis('{ socket: { reconnectStrategy: 700 } }')],
  ['node-redis without a listener for errors', nodeRedis('', '')],
  ['a pipeline of ioredis', batch('pipeline')],
  ['a lock that waits for a message', waiting],
  ['ioredis without an offline queue', ioredis('{ enableOfflineQueue: false }')],
  ['node-redis without an offline queue', nodeRedis('{ disableOfflineQueue: true }')],
  ['node-redis with a queue that is too short to connect', nodeRedis('{ commandsQueueMaxLength: 1 }')],
  ['node-redis with a queue as long as its greeting', nodeRedis('{ commandsQueueMaxLength: 3 }')],
];

const locks: Shapes = [
  ...brokenLocks.flatMap(({ id, lock, fixedCode }) => [[`${id}`, lock] as const, [`${id}, fixed`, fixedCode] as const]),
  ...templates.flatMap(({ id, lock }) => (id === 'empty' ? [] : [[`the template ${id}`, lock] as const])),
  ...fortyLocks.flatMap(({ name, code, is }) => (is === 'refused' ? [] : [[name, code] as const])),
];

const usualKinds = 'crash,lose';
const kindsBeside = 3;

/** The shapes that differ in their client suffer each kind. Each of the others has its own few of them. */
function kindsAtNight(index: number, name: string): string {
  if (clients.some(([client]) => client === name)) return 'all';
  const kinds = Array.from(
    { length: kindsBeside },
    (_, one) => injectableKinds[(kindsBeside * index + one) % injectableKinds.length],
  );
  return [usualKinds, ...kinds].join();
}

const rows = [...clients, ...locks].map(([name, code], index) => ({ name, code, index }));

it.each(byNight(rows.slice(0, 2), rows))('$name', async ({ name, code, index }) => {
  const path = join(folder, 'lock.ts');
  await writeFile(path, code);
  const kinds = byNight(usualKinds, kindsAtNight(index, name));
  const [byLibrary, byStandIn] = await Promise.all([suffered({ path }, kinds), suffered({ code }, kinds)]);
  expect(byStandIn).toEqual(byLibrary);
  expect(byLibrary.length).toBeGreaterThan(0);
});
