// A reader's own code as a lock, in the sandbox: the same world, faults and judge as for the locks of the playground.
import { afterEach, describe, expect, test } from 'vitest';
import { kindNumber } from '../../../src/core/model/trace/trace';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { runScenario } from '../../../src/core/run/runScenario';
import { playFaultless } from '../../../src/sandbox/own/faultlessRuns';
import { RealmEnded } from '../../../src/sandbox/own/realm';
import { compile } from '../../../src/sandbox/realm/compile';
import { type Own, ownParts, ownScenario } from '../../support/ownParts';

const opened: Own[] = [];
afterEach(() => {
  for (const own of opened.splice(0)) own.dispose();
});

async function load(source: string, lines = false): Promise<Own> {
  const own = await ownParts(source, { lines });
  opened.push(own);
  return own;
}

const ownValue = `
export async function acquire({ redis, key, ttl, clock, random, log }) {
  const value: string = random.uuid();
  const start = clock.mono();
  if ((await redis[0].set(key, value, 'NX', 'PX', ttl)) !== 'OK') return null;
  await log('got it');
  return { value, validFor: ttl - (clock.mono() - start) };
}
export async function release({ redis, key }, { value }) {
  if ((await redis[0].get(key)) !== value) return false;
  await redis[0].del(key);
  return true;
}`;

const pauseBeforeWrite = {
  pause: {
    kind: 'pause',
    process: 'client1',
    when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
    for: 3000,
  },
} as never;

test('a lock of ten lines holds in calm, and loses an update when its holder pauses before the write', async () => {
  const { parts } = await load(ownValue);
  expect(runScenario(ownScenario(), parts).verdict.outcome).toBe('held');
  expect(runScenario(ownScenario({}, {}, pauseBeforeWrite), parts).verdict.outcome).toBe('lost');
});

test('the same scenario gives the same bytes, in this realm and in a new one', async () => {
  const bytes = ({ parts }: Own): string =>
    JSON.stringify(runScenario(ownScenario({}, {}, pauseBeforeWrite), parts).trace);
  const first = await load(ownValue);
  const firstBytes = bytes(first);
  expect(bytes(first)).toBe(firstBytes);
  expect(bytes(await load(ownValue))).toBe(firstBytes);
});

test('each life evaluates the file anew: what it kept at its top is gone after a crash', async () => {
  const { parts, recorder } = await load(`
    let count = 0;
    export function acquire({ log }) { count++; log(String(count)); return true; }
    export function release() {}`);
  const crash = { kind: 'crash', process: 'client1', when: { kind: 'time', at: 2000 }, restartAfter: 100 };
  runScenario(ownScenario({}, { clients: 1, rounds: 3 }, { crash } as never), parts);
  const [said = []] = [recorder.logLines.map(({ text }) => text)];
  expect(said.slice(0, 2)).toEqual(['1', '2']);
  expect(said.filter((text) => text === '1').length).toBe(2);
});

test('what it said, and the line that asked, are known by the events of the run', async () => {
  const { parts, recorder } = await load(ownValue, true);
  const { trace } = runScenario(ownScenario({}, { clients: 1 }), parts);
  expect(recorder.logLines).toEqual([{ seq: expect.any(Number), client: 'client1', text: 'got it' }]);
  expect(recorder.lines.map(({ line }) => line)).toEqual([5, 6, 10, 11]);
  expect(recorder.lines.every(({ seq }) => seq < trace.count)).toBe(true);
});

test('a lost message ends its connection, and the code is told: it does not wait for ever', async () => {
  const { parts, recorder } = await load(ownValue);
  const lose = { kind: 'lose', message: { from: 'nodeA', to: 'client1', leg: 'reply', nth: 1 } };
  const { verdict } = runScenario(ownScenario({}, { duration: 20_000 }, { lose } as never), parts);
  expect(recorder.problems[0]).toMatchObject({ kind: 'threw', message: 'Connection is closed.', client: 'client1' });
  expect(verdict.lock).toBe('held');
});

