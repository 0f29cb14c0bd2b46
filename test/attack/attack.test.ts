// The command `attack`: libraries of npm, unmodified, in the simulated world. Each call has a thread of its own.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { attack as command } from '../../src/cli/attack/attackCommand';

const sample = (name: string): string => join(root, 'test/attack/samples', name);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attack-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function attack(...args: string[]) {
  let out = '';
  let errors = '';
  const status = await command(args, {
    out: (text) => {
      out += text;
    },
    errors: (text) => {
      errors += text;
    },
    signal: new AbortController().signal,
    workers: 1,
  });
  return { status, out, errors, last: out.trimEnd().split('\n').at(-1) };
}

/** A file of somebody's own, with this text. */
async function own(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe('node-redlock 5 on ioredis', () => {
  it('loses an update by a pause, and the run of it comes out the same when it is played again', async () => {
    const { status, out, errors, last } = await attack(sample('redlock5.ts'), '--faults', 'pause', '--out', folder);
    expect(errors).not.toContain('differently');
    expect(status).toBe(1);
    expect(last).toMatch(/^found: \d+ breaks in \d+ runs$/);
    expect(out).toContain('An update was lost');
    const file = join(folder, 'redlock5-1.json');
    const { header, rows } = JSON.parse(await readFile(file, 'utf8'));
    expect(header.scenario.lock).toEqual({ id: 'own', settings: { nodes: 5, ttl: 2000, token: false } });
    const again = await attack(sample('redlock5.ts'), file, '--play', '--json');
    expect(again.status).toBe(1);
    expect(JSON.parse(again.out).verdict.outcome).toBe('lost-update');
    expect(JSON.parse(again.out).events).toHaveLength(rows.length);
  });
});

describe('each library that is installed here', () => {
  for (const name of ['redlock4', 'nodeRedis'])
    it(`${name}: a pause of its holder loses an update`, async () => {
      const { status, errors } = await attack(sample(`${name}.ts`), '--faults', 'pause', '--out', folder);
      expect(errors).not.toMatch(/differently|not simulated/);
      expect(status).toBe(1);
    });
});

it('a file that uses the connections it is given is attacked in the same way', async () => {
  const { status, errors } = await attack(sample('ownValue.ts'), '--faults', 'pause', '--out', folder);
  expect(errors).toContain('acquire, release, 1 node, TTL 2 s');
  expect(status).toBe(1);
});

it('the version check holds it, and the exit code says so', async () => {
  const { status, last } = await attack(sample('ownValue.ts'), '--faults', 'pause', '--check', 'version');
  expect(last).toMatch(/^found: none in \d+ runs$/);
  expect(status).toBe(0);
});

it('an exception that nobody catches ends the client, and is told', async () => {
  const file = await own(
    'rejects.ts',
    `export function acquire() { setTimeout(() => Promise.reject(new Error('nobody hears this')), 5); return { validFor: 2000 }; }
     export function release() {}`,
  );
  const { errors } = await attack(file, '--faults', 'pause', '--out', folder);
  expect(errors).toContain('Nobody caught an exception, so the process of client1 ended: nobody hears this');
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

describe('bad input', () => {
  const rows: readonly (readonly [string, string, RegExp])[] = [
    ['a syntax error', 'export const acquire = (;', /line 1: Unexpected/],
    ['a file without a lock', 'export const answer = 42;', /It exports answer\. Wanted: functions acquire and release/],
    [
      'a setting',
      'export const settings = { nodes: 12 }; export const acquire = () => 1, release = () => 1;',
      /settings\.nodes/,
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
  for (const [name, text, says] of rows)
    it(`${name} is told, with exit code 2`, async () => {
      const { status, errors, out } = await attack(await own(`${name.replace(/\W/g, '-')}.ts`, text));
      expect(errors).toMatch(says);
      expect([status, out]).toEqual([2, '']);
    });

  it('a file that is not there, and an option that there is not', async () => {
    expect(await attack('nothing.ts')).toMatchObject({ status: 2, errors: 'There is no file nothing.ts.\n' });
    expect((await attack('nothing.ts', '--queue', 'x')).errors).toContain('There is no option --queue');
    expect((await attack()).errors).toContain('Which lock is to be attacked?');
  });
});
