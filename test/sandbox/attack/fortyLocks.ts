/**
 * Locks as people write them, each with the answer that theory gives. Half are correct, half are broken in one known
 * way.
 */

export interface KnownLock {
  /** What is correct or wrong about it. */
  readonly name: string;
  readonly code: string;
  /**
   * `right`: it suffers what every lock with a lease suffers, and nothing more. A harm: one fault causes that harm.
   * `calm`: it is broken without a fault. `refused`: it cannot be attacked as it is.
   */
  readonly is: 'right' | 'deleted-another' | 'changed-another' | 'stuck' | 'two-inside' | 'calm' | 'refused';
}

const head = `import Redis from 'ioredis';
import { randomUUID } from 'node:crypto';
const redis = new Redis();
const FREE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";
const RENEW = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) else return 0 end";
`;
const take = "(await redis.set(key, id, 'PX', ttl, 'NX')) === 'OK'";
const free = 'await redis.eval(FREE, 1, key, id);';
const release = `export async function release(key: string, id: string) { ${free} }`;
const taking = (body: string): string =>
  `${head}export async function acquire(key: string, ttl: number) { const id = randomUUID(); ${body} }\n`;

/** @param renews what a watchdog does, three times during each lease */
const watched = (renews: string): string =>
  `${taking(`if (!(${take})) return null;
  const timer = setInterval(() => ${renews}, ttl / 3); return { id, timer };`)}export async function release(key: string, { id, timer }: { id: string; timer: NodeJS.Timeout }) { clearInterval(timer); ${free} }`;