describe('other forms', () => {
  const forms = {
    'functions that take redis, a key and a lease': `
      exports.lock = async (redis, key, ttlMs) => (await redis.set(key, 'mine', 'PX', ttlMs, 'NX')) === 'OK';
      exports.unlock = (redis, key) => redis.del(key);`,
    'a class, made with a client': `
      export class RedisLock {
        constructor(private readonly client: any, private readonly lockKey: string, private readonly ttl = 1000) {}
        async acquire() { return (await this.client.set(this.lockKey, 'x', { NX: true, PX: this.ttl })) !== null; }
        async release() { await this.client.del(this.lockKey); }
      }`,
    'a function around the work': `
      export async function withLock({ redis, key, ttl, sleep }, work) {
        while ((await redis[0].set(key, 'x', 'NX', 'PX', ttl)) === null) await sleep(50);
        try { await work(); } finally { await redis[0].del(key); }
      }`,
    'a function that hands out what releases': `
      import { createClient } from 'redis';
      export async function acquireRedisLock(params) {
        const client = createClient();
        const ok = await client.set(params.key, 'x', { NX: true, PX: params.ttlMs });
        return { acquired: ok === 'OK', release: async () => { await client.del(params.key); } };
      }`,
    'names of one’s own, and a key with a prefix': `
      import Redis from 'ioredis';
      const redis = new Redis();
      export async function tryAcquireLock(key, ttlMs, value = 'mine') {
        return (await redis.set('lock:' + key, value, 'PX', ttlMs, 'NX')) ? { acquired: true, value } : { acquired: false };
      }
      export async function isLocked() { return true; }
      export async function releaseLock(key, value) { await redis.del('lock:' + key); }`,
    callbacks: `
      export function acquire({ redis, key, ttl }) {
        return new Promise((done, fail) => redis[0].set(key, 'x', 'NX', 'PX', ttl, (error, ok) => error ? fail(error) : done(ok === 'OK')));
      }
      export function release({ redis, key }) { return new Promise((done) => redis[0].del(key, () => done(true))); }`,
    'a client of ioredis of its own': `
      import Redis from 'ioredis';
      import { randomUUID } from 'node:crypto';
      const redis = new Redis({ host: 'localhost', port: 6379 });
      export default {
        async acquire(resource, ttl) { const id = randomUUID(); return (await redis.set(resource, id, 'PX', ttl, 'NX')) && id; },
        async release(resource, id) { if ((await redis.get(resource)) === id) await redis.del(resource); },
      };`,
    'a release whose names say nothing': `
      class Held {
        constructor(private readonly drop: () => Promise<unknown>) {}
        release() { return this.drop(); }
      }
      export const acquire = async ({ redis, key, ttl }) =>
        (await redis[0].set(key, 'x', 'NX', 'PX', ttl)) && new Held(() => redis[0].del(key));
      export const release = (_, mutex) => mutex.release();`,
    'a client of node-redis of its own': `
      const { createClient } = require('redis');
      const client = createClient({ url: 'redis://localhost' });
      module.exports = {
        acquire: async (key) => { if (!client.open) { await client.connect(); client.open = true; } return client.set(key, '1', { condition: 'NX', expiration: { type: 'EX', value: 2 } }); },
        release: (key) => client.del(key),
      };`,
  };
  for (const [name, source] of Object.entries(forms))
    test(`${name}: two clients take turns`, async () => {
      const { parts, recorder } = await load(source);
      const { verdict, trace } = runScenario(ownScenario({}, { rounds: 2, duration: 20_000 }), parts);
      expect(recorder.problems).toEqual([]);
      expect(verdict.lock).toBe('held');
      expect(trace.header.ended).toBe('quiet');
    });
});

test('the key is the one that the code sets, whatever its name', async () => {
  const { parts } = await load(
    ownValue.replaceAll('key, value', "'lock:' + key, value").replaceAll('(key)', "('lock:' + key)"),
  );
  const { trace, verdict } = runScenario(ownScenario(), parts);
  expect(trace.header.lockEntry).toBe('lock:stock');
  expect(verdict.outcome).toBe('held');
});

