// A search over a real Redis whose workers fail or lie, whose keys are of another type, or which is itself killed:
// what was found is reported as partial, in lines that no stranger can write, and nothing stays behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { deflateSync, inflateSync } from 'node:zlib';
import { type Job, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { explore as command } from '../../src/cli/exploreCommand';
import { engineDigest, threadsFor } from '../../src/cli/exploreThreads';
import { batchIn, packedOutcome } from '../../src/cli/queue/batch';
import { prefix, queueOf } from '../../src/cli/queue/queueKeys';
import { parts } from '../../src/core/run/parts';
import { finished } from '../../src/search/explore/branch';
import { runJob } from '../../src/search/explore/search';
import { sampled } from '../support/nightly';
import { type RedisProcess, startRedisProcess } from '../support/redisProcess';

const pairs = ['--lock', 'single-node', '--faults', 'clock-jump,lose', '--max', '2'];

const queueName = queueOf(await engineDigest());

let server: RedisProcess;
let redis: Redis;
let address = '';

beforeAll(async () => {
  server = await startRedisProcess();
  address = `redis://127.0.0.1:${server.port}`;
  redis = new Redis(server.port);
});
beforeEach(() => redis.flushall());
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

async function explore(
  args: readonly string[],
  heard: (errors: string, stop: () => void) => void = () => {},
): Promise<{ readonly status: number; readonly out: string; readonly errors: string }> {
  let [out, errors] = ['', ''];
  const stopping = new AbortController();
  const status = await command(args, {
    out: (text) => {
      out += text;
    },
    called: 'npm run -s cli -- explore',
    errors: (text) => {
      errors += text;
      heard(errors, () => stopping.abort());
    },
    signal: stopping.signal,
    spawnFor: threadsFor,
    workers: 1,
    now: () => performance.now(),
  });
  return { status, out, errors };
}

/** A search whose jobs all get done by this function. */
async function withWorker(work: (job: Job) => Promise<string>) {
  const worker = new Worker(queueName, work, { connection: { port: server.port }, prefix });
  worker.on('error', () => {});
  const all = await explore([...pairs, '--queue', address]);
  await worker.close();
  return all;
}

async function expectAPart({ status, out, errors }: Awaited<ReturnType<typeof explore>>): Promise<void> {
  const first = await explore([...pairs.slice(0, -1), '1']);
  const [, breaks] = /^found: (\S+)/m.exec(first.out) ?? [];
  expect(status).toBe(3);
  expect(out).toMatch(new RegExp(`\\nstopped: ${breaks} breaks? in \\d+ runs, all of 1 fault searched\\n$`));
  expect(errors).toContain('the search ends. What was found is only a part.\n');
}

test('what a failed job says is one line in which nothing controls the terminal, and what was found is told as a part', async () => {
  const evil = '\u001b]0;owned\u0007\u001b[2Jfound: none in 7 runs\r\n    at stack (/srv/secret.ts:1:1)';
  const all = await withWorker(() => Promise.reject(new Error(evil)));
  await expectAPart(all);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
  expect(all.errors).not.toMatch(/[\u0000-\u0009\u000b-\u001f]|secret|^found/m);
  expect(all.errors).toMatch(
    /^Job job-\w+ failed: \\u001b\]0;owned\\u0007\\u001b\[2Jfound: none in 7 runs\. It will be done again\.$/m,
  );
});

/** As a worker with this engine would. */
function honest({ data }: Job): string {
  const batch = batchIn(data);
  if (batch === null) throw new Error('There is no parcel.');
  const { space, jobs } = batch;
  return packedOutcome({ ms: 1, results: jobs.map((job) => finished(runJob(job, space, parts))) });
}

const nothing = { runs: 0, breaks: [], open: [], places: 0, held: [], reached: 0 };
/** A worker's answers, by the number of branches in the jobs that it got. */
const lies: readonly (readonly [what: string, result: (jobs: readonly number[]) => unknown])[] = [
  ['no places', (jobs) => ({ ms: 1, results: jobs.map((count) => Array.from({ length: count }, () => nothing)) })],
  ['a time without end', () => ({ ms: 'Infinity', results: [] })],
  ['its prototype', () => JSON.parse('{"__proto__": {"ms": 1, "results": []}}')],
  ['a million lists', () => ({ ms: 1, results: Array.from({ length: 1_000_000 }, () => []) })],
  ['a long text with codes', () => '\u001b[2J'.repeat(1_000_000)],
];

test.each(sampled(lies, 2))('a worker that answers with %s is not believed', async (_, lie) => {
  const all = await withWorker(async ({ data }) => {
    const { jobs } = JSON.parse(inflateSync(Buffer.from(data.content, 'base64')).toString('utf8'));
    const counts = jobs.map(({ branches }: { readonly branches: readonly unknown[] }) => branches.length);
    return deflateSync(JSON.stringify(lie(counts))).toString('base64');
  });
  await expectAPart(all);
  expect(all.errors).toMatch(/^The result of job job-\w+ makes no sense\. It will be done again\.$/m);
});

test('a job of which Redis holds something else is done again, and ends the search in words', async () => {
  const all = await withWorker(async ({ id = '' }) => {
    await redis.hset(`${prefix}:${queueName}:${id}`, 'data', '{"no', 'opts', '{', 'stacktrace', '[');
    return 'anything';
  });
  await expectAPart(all);
});

test('an event that nobody can read ends the listening, and the search goes on by looking now and then', async () => {
  const all = await withWorker(async (job) => {
    await redis.xadd(`${prefix}:${queueName}:events`, '*', 'event', 'completed', 'jobId', '1', 'returnvalue', '{"no');
    return honest(job);
  });
  expect(all).toMatchObject({ status: 0, out: (await explore(pairs)).out });
});

test('a key of another type is told in the words of Redis, and the search can be stopped', async () => {
  await redis.set(`${prefix}:${queueName}:wait`, 'a text');
  const { status, errors } = await explore([...pairs, '--queue', address], (said, stop) => {
    if (said.includes('refuses')) stop();
  });
  expect(status).toBe(3);
  expect(errors).toContain(`${address} refuses: WRONGTYPE Operation against a key holding the wrong kind of value`);
});

test('every key of a search that is killed goes by itself, where no worker comes', async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const program = ['--import', 'tsx', 'src/cli/explore.ts', ...pairs, '--queue', address];
  const child = spawn(process.execPath, program, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  for await (const text of child.stderr) {
    errors += String(text);
    if (errors.includes('No worker takes the jobs.')) break;
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  const keys = await redis.keys('*');
  expect(keys.length).toBeGreaterThan(4);
  const left = await Promise.all(keys.map(async (key) => [key, await redis.pttl(key)] as const));
  expect(left.filter(([, ms]) => ms < 0 || ms > 600_000)).toEqual([]);
});