const right: readonly (readonly [name: string, code: string])[] = [
  ['a value of its own, freed by a script', `${taking(`return ${take} ? id : null;`)}${release}`],
  [
    'the same with async functions in constants',
    `${head}export const lock = async (key: string, ttl: number) => { const id = randomUUID(); return ${take} && id; };
export const unlock = async (key: string, id: string) => { ${free} };`,
  ],
  ['the same that returns it with its key', `${taking(`return ${take} ? { key, id } : null;`)}${release}`],
  [
    'the same in a class',
    `${head}export class Lock { private id = ''; constructor(private readonly client: Redis) {}
  async acquire(key: string, ttl: number) { this.id = randomUUID(); return (await this.client.set(key, this.id, 'PX', ttl, 'NX')) === 'OK'; }
  async release(key: string) { return (await this.client.eval(FREE, 1, key, this.id)) === 1; } }`,
  ],
  ['one that throws when it is taken', `${taking(`if (!(${take})) throw new Error('taken'); return id;`)}${release}`],
  [
    'one that tries again by itself',
    `${taking(`for (let i = 0; i < 20; i++) { if (${take}) return id; await new Promise((r) => setTimeout(r, 50)); } return null;`)}${release}`,
  ],
  ['one whose watchdog compares', watched('redis.eval(RENEW, 1, key, id, ttl)')],
  [
    'one whose watchdog takes an expired lock again',
    watched(
      `redis.eval("local v = redis.call('get', KEYS[1]); if not v or v == ARGV[1] then redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2]); return 1 end return 0", 1, key, id, ttl)`,
    ),
  ],
  [
    'one with a lease of ten minutes',
    `${head}export async function acquire(key: string) { const id = randomUUID(); return (await redis.set(key, id, 'EX', 600, 'NX')) === 'OK' ? id : null; }
${release}`,
  ],
  [
    'one with a lease of its own',
    `${head}export async function acquire(key: string) { const id = randomUUID(); return (await redis.set(key, id, 'PX', 5000, 'NX')) === 'OK' ? id : null; }
${release}`,
  ],
  [
    'one that counts its lease in seconds',
    `${head}export async function acquire(key: string, ttlSeconds: number) { const id = randomUUID(); return (await redis.set(key, id, 'EX', ttlSeconds, 'NX')) === 'OK' ? id : null; }
${release}`,
  ],
  [
    'one with a lease of an hour',
    `${head}export async function acquire(key: string) { const id = randomUUID(); return (await redis.set(key, id, 'EX', 3600, 'NX')) === 'OK' ? id : null; }
${release}`,
  ],
  [
    'one that takes key and expiry by a script',
    `${taking(`return (await redis.eval("return redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0", 1, key, id, ttl)) === 1 ? id : null;`)}${release}`,
  ],
  [
    'one whose owner is a parameter',
    `${head}export async function acquire(key: string, ownerId: string, ttl: number) { return (await redis.set(key, ownerId, 'PX', ttl, 'NX')) === 'OK'; }
export async function release(key: string, ownerId: string) { return (await redis.eval(FREE, 1, key, ownerId)) === 1; }`,
  ],
  [
    'one with a callback',
    `${head}export function acquire(key: string, ttl: number, done: (error: unknown, id?: string | false) => void) { const id = randomUUID(); redis.set(key, id, 'PX', ttl, 'NX', (error, ok) => done(error, ok === 'OK' && id)); }
export function release(key: string, id: string, done: (error: unknown) => void) { redis.eval(FREE, 1, key, id, (error) => done(error)); }`,
  ],
  [
    'withLock over key, TTL and work',
    `${head}export async function withLock<T>(key: string, ttl: number, work: () => Promise<T>) { const id = randomUUID(); if (!(${take})) throw new Error('busy'); try { return await work(); } finally { ${free} } }`,
  ],
  ['one that hands out what releases', `${taking(`return ${take} ? { release: async () => { ${free} } } : null;`)}`],
  ['one that returns its release', `${taking(`return ${take} ? async () => { ${free} } : null;`)}`],
  [
    'one that says by a status that it is taken',
    `${taking(`const ok = ${take}; return { status: ok, token: id };`)}export async function release(key: string, token: string) { await redis.eval(FREE, 1, key, token); }`,
  ],
  [
    'one that says in words that it is taken',
    `${head}export class Lock { private id = ''; constructor(private readonly key: string) {}
  async acquire(ttl: number) { this.id = randomUUID(); return (await redis.set(this.key, this.id, 'PX', ttl, 'NX')) === 'OK' ? 'acquired' : 'held_by_other'; }
  async release() { await redis.eval(FREE, 1, this.key, this.id); } }`,
  ],
  [
    'one whose release takes apart what acquire returned',
    `${taking(`return ${take} ? { id } : null;`)}export async function release(key: string, { id }: { id: string }) { ${free} }`,
  ],
  [
    'a class that makes its locks itself',
    `${head}export class Lock { private constructor(readonly key: string, private readonly id: string) {}
  static async acquire(key: string, ttl: number) { const id = randomUUID(); return ${take} ? new Lock(key, id) : null; }
  async [Symbol.asyncDispose]() { await redis.eval(FREE, 1, this.key, this.id); } }`,
  ],
  [
    'one that watches while it deletes',
    `${taking(`return ${take} ? id : null;`)}export async function release(key: string, id: string) { const own = redis.duplicate(); await own.watch(key); if ((await own.get(key)) === id) await own.multi().del(key).exec(); else await own.unwatch(); own.disconnect(); }`,
  ],
  [
    'options in an object',
    `${head}export async function acquire({ key, ttl }: { key: string; ttl: number }) { const id = randomUUID(); return ${take} ? { id } : null; }
export async function release({ key }: { key: string }, { id }: { id: string }) { ${free} }`,
  ],
  [
    'CommonJS',
    `const Redis = require('ioredis'); const { randomUUID } = require('crypto'); const redis = new Redis();
const FREE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";
exports.lock = async (key, ttl) => { const id = randomUUID(); return ${take} ? id : null; };
exports.unlock = async (key, id) => { ${free} };`,
  ],
  [
    'a client on globalThis',
    `import Redis from 'ioredis'; import { randomUUID } from 'node:crypto'; const g = globalThis as any; const redis = (g.redis ??= new Redis());
const FREE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";
export async function acquire(key: string, ttl: number) { const id = randomUUID(); return ${take} ? id : null; }
${release}`,
  ],
  [
    'a majority of three',
    `import Redis from 'ioredis'; import { randomUUID } from 'node:crypto';
export const settings = { nodes: 3, ttl: 2000 };
const FREE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";
const freeAll = (redis: any[], key: string, id: string) => Promise.allSettled(redis.map((one) => one.eval(FREE, 1, key, id)));
export async function acquire({ redis, key, ttl }: any) { const id = randomUUID(); const from = Date.now();
  const got = await Promise.allSettled(redis.map((one: any) => one.timeout(100).set(key, id, 'PX', ttl, 'NX')));
  const validFor = ttl - (Date.now() - from) - 20;
  if (got.filter((one) => one.status === 'fulfilled' && one.value === 'OK').length >= 2 && validFor > 0) return { id, validFor };
  await freeAll(redis, key, id); return null; }
export async function release({ redis, key }: any, { id }: any) { await freeAll(redis, key, id); }`,
  ],
];

