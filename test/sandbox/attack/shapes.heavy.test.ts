// Shapes in which people paste their locks: each is attacked as it is, or refused at its line, with a way out.
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/install.mjs';
import { attack, folderWithPackages } from '../../support/attackCommand';
import { sampled } from '../../support/nightly';

let folder = '';
beforeAll(async () => {
  // Without a tsconfig.json above it.
  folder = await folderWithPackages('shapes-');
  await writeFile(
    join(folder, 'unlock.lua'),
    "return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('del', KEYS[1])",
  );
  await writeFile(join(folder, 'beside.ts'), 'export const place = __filename;');
  await writeFile(join(folder, 'misses.ts'), "\n\nexport { place } from 'not-there';");
});
afterAll(() => rm(dirname(folder), { recursive: true }));

const redis = "import Redis from 'ioredis'; const redis = new Redis();";
const acquire = "export const acquire = async (key: string) => (await redis.set(key, '1', 'PX', 2000, 'NX')) === 'OK';";
const release = 'export const release = async (key: string) => { await redis.del(key); };';
const both = `${acquire}\n${release}`;

const lockedBy = (decorator: string, where: string): string => `${redis}
${decorator}
class Job { @Locked(2000) async run(_: unknown, work: () => Promise<void>) { await work(); } }
const job = new Job();
export const withLock = (lock: unknown, work: () => Promise<void>) => job.run(lock, work); // ${where}`;

