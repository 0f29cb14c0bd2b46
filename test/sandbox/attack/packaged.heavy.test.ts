// The package as another project installs it, from the tarball of `npm pack`: what comes with it, the program behind
// `npx redlock-playground`, and `redlock-playground/attack` in node:test.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildLib, copySite } from '../../../scripts/buildLib.mjs';
import { root } from '../../../scripts/install.mjs';
import { headersFor } from '../../../src/site/headers';

const folder = mkdtempSync(join(tmpdir(), 'attack-packaged-'));
const packages = join(folder, 'node_modules');
const own = join(packages, 'redlock-playground');
const packing = join(folder, 'packing');
const tarball = join(folder, 'redlock-playground-0.1.0.tgz');

const lock = `
import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
let redis: Redis | undefined;
export async function acquire({ nodes, key, ttl }) {
  redis ??= new Redis(nodes[0]);
  const value = randomUUID();
  return (await redis.set(key, value, 'PX', ttl, 'NX')) && { value };
}
export async function release({ key }, { value }) {
  if ((await redis.get(key)) === value) await redis.del(key);
}`;

const tests = `
import assert from 'node:assert';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { attack } from 'redlock-playground/attack';
const require = createRequire(import.meta.url);
const names = ['net', 'dns', 'http', 'fs', 'timers', 'timers/promises', 'crypto', 'child_process', 'worker_threads'];
const lock = new URL('./my-lock.ts', import.meta.url);
test('lost messages', () => attack(lock, { nodes: 1, ttl: 1000, faults: ['lose'], harm: 'lost' }));
test('pauses', () => attack(lock, { faults: ['pause'], harm: 'lost' }));
test('Node is as it was', async () => {
  const shared = [globalThis, process, console, Math, crypto, crypto.subtle, ...names.map((name) => require(name))];
  const valuesNow = () => shared.map((owner) => Object.getOwnPropertyDescriptors(owner)).flatMap(Object.entries);
  const before = valuesNow();
  await attack(lock, { faults: ['lose'], harm: 'lost' });
  const now = valuesNow();
  assert.equal(now.length, before.length);
  for (const [i, [name, { value }]] of before.entries()) assert.ok(now[i][0] === name && Object.is(now[i][1].value, value), name);
});
`;

let came: readonly string[] = [];