const broken: readonly (readonly [name: string, is: KnownLock['is'], code: string])[] = [
  [
    'a bare DEL',
    'deleted-another',
    `${taking(`return ${take} ? id : null;`)}export async function release(key: string) { await redis.del(key); }`,
  ],
  [
    'one value for everybody',
    'deleted-another',
    `${head}export async function acquire(key: string, ttl: number) { return (await redis.set(key, 'locked', 'PX', ttl, 'NX')) === 'OK'; }
export async function release(key: string) { await redis.eval(FREE, 1, key, 'locked'); }`,
  ],
  [
    'a look before the DEL',
    'deleted-another',
    `${taking(`return ${take} ? id : null;`)}export async function release(key: string, id: string) { if ((await redis.get(key)) === id) await redis.del(key); }`,
  ],
  [
    'a bare DEL, and -1 for a refusal',
    'deleted-another',
    `${taking(`return ${take} ? 1 : -1;`)}export async function release(key: string) { await redis.del(key); }`,
  ],
  [
    'a leader that looks before it goes on',
    'deleted-another',
    `${head}export class Election { constructor(private readonly nodeId: string) {}
  async tryAcquire() { return (await redis.set('leader', this.nodeId, 'PX', 3000, 'NX')) === 'OK' || (await redis.get('leader')) === this.nodeId; }
  async release() { if ((await redis.get('leader')) === this.nodeId) await redis.del('leader'); } }`,
  ],
  [
    'UNLINK in place of DEL',
    'deleted-another',
    `${taking(`return ${take} ? id : null;`)}export async function release(key: string) { await redis.unlink(key); }`,
  ],
  [
    'a bare DEL in a finally',
    'deleted-another',
    `${head}export async function withLock<T>(key: string, ttl: number, work: () => Promise<T>) { if (!(await redis.set(key, '1', 'PX', ttl, 'NX'))) throw new Error('busy'); try { return await work(); } finally { await redis.del(key); } }`,
  ],
  ...(
    [
      ['a look before PEXPIRE', 'redis.get(key).then((now) => now === id && redis.pexpire(key, ttl))'],
      ['SET XX', "redis.set(key, id, 'PX', ttl, 'XX')"],
      ['a bare PEXPIRE', 'redis.pexpire(key, ttl)'],
      ['a bare EXPIRE', 'redis.expire(key, ttl / 1000)'],
      ['GETEX', "redis.getex(key, 'PX', ttl)"],
      ['SET without a condition', "redis.set(key, id, 'PX', ttl)"],
    ] as const
  ).map(([by, renews]): (typeof broken)[number] => [
    `a watchdog that renews by ${by}`,
    'changed-another',
    watched(renews),
  ]),
  [
    'an expiry by a second command',
    'stuck',
    `${taking('if ((await redis.setnx(key, id)) === 0) return null; await redis.pexpire(key, ttl); return id;')}${release}`,
  ],
  ['no expiry at all', 'stuck', `${taking("return (await redis.set(key, id, 'NX')) === 'OK' ? id : null;")}${release}`],
  [
    'SETNX and a bare DEL, for ever',
    'stuck',
    `${head}export async function acquire(key: string) { return (await redis.setnx(key, '1')) === 1; }
export async function release(key: string) { await redis.del(key); }`,
  ],
  [
    'a counter that is never taken back',
    'stuck',
    `${head}export async function acquire(key: string) { if ((await redis.incr(key)) === 1) return true; await redis.decr(key); return false; }
export async function release(key: string) { await redis.decr(key); }`,
  ],
  [
    'HSETNX without an expiry',
    'stuck',
    `${taking("return (await redis.hsetnx(key, 'owner', id)) === 1 ? id : null;")}export async function release(key: string) { await redis.del(key); }`,
  ],
  [
    'a look before the SET',
    'calm',
    `${taking("if (await redis.get(key)) return null; await redis.set(key, id, 'PX', ttl); return id;")}${release}`,
  ],
  [
    'EXISTS before the SET',
    'calm',
    `${taking("if (await redis.exists(key)) return null; await redis.set(key, id, 'PX', ttl); return id;")}${release}`,
  ],
  ['no NX', 'calm', `${taking("return (await redis.set(key, id, 'PX', ttl)) === 'OK' ? id : null;")}${release}`],
  [
    'an answer that nobody looks at',
    'calm',
    `${taking("await redis.set(key, id, 'PX', ttl, 'NX'); return id;")}${release}`,
  ],
  [
    'a variable of the process',
    'calm',
    `let taken = false; export async function acquire() { if (taken) return false; taken = true; return true; } export async function release() { taken = false; }`,
  ],
  [
    'one that goes in anyway after a while',
    'calm',
    `${taking(`for (let i = 0; i < 3; i++) { if (${take}) return id; await new Promise((r) => setTimeout(r, 50)); } return id;`)}${release}`,
  ],
  [
    'a lease shorter than the work',
    'calm',
    `${head}export async function acquire(key: string) { const id = randomUUID(); return (await redis.set(key, id, 'PX', 150, 'NX')) === 'OK' ? id : null; }
${release}`,
  ],
  [
    'the host as the owner, for all',
    'calm',
    `${head}import { hostname } from 'node:os'; const me = hostname();
export async function acquire(key: string, ttl: number) { const now = await redis.get(key); if (now !== null && now !== me) return false; await redis.set(key, me, 'PX', ttl); return true; }
export async function release(key: string) { await redis.eval(FREE, 1, key, me); }`,
  ],
  [
    'one value for all tasks of a process',
    'calm',
    `${head}let id = ''; export async function acquire(key: string, ttl: number) { id = randomUUID(); return ${take}; }
export async function release(key: string) { ${free} }`,
  ],
  [
    'a time in seconds',
    'right',
    `${head}export async function acquire(key: string, ttl: number) { const id = randomUUID(); return (await redis.set(key, id, 'EX', ttl, 'NX')) === 'OK' ? id : null; }
${release}`,
  ],
  [
    'a release with a method that is not there',
    'refused',
    `${taking(`return ${take} ? id : null;`)}export async function release(key: string, id: string) { await (redis as any).compareAndDelete(key, id); }`,
  ],
  [
    'a release of another key',
    'calm',
    `${taking(`return ${take} ? id : null;`)}export async function release(key: string, id: string) { return (await redis.eval(FREE, 1, 'lock:' + key, id)) === 1; }`,
  ],
  [
    'a promise that nobody handles',
    'refused',
    `${taking(`void Promise.reject(new Error('alone')); return ${take} ? id : null;`)}${release}`,
  ],
];

export const fortyLocks: readonly KnownLock[] = [
  ...right.map(([name, code]) => ({ name, code, is: 'right' as const })),
  ...broken.map(([name, is, code]) => ({ name, code, is })),
];
