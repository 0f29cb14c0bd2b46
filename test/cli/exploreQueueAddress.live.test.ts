// Which Redis a worker can use: one with TLS and a private certificate, one with users and their rights, and one
// without commands newer than Redis 6.2. And the message when it can use none.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explore } from '../../src/cli/exploreCommand';
import { threadsFor } from '../../src/cli/exploreThreads';
import { byNight } from '../support/nightly';
import { freePort, type RedisProcess, startRedisProcess } from '../support/redisProcess';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'redlock-tls-'));
const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];

/** Commands and command types that came with Redis 7. */
const newer = [
  'fcall',
  'fcall_ro',
  'function',
  'eval_ro',
  'evalsha_ro',
  'lmpop',
  'blmpop',
  'zmpop',
  'bzmpop',
  'sintercard',
];
const newest = [...newer, 'zintercard', 'lcs', 'expiretime', 'pexpiretime', 'sort_ro', 'spublish', 'ssubscribe'];

let plain: RedisProcess;
let safe: RedisProcess;
let tlsPort = 0;

beforeAll(async () => {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', ...made, '-keyout', key, '-out', certificate, ...subject], { stdio: 'ignore' });
  plain = await startRedisProcess({ lines: ['requirepass secret'] });
  tlsPort = await freePort();
  const files = [`tls-cert-file ${certificate}`, `tls-key-file ${key}`, `tls-ca-cert-file ${certificate}`];
  safe = await startRedisProcess({ lines: [`tls-port ${tlsPort}`, ...files, 'tls-auth-clients no'] });
  const redis = new Redis(plain.port, { password: 'secret' });
  const without = newest.map((name) => `-${name}`);
  await redis.call('ACL', 'SETUSER', 'me', 'on', '>p@ss', '~{redlock-playground}*', '&*', '+@all', ...without);
  redis.disconnect();
});

afterAll(async () => {
  await Promise.all([plain.stop(), safe.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** A worker as a person starts it, up to its first line of output. */
function worker(address: string, environment: Readonly<Record<string, string>> = {}, imported: readonly string[] = []) {
  const modules = ['tsx', ...imported].flatMap((name) => ['--import', name]);
  const child = spawn(process.execPath, [...modules, 'src/cli/queue/worker.ts', address, '--workers', '1'], {
    cwd: root,
    env: { ...process.env, ...environment },
  });
  const said = new Promise<string>((resolve, reject) => {
    let all = '';
    const heard = (text: Buffer): void => {
      all += String(text);
      if (all.includes('\n')) resolve(all);
    };
    child.stdout.on('data', heard);
    child.stderr.on('data', heard);
    child.once('exit', () => reject(new Error(`It said nothing whole: ${all}`)));
  });
  return { said, end: () => child.kill('SIGKILL') };
}

test('a certificate of one’s own is refused with what to do about it, and taken when it is done', async () => {
  const address = `rediss://127.0.0.1:${tlsPort}`;
  expect(await worker(address).said).toContain('Name the file of that authority: NODE_EXTRA_CA_CERTS=ca.pem.');
  const trusting = worker(address, { NODE_EXTRA_CA_CERTS: certificate });
  expect(await trusting.said).toContain(`Waiting for jobs at ${address}`);
  trusting.end();
});

test.each(byNight(['redis'], ['redis', 'rediss']))(
  '%s is refused by a server that speaks the other one, which is named',
  async (scheme) => {
    const [port, other] = scheme === 'redis' ? [tlsPort, 'rediss'] : [safe.port, 'redis'];
    expect(await worker(`${scheme}://127.0.0.1:${port}`).said).toContain(`the address begins with ${other}://.`);
  },
);

const pairs = ['--lock', 'single-node', '--faults', 'clock-jump,lose', '--max', '2'];

async function searched(args: readonly string[]) {
  let [out, errors] = ['', ''];
  const status = await explore(args, {
    out: (text) => {
      out += text;
    },
    called: 'npm run -s cli -- explore',
    errors: (text) => {
      errors += text;
    },
    signal: new AbortController().signal,
    spawnFor: threadsFor,
    workers: 1,
    now: () => performance.now(),
  });
  return { status, out, errors };
}

test('a user with a password, the queue’s keys and the commands of Redis 6 is enough for a whole search', async () => {
  const address = `redis://me:p%40ss@127.0.0.1:${plain.port}`;
  const one = worker(address);
  expect(await one.said).toContain('Waiting for jobs at');
  const [over, alone] = [await searched([...pairs, '--queue', address]), await searched(pairs)];
  expect(over.out).toBe(alone.out);
  expect(over.errors).not.toContain('refuses');
  one.end();
});

const refused: readonly (readonly [typed: string, problem: string])[] = [
  ['redis://127.0.0.1', 'it needs a password'],
  ['redis://:wrong@127.0.0.1', 'it rejected this user and password.'],
  ['redis://nobody:p%40ss@127.0.0.1', 'it rejected this user and password.'],
];

test.each(byNight(refused.slice(0, 2), [...refused]))('%s is refused in one sentence', async (typed, problem) => {
  const { status, errors } = await searched([...pairs, '--queue', `${typed}:${plain.port}`]);
  expect(status).toBe(2);
  expect(errors).toContain(problem);
});

/** Node looks for the package in the wrong place, and its own message appears. */
const elsewhere = `data:text/javascript,${encodeURIComponent(`import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`export const resolve = (name, about, next) =>
  next(name, name === 'bullmq' ? { ...about, parentURL: 'file:///nowhere/at/all.mjs' } : about);\`));`)}`;

test('a package that is missing is named, with what installs it', async () => {
  const { said } = worker(`redis://127.0.0.1:${plain.port}`, {}, [elsewhere]);
  expect(await said).toBe('--queue needs the package bullmq, which is not installed: npm install\n');
});