describe('what goes wrong', () => {
  test('what acquire throws is a refusal, told with its line', async () => {
    const { parts, recorder } = await load(
      `export function acquire() {\n  throw new Error('no luck');\n}\nexport function release() {}`,
    );
    runScenario(ownScenario({}, { clients: 1, duration: 300 }), parts);
    expect(recorder.problems[0]).toMatchObject({
      kind: 'threw',
      message: 'no luck',
      place: { line: 2 },
      client: 'client1',
    });
  });

  test('an exception in a timer ends the client, as it ends a process', async () => {
    const { parts, recorder } = await load(
      `export function acquire() {\n  setTimeout(async () => {\n    throw new Error('in a timer');\n  }, 100);\n  return true;\n}\nexport function release() {}`,
    );
    const { trace } = runScenario(ownScenario({}, { clients: 1 }), parts);
    expect(recorder.problems).toMatchObject([{ kind: 'rejected', message: 'in a timer', place: { line: 3 } }]);
    expect(trace.header.ended).toBe('quiet');
  });

  const unhandled = {
    'a command whose answer is an error': [
      `void redis[0].incr('text');`,
      'ERR value is not an integer or out of range',
    ],
    'an async function that throws': [
      `const fail = async () => { await log('a'); throw new Error('boom'); }; fail();`,
      'boom',
    ],
    'one that awaits another, which throws': [
      `const fail = async () => { throw new Error('boom'); }; (async () => { await fail(); })();`,
      'boom',
    ],
    'one that returns a promise': [
      `const fail = async () => redis[0].incr('text'); fail();`,
      'ERR value is not an integer or out of range',
    ],
    'a method': [`class A { async fail() { throw new Error('boom'); } } new A().fail();`, 'boom'],
    'a then without a catch': [`Promise.resolve(1).then(() => { throw new Error('boom'); });`, 'boom'],
    'all of several': [
      `Promise.all([redis[0].incr('text'), log('b')]);`,
      'ERR value is not an integer or out of range',
    ],
    'a call of an async generator that throws': [
      `const going = (async function* () { throw new Error('boom'); })(); going.next();`,
      'boom',
    ],
    'the end of an async generator whose finally throws': [
      `const going = (async function* () { try { yield 1; } finally { await log('a'); throw new Error('boom'); } })(); await going.next(); going.return();`,
      'boom',
    ],
    'a promise that the code makes itself': [`new Promise((_, reject) => reject(new Error('boom')));`, 'boom'],
    'a transaction': [`redis[0].multi().incr('text').exec().then(() => { throw new Error('boom'); });`, 'boom'],
  } as const;
  for (const [name, [code, message]] of Object.entries(unhandled))
    test(`nobody awaits ${name}, and it rejects: that ends the client`, async () => {
      const { parts, recorder } = await load(
        `export async function acquire({ redis, log, sleep }) {\n  await redis[0].set('text', 'x');\n  ${code}\n  await sleep(50);\n  return true;\n}\nexport function release() {}`,
        true,
      );
      const { trace } = runScenario(ownScenario({}, { clients: 1 }), parts);
      expect(recorder.problems).toMatchObject([{ kind: 'rejected', message, client: 'client1', place: { line: 3 } }]);
      expect(trace.kind.subarray(0, trace.count)).toContain(kindNumber.crashed);
    });

  const handled = {
    'awaited in a try': `try { await redis[0].incr('text'); } catch {}`,
    'awaited later, before it rejects': `const going = redis[0].incr('text'); await null; await going.catch(() => {});`,
    'caught two levels up': `const deep = async () => { await redis[0].incr('text'); }; const mid = async () => deep(); await mid().catch(() => {});`,
    'one of several that are settled': `await Promise.allSettled([redis[0].incr('text'), (async () => { throw new Error('b'); })()]);`,
    'handed on by an async generator': `const deep = async function* () { throw new Error('boom'); }; const all = async function* () { yield* deep(); }; await all().next().catch(() => {});`,
    'made by the code and caught': `await new Promise((_, reject) => reject(new Error('boom'))).catch(() => {});`,
    'lost in a race': `await Promise.race([log('a'), (async () => { await sleep(1); throw new Error('late'); })()]);`,
    'caught by a method in a chain': `await redis[0].incr('text').then(() => 1).finally(() => 2).catch(() => 3);`,
    'heard by the process': `process.on('unhandledRejection', () => {}); setTimeout(() => Promise.reject(new Error('boom')), 5);`,
    'thrown on after a catch': `try { try { await redis[0].incr('text'); } catch (error) { throw error; } } catch {}`,
  } as const;
  for (const [name, code] of Object.entries(handled))
    test(`what is ${name} ends nobody`, async () => {
      const { parts, recorder } = await load(
        `export async function acquire({ redis, log, sleep }) {\n  await redis[0].set('text', 'x');\n  ${code}\n  await sleep(50);\n  return true;\n}\nexport function release() {}`,
      );
      runScenario(ownScenario({}, { clients: 1 }), parts);
      expect(recorder.problems).toEqual([]);
    });

  const endless = {
    'an endless loop': ['for (;;) {}', 'too-long'],
    'microtasks without end': ['const again = () => Promise.resolve().then(again); await again();', 'too-long'],
    'memory without end': ["const all = []; for (;;) all.push('x'.repeat(1000) + all.length);", 'too-much-memory'],
    'recursion without end': ['const deep = (n) => deep(n + 1) + 1; deep(0);', 'too-deep'],
  } as const;
  for (const [name, [code, kind]] of Object.entries(endless))
    test(`${name} ends with a sentence`, async () => {
      const { parts, recorder } = await load(
        `export async function acquire() { ${code} }\nexport function release() {}`,
      );
      let ended: string = '';
      try {
        runScenario(ownScenario({}, { clients: 1, duration: 300 }), parts);
      } catch (error) {
        ended = error instanceof RealmEnded ? error.problem.kind : String(error);
      }
      expect(ended === '' ? recorder.problems[0]?.kind : ended).toBe(kind);
    });

  test('a file without a lock says what it has, and what is wanted', async () => {
    const { parts, recorder } = await load('export const answer = 42;');
    runScenario(ownScenario({}, { clients: 1, duration: 300 }), parts);
    expect(recorder.problems[0]?.kind).toBe('form');
    expect(recorder.problems[0]?.message).toMatch(/It exports answer\. Export functions acquire and release/);
  });

  const missing = {
    'a hash that is not simulated': [`createHash('md5')`, 'The hash md5 is not simulated. Known are: sha1, sha256.'],
    'a function of crypto': [
      `createHmac('sha1', 'x')`,
      /^crypto\.createHmac is not simulated\. Known are: createHash, /,
    ],
    'crypto.subtle': [
      `crypto.subtle.digest('SHA-1', '')`,
      /^crypto\.subtle is not simulated\. Known are: randomUUID, /,
    ],
  } as const;
  for (const [name, [code, message]] of Object.entries(missing))
    test(`${name} is refused by name, at its line`, async () => {
      const { parts, recorder } = await load(
        `import { createHash, createHmac } from 'node:crypto';\nexport const acquire = () => {\n  ${code};\n};\nexport const release = () => {};`,
      );
      runScenario(ownScenario({}, { clients: 1, duration: 300 }), parts);
      expect(recorder.problems[0]).toMatchObject({
        kind: 'not-simulated',
        place: { line: 3 },
        message: expect.stringMatching(message),
      });
    });

  test('a module that is not simulated is refused by name, at its line', async () => {
    const { parts, recorder } = await load(
      `import axios from 'axios';\nexport const acquire = () => axios.get('x');\nexport const release = () => {};`,
    );
    runScenario(ownScenario({}, { clients: 1, duration: 300 }), parts);
    expect(recorder.problems[0]).toMatchObject({ kind: 'not-simulated', place: { line: 1 } });
    expect(recorder.problems[0]?.message).toMatch(/axios is not simulated\. Known are: ioredis, redis/);
  });
});

