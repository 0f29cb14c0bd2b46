// The command `attack`: npm libraries, unmodified, in the simulated world. Each call has a thread of its own.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attack, attackUntil, attackWatched, sample } from '../../support/attackCommand';
import { byNight, isNightly, sampled } from '../../support/nightly';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attack-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A person's own file, with this text. */
async function own(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

/** A sample with fewer nodes: its runs have fewer places. */
const onNodes = (name: string, nodes: number): Promise<string> =>
  own(
    `${name}On${nodes}.ts`,
    `export * from ${JSON.stringify(sample(name))}; export const settings = { nodes: ${nodes}, ttl: 2000 };`,
  );

describe('node-redlock 5 on ioredis', () => {
  it('loses an update by a pause, and the run of it comes out the same when it is played again', async () => {
    const nodes = byNight(1, 3);
    const lock = await onNodes('redlock5', nodes);
    const { status, out, errors, last } = await attack(lock, '--faults', 'pause', '--out', folder);
    expect(errors).not.toContain('differently');
    expect(status).toBe(1);
    expect(last).toMatch(/^found: \d+ breaks in \d+ runs$/);
    expect(out).toContain('An update was lost');
    expect(out).toMatch(/Point of no return: about \d\.\d{3} s\. /);
    // Its settings are its own, so no parameter of a lock is tried.
    expect(out).toMatch(
      /Any of these would have been enough: storage-side check: .*Version check.* Only this seed was tried\./,
    );
    const file = join(folder, `redlock5On${nodes}-1.json`);
    const { header, rows } = JSON.parse(await readFile(file, 'utf8'));
    expect(header.scenario.lock).toEqual({
      id: 'own',
      settings: { nodes, ttl: 2000, token: false, returnsLock: true },
    });
    const again = await attack(lock, file, '--play', '--json');
    expect(again.status).toBe(1);
    expect(JSON.parse(again.out).verdict.outcome).toBe('lost');
    expect(JSON.parse(again.out).events).toHaveLength(rows.length);
    expect(JSON.parse(again.out).late).toMatchObject({ asked: 'lost', isOwnSeedAlone: true });
    if (!isNightly) return;
    const printed = await attack(lock, file, '--play');
    expect(printed.out).toMatch(
      /Point of no return: about .*\n(?:This|Any of these) would have been enough: .*\n\nlock: overlap\n/,
    );
  });
});

describe('each library that is installed here', () => {
  for (const name of ['ours', 'oursOnNodeRedis'])
    it(`${name}: withstands jumps of clocks`, async () => {
      const { status, errors } = await attack(sample(name), '--faults', 'clock-jump');
      expect(errors).not.toMatch(/differently|not simulated/);
      expect(status).toBe(0);
    });

  for (const name of byNight(['nodeRedis'], ['redlock4', 'nodeRedis']))
    it(`${name}: a pause of its holder loses an update`, async () => {
      const { status, errors } = await attack(await onNodes(name, 1), '--faults', 'pause', '--out', folder);
      expect(errors).not.toMatch(/differently|not simulated/);
      expect(status).toBe(1);
    });
});

describe('the line of code is named', () => {
  const held = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
  it('of what only this lock suffers, though the library writes later', async () => {
    const lock = await own(
      'laterWrite.ts',
      `import { createClient } from ${JSON.stringify(createRequire(import.meta.url).resolve('redis'))};
       const redis = createClient();
       const open = redis.connect();
       export async function acquire() {
         await open;
         return (await redis.set('stock', 'locked', { PX: 2000, NX: true })) === 'OK';
       }
       export async function release() {
         await redis.del('stock');
       }`,
    );
    const { out } = await attack(lock, '--faults', 'pause', '--harm', 'deleted-another', '--out', folder);
    const lines = out.split('\n').filter((line) => line.includes('led to this'));
    expect(new Set(lines)).toEqual(new Set(['   Line 9 of laterWrite.ts led to this.']));
  });

  it('of a value that is no text', async () => {
    const lock = await own(
      'noText.ts',
      `export const acquire = async ({ redis, key, options }) =>
         (await redis[0].set(\`\${options?.prefix}:\${key}\`, 'x', 'PX', 2000, 'NX')) === 'OK';
       export const release = ({ redis, key }) => redis[0].eval(${JSON.stringify(held)}, 1, \`undefined:\${key}\`, 'x');`,
    );
    const { errors } = await attack(lock, '--faults', 'clock-jump', '--out', folder);
    const what = 'the code sent "undefined:stock" to Redis, as argument 1 of SET';
    expect(errors.split('\n').filter((line) => line.includes(what))).toEqual([`In client 1, line 2: ${what}`]);
  });
});

it('a client that closes its connection no longer waits there, so an item stays for others', async () => {
  const lock = await own(
    'closing.ts',
    `import Redis from ${JSON.stringify(createRequire(import.meta.url).resolve('ioredis'))};
     export async function acquire({ nodes }) {
       const [one, waiting] = [new Redis(nodes[0]), new Redis({ ...nodes[0], retryStrategy: () => null })];
       waiting.on('error', () => {});
       waiting.blpop('list:' + process.pid, 0).catch(() => {});
       await one.ping();
       await one.ping();
       waiting.disconnect();
       await one.ping();
       await one.rpush('list:' + process.pid, 'item');
       return (await one.llen('list:' + process.pid)) === 1;
     }
     export const release = () => true;`,
  );
  const { out } = await attack(lock, '--play', '--json');
  const kinds = new Set(JSON.parse(out).events.map(({ kind }: { readonly kind: string }) => kind));
  expect(['waiting', 'acquired', 'woken', 'refused'].filter((kind) => kinds.has(kind))).toEqual([
    'waiting',
    'acquired',
  ]);
});

it('a file that uses the connections it is given is attacked in the same way', async () => {
  const { status, errors } = await attack(sample('ownValue'), '--faults', 'pause', '--out', folder);
  expect(errors).toContain('acquire, release, 1 node, TTL 2 s');
  expect(status).toBe(1);
});

it('the version check holds it, and the exit code says so', async () => {
  const { status, last } = await attack(sample('ownValue'), '--faults', 'pause', '--check', 'version');
  expect(last).toMatch(/^found: none in \d+ runs$/);
  expect(status).toBe(0);
});

it.each([
  ['mail:asks=false', 1, 'It was done twice\n   No fault is needed.'],
  ['mail:asks=false,recognizes=true', 0, 'found: none'],
  ['mail:asked=false', 2, 'there is no field "asked" here; allowed: asks, recognizes'],
])('work that must happen once: %s', async (check, exitCode, said) => {
  const { status, out, errors } = await attack(
    ...[sample('ownValue'), '--faults', 'pause', '--check', check, '--out', folder],
  );
  expect(`${errors}${out}`).toContain(said);
  expect(status).toBe(exitCode);
});

it('a check of tokens is refused for a lock that has none', async () => {
  const { status, errors } = await attack(sample('ownValue'), '--check', 'fencing');
  expect(errors).toContain('checks fencing tokens, and the lock "own" with these settings has none');
  expect(status).toBe(2);
});

it('when it is stopped, it says so by its exit code, with what it has found until then', async () => {
  const stopping = new AbortController();
  const attacked = attackUntil(
    stopping,
    'TTL 2 s',
    sample('redlock5'),
    '--max',
    '2',
    '--threads',
    '2',
    '--out',
    folder,
  );
  const { status, last } = await attacked;
  expect(status).toBe(3);
  expect(last).toMatch(/^stopped: (\d+ breaks|none) in \d+ runs/);
});

it('two threads find what one finds', async () => {
  const given = [
    sample('ownValue'),
    '--faults',
    byNight('pause', 'pause,crash'),
    '--json',
    '--out',
    folder,
    ...byNight(['--harm', 'lost'], []),
  ] as const;
  const one = await attack(...given, '--threads', '1');
  const two = await attack(...given, '--threads', '2');
  expect(two.out).toBe(one.out);
  expect((await attack(...given, '--threads', '0')).status).toBe(2);
});

describe('what is not simulated is refused by name', () => {
  const rows: readonly (readonly [string, string, string])[] = [
    [
      'a thread',
      "import { Worker } from 'node:worker_threads'; const run = () => new Worker('x');",
      'Worker of node:worker_threads',
    ],
    [
      'a program',
      "import { spawn } from 'node:child_process'; const run = () => spawn('ls');",
      'spawn of node:child_process',
    ],
    [
      'a datagram',
      "import { createSocket } from 'node:dgram'; const run = () => createSocket('udp4');",
      'createSocket of node:dgram',
    ],
    [
      'an encrypted socket',
      "import { connect } from 'node:tls'; const run = () => connect(443);",
      'connect of node:tls',
    ],
    [
      'a bare socket',
      "import { Socket } from 'node:net'; const run = () => new Socket().connect(80);",
      'connect of a bare net.Socket',
    ],
    [
      'a native addon',
      "const run = () => process.dlopen({ exports: {} }, './x.node');",
      'process.dlopen (a native addon)',
    ],
  ];
  for (const [name, text, says] of sampled(rows, 2))
    it(name, async () => {
      const file = await own(
        `${name.replace(/\W/g, '-')}.ts`,
        `${text}\nexport const acquire = () => { run(); return { validFor: 2000 }; }, release = () => {};`,
      );
      const { status, errors } = await attack(file);
      expect(errors).toContain(`${says} is not simulated`);
      expect(status).toBe(2);
    });

  it('a clock of the real process, which nothing replaces, is found by its other bytes', async () => {
    const file = await own(
      'real-clock.ts',
      `export async function acquire({ log }) { await log(String(process.cpuUsage().user)); return { validFor: 2000 }; }
       export const release = () => {};`,
    );
    const { status, errors } = await attack(file, '--faults', 'lose');
    expect(errors).toMatch(/second run differs from the first from row \d+ on/);
    expect(status).toBe(2);
  });

  it('code that never rests', async () => {
    const file = await own('endless.ts', 'export const acquire = () => { for (;;); }, release = () => {};');
    const { status, errors } = await attackWatched(file);
    expect(errors).toContain('The code does not come to rest');
    expect(status).toBe(2);
  });
});

it('an exception that nobody catches ends the client, so nothing is attacked, and that is said', async () => {
  const file = await own(
    'rejects.ts',
    `export function acquire() { setTimeout(() => Promise.reject(new Error('nobody hears this')), 5); return { validFor: 2000 }; }
     export function release() {}`,
  );
  const { status, errors } = await attack(file, '--faults', 'pause', '--out', folder);
  expect(errors).toMatch(/the process of client 1 ends, because an error is not caught\. .*: nobody hears this/);
  expect(status).toBe(2);
});

it('clocks, timers and randomness are the client’s, and its file is evaluated anew for each', async () => {
  const file = await own(
    'clocks.ts',
    `import { randomUUID } from 'node:crypto';
     import { setTimeout as wait } from 'node:timers/promises';
     let count = 0;
     export async function acquire({ log }) {
       const from = [Date.now(), performance.now(), process.hrtime.bigint()];
       await wait(250);
       const to = [Date.now(), performance.now(), process.hrtime.bigint()];
       await log([++count, to[0] - from[0], to[1] - from[1], to[2] - from[2], process.pid, randomUUID() === randomUUID()].join(' '));
       return { validFor: 2000 };
     }
     export function release() {}`,
  );
  const { out } = await attack(file, '--play', '--json');
  for (const pid of [1001, 1002]) expect(out).toContain(`1 250 250 250000000 ${pid} false`);
});

it('a transaction of any length does nothing where a watched key has changed', async () => {
  const file = await own(
    'watched.ts',
    `import Redis from ${JSON.stringify(createRequire(import.meta.url).resolve('ioredis'))};
     const redis = new Redis();
     export async function acquire({ key, log }) {
       const say = async (answer) => log('said ' + JSON.stringify(await answer));
       await redis.watch('kept'); await say(redis.multi().set('kept', '1').get('kept').exec());
       await redis.watch('changed'); await redis.duplicate().set('changed', 'x'); await say(redis.multi().del('changed').exec());
       await say(redis.multi().get('changed').exec());
       await say(redis.multi().exec());
       return { validFor: 2000 };
     }
     export function release() {}`,
  );
  const { out } = await attack(file, '--play', '--json');
  const {
    events,
  }: { readonly events: readonly { readonly kind: string; readonly process: string; readonly text?: string }[] } =
    JSON.parse(out);
  const said = events.flatMap(({ kind, process, text = '' }) =>
    kind === 'step' && process === 'client1' && text.startsWith('said') ? [text.slice(5)] : [],
  );
  expect(said).toEqual(['[[null,"OK"],[null,"1"]]', 'null', '[[null,"x"]]', '[]']);
});

describe('bad input', () => {
  const rows: readonly (readonly [string, string, RegExp])[] = [
    ['a syntax error', 'export const acquire = (;', /line 1: Unexpected/],
    [
      'Python',
      'import redis\n\ndef acquire(name):\n    return r.set(name, "1", nx=True)\n',
      /Python\.ts is Python; the attack runs/,
    ],
    ['a file without a lock', 'export const answer = 42;', /It exports answer\. Export functions acquire and release/],
    [
      'a setting',
      'export const settings = { nodes: 12 }; export const acquire = () => 1, release = () => 1;',
      /settings\.nodes/,
    ],
    [
      'a lease of more than a day',
      "export const acquire = ({ redis, key }) => redis[0].set(key, 'x', 'NX', 'EX', 90000), release = ({ redis, key }) => redis[0].del(key);",
      /a lease of 25 h, and the code was given a TTL of 2000 milliseconds/,
    ],
    ['a package that is not there', "import 'nowhere-at-all'; export const acquire = () => 1;", /nowhere-at-all/],
    [
      'a lock that nobody gets',
      'export const acquire = () => { throw new Error("no luck"); }, release = () => 1;',
      /no luck/,
    ],
    [
      'what is not simulated',
      'export const acquire = () => fetch("http://example.org"), release = () => 1;',
      /fetch is not simulated/,
    ],
  ];
  for (const [name, text, says] of sampled(rows, 2))
    it(`${name} is told, with exit code 2`, async () => {
      const { status, errors, out } = await attack(await own(`${name.replace(/\W/g, '-')}.ts`, text));
      expect(errors).toMatch(says);
      expect([status, out]).toEqual([2, '']);
    });

  it('a file that is not there, and an option that there is not', async () => {
    expect(await attack('nothing.ts')).toMatchObject({ status: 2, errors: 'There is no file nothing.ts.\n' });
    expect((await attack('nothing.ts', '--queue', 'x')).errors).toContain('There is no option --queue');
    expect((await attack()).errors).toContain('Which lock should be attacked?');
  });
});