/** The file is recognised as a lock, and one client after the other gets it. */
const attacked: readonly (readonly [shape: string, name: string, text: string, asks?: string])[] = [
  [
    'a client of Redis on globalThis',
    'global.ts',
    `import Redis from 'ioredis'; const redis = ((globalThis as any).redis ??= new Redis());\n${both}`,
  ],
  [
    'a global that is used by its bare name',
    'bare.ts',
    `import Redis from 'ioredis'; declare global { var shared: Redis } global.shared ??= new Redis();\n${both.replaceAll('redis.', 'shared.')}`,
  ],
  [
    'a script in a file beside it, in CommonJS',
    'lua.js',
    `'use strict'; const fs = require('fs'); const Redis = require('ioredis');
     module.exports = class { constructor() { this.redis = new Redis();
       this.redis.defineCommand('unlock', { numberOfKeys: 1, lua: fs.readFileSync(__dirname + '/unlock.lua', 'utf8') }); }
       async acquire(key) { return (await this.redis.set(key, 'mine', 'NX', 'PX', 2000)) === 'OK'; }
       async release(key) { return this.redis.unlock(key, 'mine'); } };`,
    'EVAL(GET DEL)',
  ],
  [
    'a script that is read when it is needed',
    'later.ts',
    `import { readFile } from 'node:fs/promises'; ${redis}\n${acquire}
     export const release = async (key: string) => redis.eval(await readFile(new URL('unlock.lua', import.meta.url), 'utf8'), 1, key, '1');`,
    'EVAL(GET DEL)',
  ],
  [
    'a folder that the file names itself',
    'ownFolder.ts',
    `import { dirname } from 'node:path'; import { fileURLToPath } from 'node:url'; import { readFileSync } from 'node:fs'; ${redis}
     const __dirname = dirname(fileURLToPath(import.meta.url));\n${acquire}
     export const release = (key: string) => redis.eval(readFileSync(__dirname + '/unlock.lua', 'utf8'), 1, key, '1');`,
    'EVAL(GET DEL)',
  ],
  [
    'a module that has its own place',
    'two.ts',
    `import { place } from './beside'; ${redis}\nif (!place.endsWith('beside.ts') || !__filename.endsWith('two.ts')) throw new Error(place);\n${both}`,
  ],
  [
    'top-level await',
    'top.mjs',
    `import { createClient } from 'redis'; import fs from 'node:fs';
     const redis = await createClient({ url: 'redis://cache:6379' }).connect(); fs.existsSync('.');
     ${both.replaceAll(': string', '').replace("'PX', 2000, 'NX'", '{ NX: true, PX: 2000 }')}`,
  ],
  [
    'a decorator of TypeScript',
    'decorator.ts',
    lockedBy(
      `function Locked(ttl: number) { return (_t: unknown, _n: string, d: PropertyDescriptor) => { const run = d.value;
         d.value = async function (lock: any, work: any) { if (!(await redis.set(lock.key, '1', 'PX', ttl, 'NX'))) return;
           try { return await run.call(this, lock, work); } finally { await redis.del(lock.key); } }; }; }`,
      'TypeScript',
    ),
  ],
  [
    'a decorator of the standard',
    'standard.ts',
    lockedBy(
      `function Locked(ttl: number) { return (run: any, _: ClassMethodDecoratorContext) => async function (this: unknown, lock: any, work: any) {
         if (!(await redis.set(lock.key, '1', 'PX', ttl, 'NX'))) return;
         try { return await run.call(this, lock, work); } finally { await redis.del(lock.key); } }; }`,
      'standard',
    ),
  ],
  [
    'packages that are not there, and are not needed',
    'optional.ts',
    `${redis}\nexport const metrics = () => require('not-installed-here'); export const more = () => import('nor-this/one');\n${both}`,
  ],
  ['a namespace', 'namespace.ts', `${redis}\nexport namespace Lock { ${both} }`],
  [
    'a function that makes the lock',
    'factory.js',
    `const Redis = require('ioredis'); module.exports = (client) => ({
       acquire: async (key) => (await client.set(key, '1', 'PX', 2000, 'NX')) === 'OK', release: (key) => client.del(key) });`,
  ],
  [
    'a class with methods of its own',
    'static.ts',
    `${redis}\nexport class Lock { static async acquire(key: string) { return (await redis.set(key, '1', 'PX', 2000, 'NX')) === 'OK'; }
       static async release(key: string) { await redis.del(key); } }`,
  ],
  [
    'what await using gives back',
    'dispose.ts',
    `${redis}\nexport const acquireLock = async (key: string) => (await redis.set(key, '1', 'PX', 2000, 'NX')) &&
       { async [Symbol.asyncDispose]() { await redis.del(key); } };`,
  ],
  [
    'a service with a method that takes the work',
    'service.ts',
    `${redis}\nexport class Locks { private ttl = 2000; async runWithLock<T>(key: string, fn: () => Promise<T>) {
       if (!(await redis.set(key, '1', 'PX', this.ttl, 'NX'))) throw new Error('held');
       try { return await fn(); } finally { await redis.del(key); } } }`,
  ],
  [
    'an instance of a library, beside names that its functions use for their parameters',
    'instance.ts',
    `${redis}\nimport Redlock from 'redlock'; const resources = 'orders', duration = 1; console.assert(resources, duration);
     export const settings = { nodes: 1, ttl: 3000 };\nexport const redlock = new Redlock([redis], { retryCount: 3 });`,
    'EVAL(EXISTS SET) stock',
  ],
  [
    'an instance of the playground’s own library, in a namespace',
    'own.ts',
    `${redis}\nimport { Redlock } from '${root}/src/redlock/all'; export const settings = { ttl: 3000 };
     export namespace locks { export const redlock = new Redlock([redis], { retryCount: 0 }); }`,
    'SET stock',
  ],
  [
    'the class of the playground’s own library',
    'ownClass.ts',
    `export { Redlock } from '${root}/src/redlock/all';`,
    'SET stock',
  ],
  [
    'withLock beside the instance that it uses',
    'withLock.ts',
    `${redis}\nimport Redlock from 'redlock'; export const redlock = new Redlock([redis], { retryCount: 3 });
     export async function withLock(key: string, work: () => Promise<void>) { const lock = await redlock.acquire(['own:' + key], 2000);
       try { await work(); } finally { await lock.release(); } }`,
    'EVAL(EXISTS SET) own:stock',
  ],
  [
    'a function that makes the lock, and a lock that takes an AbortSignal',
    'signal.ts',
    `${redis}\nclass Mutex { async acquire(abortSignal: AbortSignal | undefined) { abortSignal?.throwIfAborted();
       return (await redis.set('stock', '1', 'PX', 2000, 'NX')) === 'OK'; } async release() { await redis.del('stock'); } }
     export const makeLock = () => new Mutex();`,
  ],
  ['a program of a shell', 'shell.ts', `#!/usr/bin/env -S npx tsx\n${redis}\n${both}`],
];

describe('each of these is attacked as it is', () => {
  for (const [shape, name, text, asks = 'DEL stock'] of sampled(attacked, 2))
    it(shape, async () => {
      const file = join(folder, name);
      await writeFile(file, text);
      const { status, out, errors } = await attack(file, '--play');
      expect(errors).toBe('');
      expect(out).toContain(asks);
      expect(out).toContain('Client 2 has finished round 1');
      expect(status).toBe(0);
    });
});

