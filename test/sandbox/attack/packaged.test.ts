// The package as another project installs it: the program behind `npx redlock-playground`, and
// `redlock-playground/attack` in node:test.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProgram } from '../../../scripts/buildProgram.mjs';
import { root } from '../../../scripts/install.mjs';

const folder = mkdtempSync(join(tmpdir(), 'attack-packaged-'));
const packages = join(folder, 'node_modules');
const own = join(packages, 'redlock-playground');

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
test('lost messages', () => attack(lock, { nodes: 1, ttl: 1000, faults: ['lose'], harm: 'lost-update' }));
test('pauses', () => attack(lock, { faults: ['pause'], harm: 'lost-update' }));
test('Node is as it was', async () => {
  const shared = [globalThis, process, console, Math, crypto, crypto.subtle, ...names.map((name) => require(name))];
  const valuesNow = () => shared.map((owner) => Object.getOwnPropertyDescriptors(owner)).flatMap(Object.entries);
  const before = valuesNow();
  await attack(lock, { faults: ['lose'], harm: 'lost-update' });
  const now = valuesNow();
  assert.equal(now.length, before.length);
  for (const [i, [name, { value }]] of before.entries()) assert.ok(now[i][0] === name && Object.is(now[i][1].value, value), name);
});
`;

beforeAll(async () => {
  mkdirSync(join(own, 'lib'), { recursive: true });
  await buildProgram(join(own, 'lib'));
  cpSync(join(root, 'package.json'), join(own, 'package.json'));
  for (const name of ['ioredis', 'esbuild']) symlinkSync(join(root, 'node_modules', name), join(packages, name));
  writeFileSync(join(folder, 'my-lock.ts'), lock);
  writeFileSync(join(folder, 'lock.test.mjs'), tests);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: readonly string[]): { readonly status: number | null; readonly out: string } {
  // A test of node:test that runs inside another one would report to it.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
  return { status, out: stdout + stderr };
}
const program = join(own, 'lib/cli.js');

it('attacks a file, writes the run that breaks, and says how to play it again', () => {
  const { status, out } = run(program, 'attack', './my-lock.ts', '--harm', 'lost-update');
  expect(out).toContain('An update was lost');
  expect(out).toContain('npx redlock-playground attack ./my-lock.ts attack-runs/my-lock-1.json --play');
  expect(readdirSync(join(folder, 'attack-runs'))).toContain('my-lock-1.json');
  expect(status).toBe(1);
  expect(run(program, 'attack', 'my-lock.ts', 'attack-runs/my-lock-1.json', '--play').out).toContain('data: lost');
});

it('says what it does when it is asked for nothing', () => {
  const { status, out } = run(program);
  expect(out).toContain('npx redlock-playground attack <lock.ts>');
  expect(status).toBe(2);
});

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