beforeAll(async () => {
  await buildLib(join(packing, 'lib'));
  await copySite(join(packing, 'lib/site'));
  for (const name of [
    'package.json',
    'ATTACK.md',
    'PROGRAMS.md',
    'MIGRATING.md',
    'README.md',
    'LICENSE',
    'skill/SKILL.md',
  ])
    cpSync(join(root, name), join(packing, name));
  npm(packing, 'pack', '--ignore-scripts', '--pack-destination', folder);
  came = installed(folder, '--omit=optional', '--offline');
  for (const name of ['ioredis', 'esbuild']) symlinkSync(join(root, 'node_modules', name), join(packages, name));
  writeFileSync(join(folder, 'my-lock.ts'), lock);
  writeFileSync(join(folder, 'lock.test.mjs'), tests);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npm(cwd: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
}

/** Installs the tarball into a folder, and lists the packages that came. */
function installed(into: string, ...flags: readonly string[]): readonly string[] {
  writeFileSync(join(into, 'package.json'), '{ "private": true }');
  npm(into, 'install', tarball, '--no-audit', '--no-fund', ...flags);
  return readdirSync(join(into, 'node_modules')).filter((name) => !name.startsWith('.'));
}

function run(...args: readonly string[]): { readonly status: number | null; readonly out: string } {
  // A test of node:test that runs inside another one would report to it.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
  return { status, out: stdout + stderr };
}
const program = join(own, 'lib/cli.js');

it('attacks a program in any language, and needs no bundler for it', () => {
  const worker = join(root, 'test/support/worker.mjs');
  const { status, out } = run(program, 'attack', '--runs', '1', '--faults', 'kill', '--', process.execPath, worker);
  expect(out).toContain('Not seen in');
  expect(status).toBe(0);
});

it('attacks a file, writes the run that breaks, and says how to play it again', () => {
  const { status, out } = run(program, 'attack', './my-lock.ts', '--faults', 'pause', '--harm', 'lost');
  expect(out).toContain('An update was lost');
  expect(out).toContain('npx redlock-playground attack ./my-lock.ts attack-runs/my-lock-1.json --play');
  expect(readdirSync(join(folder, 'attack-runs'))).toContain('my-lock-1.json');
  expect(status).toBe(1);
  expect(run(program, 'attack', 'my-lock.ts', 'attack-runs/my-lock-1.json', '--play').out).toContain('data: lost');
});

it('weighs at most 6.2 MB, and brings no package but the bundler, which may be left out', () => {
  expect(statSync(tarball).size).toBeLessThanOrEqual(6_200_000);
  expect(came).toEqual(['redlock-playground']);
  const whole = join(folder, 'whole');
  mkdirSync(whole);
  expect(installed(whole, '--prefer-offline', '--ignore-scripts')).toEqual([
    '@esbuild',
    'esbuild',
    'redlock-playground',
  ]);
});

it('says what it does, each command in the same form', () => {
  const { status, out } = run(program, '--help');
  expect(status).toBe(0);
  for (const name of ['attack', 'play', 'explore', 'which']) {
    expect(out).toMatch(new RegExp(`^${name} `, 'm'));
    const helped = run(program, name, '--help');
    expect(
      helped.out.startsWith(`npx redlock-playground ${name} [`) ||
        helped.out.startsWith(`npx redlock-playground ${name} <`),
    ).toBe(true);
    expect(helped.out).not.toContain('npm run -s');
    expect(helped.status).toBe(0);
  }
});

it('refuses a command that it does not have, and an option with a wrong value', () => {
  expect(run(program, 'atack')).toEqual({
    status: 2,
    out: 'There is no command "atack"; there are attack, play, explore, which, mcp. --help says what they do.\n',
  });
  for (const asked of [['--version'], ['attack', '--version']])
    expect(run(program, ...asked)).toEqual({ status: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  expect(run(program, '--port', '0')).toEqual({ status: 2, out: '--port must be a whole number from 1 to 65535.\n' });
});

it('plays, explores in threads, and recommends', () => {
  expect(run(program, 'play', '1').out).toContain('outcome: held');
  expect(run(program, 'explore', '20', '--faults', 'pause', '--workers', '1').out).toMatch(/found: \d+ breaks/);
  expect(run(program, 'which').status).toBe(0);
});

it('serves the page with its headers beside one that has its port, and ends at Ctrl+C', async () => {
  const port = 26_100 + Math.floor(Math.random() * 900);
  const first = await served(port);
  const second = await served(port);
  expect(second.printed).toContain(`Port ${port} is in use`);
  expect(second.printed).toMatch(/Install Redis 6\.2|Node 22\.13/);
  const page = await fetch(second.address);
  expect(await page.text()).toContain('<title>');
  for (const [name, value] of Object.entries(headersFor(''))) expect(page.headers.get(name)).toBe(value);
  const story = await fetch(new URL('s/zh/pause-before-write/', second.address), { redirect: 'manual' });
  expect(new URL(story.headers.get('location') ?? '', story.url).search).toBe('?story=pause-before-write&lang=zh');
  expect((await fetch(new URL('s/pause-before-write/card.png', second.address))).status).toBe(404);
  for (const { child } of [first, second]) {
    child.kill('SIGINT');
    expect((await once(child, 'exit'))[0]).toBe(0);
  }
});

/** Resolves when it serves, on a machine without Redis. */
async function served(port: number) {
  const env = { ...process.env, PATH: '', REDIS_URLS: '', REDISMS_SYSTEM_BINARY: '' };
  const child = spawn(process.execPath, [program, '--port', String(port)], { cwd: folder, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
        if (printed.includes('Ctrl+C')) resolve();
      });
    child.once('exit', () => resolve());
  });
  return { child, printed, address: /http:\S+/.exec(printed)?.[0] ?? '' };
}

it('fails a test of node:test with a report that can be read', () => {
  const { status, out } = run('--test', 'lock.test.mjs');
  expect(out).toContain('ok 1 - lost messages');
  expect(out).toContain('not ok 2 - pauses');
  expect(out).toMatch(/^ok 3 - Node is as it was$/m);
  expect(out).toMatch(/Client 2 wrote 52, based on version 1, over client 1’s 43/);
  expect(status).toBe(1);
});

it('names the bundler where it is missing', () => {
  rmSync(join(packages, 'esbuild'));
  const { status, out } = run(program, 'attack', 'my-lock.ts');
  expect(out).toContain('npm i -D esbuild');
  expect(status).toBe(2);
});

it('carries the licenses of what is bundled', () => {
  expect(readdirSync(join(own, 'lib'))).toContain('LICENSES.md');
});