it('three hosts that a file names are three nodes', async () => {
  const file = join(folder, 'hosts.ts');
  await writeFile(
    file,
    `import Redis from 'ioredis'; import Redlock from 'redlock';
     const redlock = new Redlock(['redis-1', 'redis-2', 'redis-3'].map((host) => new Redis({ host })));
     export const acquire = ({ key }: { key: string }) => redlock.acquire([key], 5000);
     export const release = (_: unknown, lock: { release(): Promise<unknown> }) => lock.release();`,
  );
  const { status, out } = await attack(file, '--play');
  expect(out).toContain('on A, B and C');
  expect(status).toBe(0);
});

describe('each of these is refused, with its line or a way out', () => {
  const rows: readonly (readonly [shape: string, text: string, says: RegExp])[] = [
    [
      'a name that a package does not have',
      "import { Nope } from 'ioredis';\nexport const lock = new Nope();",
      /, line 2: ioredis\.Nope is not a constructor/,
    ],
    [
      'a lock over pg',
      `import { Pool } from 'pg'; const pool = new Pool();
       export const withLock = async (_: unknown, work: () => Promise<void>) => {
         await pool.query('SELECT pg_advisory_lock(1)'); await work(); await pool.query('SELECT pg_advisory_unlock(1)'); };`,
      /locks over Postgres \(pg\).* play --lock sql-advisory/,
    ],
    [
      'an answer of a server at the top',
      `import Redis from 'ioredis'; const redis = new Redis(); await redis.ping();\n${both}`,
      /waits at its top \(await\)/,
    ],
    [
      'a client of Redis Cluster',
      `import { Cluster } from 'ioredis'; const redis = new Cluster([{ host: 'a', port: 7000 }, { host: 'b', port: 7001 }]);\n${both}`,
      /Redis Cluster is not simulated\. Give the lock one client/,
    ],
    [
      'Redis over HTTP',
      `export const acquire = async (key: string) => (await fetch('https://redis.example/set/' + key + '/1/nx/px/2000')).ok;\n${release}`,
      /, line 1: fetch is not simulated.* over HTTP.* can be attacked over ioredis or redis\. The lock/,
    ],
    [
      'a package that is not there',
      "import Redis from 'ioredis';\nimport { lock } from '@acme/not-there/deep';\nexport const acquire = lock;",
      /-there\.ts, line 2: the package "@acme\/not-there" is not installed.*: cd \S+shapes-\w+ && npm install @acme\/not-there\n/,
    ],
    [
      'a relative path to nothing',
      "import { lock } from './gone/lock';\nexport const acquire = lock;",
      /, line 1: there is no file "\.\/gone\/lock"\. A relative path begins at the folder .*shapes-\w+\.\n/,
    ],
    [
      'a package that is missed by a file beside it',
      "import { place } from './misses';\nexport const acquire = place;",
      /misses\.ts, line 3: the package "not-there" is not installed/,
    ],
    [
      'an alias of a project',
      "import { redis } from '@/lib/redis';\nexport const acquire = redis;",
      /, line 1: "@\/lib\/redis" is an alias .* tsconfig\.json/,
    ],
    [
      'a lock that is a file, and that its release leaves there',
      "import { openSync } from 'node:fs'; export const acquire = (key: string) => openSync(key, 'wx'); export const release = () => {};",
      /the lock of client 2 throws an error. .*EEXIST: file already exists, open 'stock'/,
    ],
    [
      'an error below a program of a shell, an import, types and an await',
      `#!/usr/bin/env node\nimport { place } from './beside';\ninterface Kept {\n  id: string;\n}\nawait place;\nexport const acquire = (key: string): Kept => {\n  throw new Error(key);\n};\nexport const release = () => {};`,
      /, line 8: stock/,
    ],
    [
      'an error of evaluation below a decorator',
      `function seen(_: unknown, name: string, about: PropertyDescriptor) {}\nclass A {\n  @seen run() {}\n}\nundefined!.missing;\n${release}`,
      /, line 5: Cannot read properties of undefined/,
    ],
  ];
  for (const [shape, text, says] of sampled(rows, 2))
    it(shape, async () => {
      const file = join(folder, `${shape.replace(/\W/g, '-')}.ts`);
      await writeFile(file, text);
      const { status, errors } = await attack(file);
      expect(errors).toMatch(says);
      expect(status).toBe(2);
    });
});