describe('shapes in which people paste a lock', () => {
  const release = 'export const release = async (key: string) => { await redis.del(key); };';
  const acquire =
    "export const acquire = async (key: string) => (await redis.set(key, '1', 'PX', 2000, 'NX')) === 'OK';";
  const client = "import Redis from 'ioredis';\n";
  const shapes: Readonly<Record<string, string>> = {
    'a client of Redis on globalThis': `${client}const redis = ((globalThis as any).redis ??= new Redis());\n${acquire}\n${release}`,
    'a client of Redis on global, with a constant of that name': `${client}const global = globalThis as any;\nconst redis = (global.redis ??= new Redis());\n${acquire}\n${release}`,
    'top-level await': `import { createClient } from 'redis';
      const redis = await createClient({ url: 'redis://cache:6379' }).connect();\n${acquire.replace("'PX', 2000, 'NX'", '{ NX: true, PX: 2000 }')}\n${release}`,
    'a program of a shell': `#!/usr/bin/env node\n${client}const redis = new Redis();\n${acquire}\n${release}`,
  };
  for (const [shape, source] of Object.entries(shapes))
    test(`${shape}: each client gets the lock, and the same bytes come twice`, async () => {
      const { parts, recorder } = await load(source);
      const first = runScenario(ownScenario(), parts);
      expect(recorder.problems).toEqual([]);
      expect(first.verdict.outcome).toBe('held');
      expect(new Set(eventsOf(first.trace, 'acquired').map(({ process }) => process)).size).toBe(2);
      expect(JSON.stringify(runScenario(ownScenario(), parts).trace)).toBe(JSON.stringify(first.trace));
    });

  test('a namespace is refused at its line: its code would be left out', async () => {
    expect(compile(`${client}export namespace Lock {\n${acquire}\n}`, 'lock')).toMatchObject({
      ok: false,
      problem: { kind: 'syntax', place: { line: 2 } },
    });
  });

  test.for([
    '/*\nnamespace locks {\n}\n*/',
    'const text = `\nmodule lock {\n}`;',
    'export namespace Types {\n  export interface A { readonly a: 1 }\n}',
  ])('what only looks like a namespace, or has types alone, is read: %s', (top) => {
    expect(compile(`${client}${top}\n${acquire}`, 'lock')).toMatchObject({ ok: true });
  });

  test.for([
    ['Date() is the time as a text', 'typeof Date() === "string" && new Date() instanceof Date'],
    ['signal 0 asks whether its own process lives', 'process.kill(process.pid, 0)'],
    ['0 is its own group, and an empty file has that number', 'process.kill("", 0)'],
    [
      'a text is no process',
      '(() => { try { process.kill("a", 0); } catch (e) { return e instanceof TypeError; } })()',
    ],
    ['no other process lives', '(() => { try { process.kill(4242, 0); } catch (e) { return e.code === "ESRCH"; } })()'],
  ] as const)('%s', async ([, holds]) => {
    const { parts, recorder } = await load(
      `export const acquire = () => { if (!(${holds})) throw new Error('no'); return true; }; export const release = () => {};`,
    );
    runScenario(ownScenario(), parts);
    expect(recorder.problems).toEqual([]);
  });

  test('three hosts that a file names are three nodes, however they are named', async () => {
    const { parts, recorder } = await load(
      `${client}const all = [new Redis({ host: 'a' }), new Redis(6379, 'b'), new Redis('redis://:secret@c/0'), new Redis({ host: 'a', lazyConnect: true })];
       export const acquire = () => true, release = () => {};`,
    );
    expect(playFaultless({ nodes: 1, ttl: 2000, token: false }, () => ({ parts, recorder })).settings.nodes).toBe(3);
  });

  test('an error below an await at the top has its line', async () => {
    const { parts, recorder } = await load(
      '#!/usr/bin/env node\nawait null;\nexport const acquire = () => {\n  throw new Error("no");\n};\nexport const release = () => {};',
    );
    runScenario(ownScenario({}, { clients: 1 }), parts);
    expect(recorder.problems[0]).toMatchObject({ message: 'no', place: { line: 4 } });
  });
});
