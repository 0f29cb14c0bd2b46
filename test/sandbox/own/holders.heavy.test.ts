// Two tasks of one process call the lock at once, as in a web server: a lock that keeps one value for the process is
// broken without a fault.
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { afterAll, expect, test } from 'vitest';
import { redisParts } from '../../../src/core/run/redisParts';
import { everyCommand } from '../../../src/core/sim/redis/everyCommand';
import { runSequentially } from '../../../src/sandbox/own/faultlessRuns';
import { playHolders } from '../../../src/sandbox/own/holders';
import { OwnSession } from '../../../src/sandbox/realm/ownSession';
import { smallModule } from '../../../src/sandbox/realm/smallModule';
import { byNight } from '../../support/nightly';
import { guestFiles, ownParts, ownScenario } from '../../support/ownParts';

const disposals: (() => void)[] = [];
afterAll(() => {
  for (const dispose of disposals) dispose();
});

async function holdersOf(code: string) {
  const { parts, recorder, dispose } = await ownParts(code, { lines: true });
  disposals.push(dispose);
  const recorded = () => {
    recorder.lines.length = 0;
    recorder.problems.length = 0;
    return { parts, recorder };
  };
  const settings = { nodes: 1, ttl: 2000, token: false };
  return { apart: runSequentially(settings, recorded), found: playHolders(settings, recorded) };
}

const free = `const FREE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";
const newId = () => String(Math.random());
const taken = async (redis, key, id, ttl) => (await redis.set(key, id, 'NX', 'PX', ttl)) === 'OK';
const freed = async (redis, key, id) => (await redis.eval(FREE, 1, key, id)) === 1;
`;
const perAcquire = `${free}export const acquire = async (redis, key, ttl) => { const id = newId(); return (await taken(redis, key, id, ttl)) ? { id } : null; };
export const release = async (redis, key, id) => freed(redis, key, id);`;
const inClosure = `${free}export const acquire = async (redis, key, ttl) => { const id = newId(); return (await taken(redis, key, id, ttl)) ? () => freed(redis, key, id) : null; };`;
const inVariable = (release: string) => `${free}let id;
export const acquire = async (redis, key, ttl) => {
  id = newId();
  return taken(redis, key, id, ttl);
};
export const release = async (redis, key) => ${release};`;
const lastTaken = `${free}let id;
export const acquire = async (redis, key, ttl) => { const mine = newId(); if (!(await taken(redis, key, mine, ttl))) return false; id = mine; return true; };
export const release = async (redis, key) => freed(redis, key, id);`;
const methods = `id = '';
  async acquire(redis, key, ttl) { this.id = newId(); return taken(redis, key, this.id, ttl); }
  async release(redis, key) { return freed(redis, key, this.id); }`;
const reentrant = (mine: string, given = '') =>
  `const TAKE = "local now = redis.call('get', KEYS[1]) if now and now ~= ARGV[1] then return 0 end redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]) return 1";
export const acquire = async (redis, key, ttl${given}) => (await redis.eval(TAKE, 1, key, ${mine}, ttl)) === 1;
export const release = async (redis, key) => { await redis.del(key); };`;
const counted = `const TAKE = "local held = redis.call('hget', KEYS[1], ARGV[1]) if redis.call('exists', KEYS[1]) == 1 and not held then return 0 end redis.call('hincrby', KEYS[1], ARGV[1], 1) redis.call('pexpire', KEYS[1], ARGV[2]) return 1";
const LEAVE = "if redis.call('hincrby', KEYS[1], ARGV[1], -1) > 0 then return 1 end return redis.call('del', KEYS[1])";
const me = String(Math.random());
export const acquire = async (redis, key, ttl) => (await redis.eval(TAKE, 1, key, me, ttl)) === 1;
export const release = async (redis, key) => { await redis.eval(LEAVE, 1, key, me); };`;
const orphan = `${free}export const lock = (redis, key) => { const id = newId();
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => reject(new Error('not in time')), 200);
    const attempt = async () => {
      if ((await redis.set(key, id, 'NX')) === 'OK') { clearTimeout(giveUp); resolve(() => freed(redis, key, id)); }
      else setTimeout(attempt, 50); };
    void attempt(); }); };`;
const queued = `${free}let last = Promise.resolve();
let id;
export const acquire = async ({ redis: [redis], key, ttl }) => {
  const before = last;
  let leave;
  last = new Promise((resolve) => { leave = resolve; });
  await before;
  id = newId();
  if (await taken(redis, key, id, ttl)) return { leave };
  leave();
  return null;
};
export const release = async ({ redis: [redis], key }, held) => { const isFreed = await freed(redis, key, id); held.leave(); return isFreed; };`;

const rows: readonly (readonly [claim: string, code: string, kind: string | null])[] = [
  ['a value in what acquire returns is right', perAcquire, null],
  ['a value in a closure for each acquire is right', inClosure, null],
  ['a Redis lock behind a queue of the process is right', queued, null],
  ['a value in a variable of the module fails to release', inVariable('freed(redis, key, id)'), 'tasks-release'],
  ['the same that says nothing keeps others out', inVariable('{ await freed(redis, key, id); }'), 'tasks-release'],
  [
    'the same without a lease keeps them out for ever',
    inVariable('{ await freed(redis, key, id); }').replace(", 'PX', ttl", ''),
    'tasks-waiting',
  ],
  ['the value of the last lock taken is wrong for two keys', lastTaken, 'tasks-release'],
  ['the process id as the owner lets two in', reentrant('process.pid'), 'tasks-inside'],
  ['the id of the process as a parameter lets two in', reentrant('processId', ', processId'), 'tasks-inside'],
  ['a lock that counts how often its process has it is re-entrant, which is no fault', counted, 'tasks-reentrant'],
  ['a waiter that gave up and asks on breaks two processes as well', orphan, null],
  ['an owner that each task has for itself is right', reentrant('ownerId', ', ownerId'), null],
  [
    'a value in a class is right where each task has an instance',
    `${free}export class Lock { ${methods} }`,
    'tasks-sharing',
  ],
  [
    'a value in an object that the file exports is wrong',
    `${free}class Lock { ${methods} }\nexport const lock = new Lock();`,
    'tasks-release',
  ],
];

// The waiter that asks on makes a run so long that it takes as long as all others.
test.each(
  byNight(
    rows.filter(([, code]) => code !== orphan),
    rows,
  ),
)('%s', async (_, code, kind) => {
  const { apart, found } = await holdersOf(code);
  expect({ problem: apart.problem, kind: found?.kind ?? null }).toEqual({ problem: null, kind });
});

test('the line is that of the call that failed', async () => {
  const { found } = await holdersOf(inVariable('freed(redis, key, id)'));
  expect(found?.place).toMatchObject({ line: 4 });
});

test('the page is answered with it, and a lock that is right with an instance for each task is attacked', async () => {
  const guest = { guest: guestFiles, parts: { ...redisParts, commands: everyCommand } };
  const session = new OwnSession({ ...guest, module: () => smallModule(variant), now: () => performance.now() });
  const call = { report: () => {}, pause: async () => {} };
  const attack = (lock: string) =>
    session.attack({ code: { lock, check: null }, scenario: ownScenario(), kinds: ['crash'], faultsMax: 1 }, call);
  const broken = await attack(inVariable('freed(redis, key, id)'));
  expect(broken).toMatchObject({ isExhaustive: true, problem: { kind: 'tasks-release', place: { line: 4 } } });
  const shared = await attack(`${free}export class Lock { ${methods} }`);
  expect(shared).toMatchObject({ isExhaustive: true, problem: { kind: 'tasks-sharing' } });
});
