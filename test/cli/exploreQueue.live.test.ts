// A search over a real Redis whose workers are separate processes: one is killed, Redis goes away, and the answer
// equals the answer of one process to the digit.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { explore as command } from '../../src/cli/exploreCommand';
import { engineDigest, threadsFor } from '../../src/cli/exploreThreads';
import { prefix, queueOf, stayAlive, waitedFor, wantedEngine } from '../../src/cli/queue/queueKeys';
import { byNight } from '../support/nightly';
import { type RedisProcess, startRedisProcess } from '../support/redisProcess';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A worker as `npm run cli -- explore:worker` starts it. */
class WorkerProcess {
  out = '';
  errors = '';
  private readonly waiting = new Set<() => void>();
  private readonly child: ChildProcess;

  constructor(address: string, language = 'en') {
    const program = ['--import', 'tsx', 'src/cli/queue/worker.ts', address, '--workers', '1', '--lang', language];
    this.child = spawn(process.execPath, program, { cwd: root });
    this.child.stdout?.on('data', (text: Buffer) => this.heard({ out: String(text), errors: '' }));
    this.child.stderr?.on('data', (text: Buffer) => this.heard({ out: '', errors: String(text) }));
  }

  /** The jobs about which the worker prints this. */
  jobs(what: RegExp): readonly string[] {
    return this.out.split('\n').flatMap((line) => (what.test(line) ? (/job-\w+/.exec(line)?.[0] ?? []) : []));
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  /** @returns its exit code, or the signal that ended it */
  async end(signal: NodeJS.Signals): Promise<number | string | null> {
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null) return exitCode ?? signalCode;
    const gone = once(this.child, 'exit');
    this.child.kill(signal);
    const [code, by] = await gone;
    return code ?? by;
  }

  private heard({ out, errors }: { readonly out: string; readonly errors: string }): void {
    this.out += out;
    this.errors += errors;
    const all = [...this.waiting];
    this.waiting.clear();
    for (const go of all) go();
  }
}

const waits = /Waiting for jobs|等待任务/;
const begun = /branch|个分支/;
const done = /done in|用时/;

/** @param heard called with everything that it prints on stderr */
async function explore(
  args: readonly string[],
  heard: (errors: string) => void | Promise<void> = () => {},
  stopping = new AbortController(),
) {
  let [out, errors] = ['', ''];
  const status = await command(args, {
    out: (text) => {
      out += text;
    },
    called: 'npm run -s cli -- explore',
    errors: (text) => {
      errors += text;
      void heard(errors);
    },
    signal: stopping.signal,
    spawnFor: threadsFor,
    workers: 1,
    now: () => performance.now(),
  });
  return { status, out, errors, last: out.trimEnd().split('\n').at(-1) };
}

const pairs = ['--lock', 'single-node', '--faults', byNight('delay', 'pause,crash,clock-jump'), '--max', '2'];
/** Takes a moment. */
const fewPairs = ['--lock', 'single-node', '--faults', 'clock-jump,lose', '--max', '2'];
const otherPairs = ['--lock', 'redlock', '--faults', 'clock-jump', '--max', '2', '--harm', 'overlap'];

const queueName = queueOf(await engineDigest());

let server: RedisProcess;
let redis: Redis;
let address = '';
let workers: WorkerProcess[] = [];
let alone: Awaited<ReturnType<typeof explore>>;

beforeAll(async () => {
  server = await startRedisProcess();
  address = `redis://127.0.0.1:${server.port}`;
  redis = new Redis(server.port);
  redis.on('error', () => {});
  alone = await explore(pairs);
  expect(alone.last).toMatch(/^found: \d+ breaks in \d{4,} runs$/);
});

afterAll(async () => {
  server.wake();
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
  redis.disconnect();
  await server.stop();
});

/** Does one job or two, and prints something. */
async function answerAnything(): Promise<void> {
  const liar = new Worker(queueName, () => Promise.resolve('anything'), { connection: { port: server.port }, prefix });
  await once(liar, 'completed');
  await liar.close();
}

test('a search without a worker says so, takes no nonsense from a stranger, and begins when a worker comes', async () => {
  let isReported = false;
  const searching = explore([...fewPairs, '--queue', address], async (errors) => {
    if (isReported || !errors.includes('No worker takes the jobs.')) return;
    isReported = true;
    await answerAnything();
    workers = [new WorkerProcess(address), new WorkerProcess(address, 'zh')];
  });
  const { last, errors } = await searching;
  expect(last).toMatch(/^found: 2 breaks in \d+ runs$/);
  expect(errors).toMatch(/The result of job job-\w+ makes no sense\. It will be done again\./);
  for (const worker of workers) await worker.until(() => waits.test(worker.out));
  expect(workers[1]?.out).toContain('等待任务');
});

test('a worker that is killed in the middle of a job loses nothing: it is done again, with the same breaks', async () => {
  const killed = new WorkerProcess(address);
  onTestFinished(async () => void (await killed.end('SIGKILL')));
  // On a busy machine it would arrive after the others have done everything.
  await killed.until(() => waits.test(killed.out));
  const searching = explore([...pairs, '--queue', address]);
  await killed.until(() => killed.jobs(begun).length > killed.jobs(done).length);
  expect(await killed.end('SIGKILL')).toBe('SIGKILL');
  expect((await searching).out).toBe(alone.out);
  const lost = killed.jobs(begun).filter((id) => !killed.jobs(done).includes(id));
  expect(lost).toHaveLength(1);
  expect(workers.flatMap((worker) => worker.jobs(done))).toEqual(expect.arrayContaining([...lost]));
});

test.each(byNight([], ['without its data', 'halted']))(
  'Redis goes away in the middle, comes back %s, and both sides say so and go on',
  async (how) => {
    const [worker] = workers;
    if (worker === undefined) throw new Error('There is no worker.');
    const before = worker.jobs(begun).length;
    const reportedBefore = worker.errors.length;
    let isBack = false;
    const searching = explore([...pairs, '--queue', address], async (errors) => {
      if (isBack || !errors.includes('does not answer. Waiting for it.')) return;
      isBack = true;
      // It asks at its own times.
      await worker.until(() => worker.errors.slice(reportedBefore).includes('does not answer'));
      if (how === 'halted') server.wake();
      else void server.start();
    });
    await worker.until(() => worker.jobs(begun).length > before);
    if (how === 'halted') server.halt();
    else await server.kill();
    const { out, errors } = await searching;
    expect(out).toBe(alone.out);
    expect(errors).toContain('answers again. Continuing.');
    await worker.until(() => worker.errors.slice(reportedBefore).includes('answers again'));
    expect(worker.errors.slice(reportedBefore)).toContain(`${address} does not answer. Waiting for it.`);
  },
);

test('two searches at once do not mix, beside jobs of a stranger', async () => {
  const queue = new Queue(queueName, { connection: { port: server.port }, prefix });
  onTestFinished(() => queue.close());
  const stranger = await queue.add('mail', { to: 'somebody' }, { removeOnFail: true });
  const [first, second] = await Promise.all(
    [fewPairs, otherPairs].map((args) => explore([...args, '--queue', address])),
  );
  expect(first?.out).toBe((await explore(fewPairs)).out);
  expect(second?.out).toBe((await explore(otherPairs)).out);
  const printed = workers.map(({ errors }) => errors).join('');
  expect(printed).toMatch(new RegExp(`Job ${stranger.id} is not from this explorer|任务 ${stranger.id} 不是`));
});

test('a search of another engine keeps its jobs, and a worker says that it cannot help', async () => {
  const queue = new Queue(queueOf('another'), { connection: { port: server.port }, prefix });
  await queue.add('parcel', {}, { jobId: 'job-other' });
  await stayAlive(redis, { engine: 'another', search: 'other' }, ['job-other']);
  for (const worker of workers)
    await worker.until(() => /A search wants engine another, .* cannot help|需要引擎 another/.test(worker.errors));
  expect(await queue.getJobState('job-other')).toBe('waiting');
  await queue.obliterate();
  await queue.close();
  await redis.del(waitedFor('other'), wantedEngine);
});

test('a search that is stopped while it sends does not say afterwards that it waits', async () => {
  await redis.config('SET', 'notify-keyspace-events', 'Kh');
  const sent = redis.duplicate();
  onTestFinished(() => sent.disconnect());
  await sent.psubscribe('__keyspace@0__:*job-*');
  const stopping = new AbortController();
  sent.on('pmessage', () => stopping.abort());
  expect((await explore([...pairs, '--queue', address], () => {}, stopping)).status).toBe(3);
  expect(await redis.keys(waitedFor('*'))).toEqual([]);
});

test('a search that is stopped takes its jobs away, and a worker that is stopped ends what it does; nothing stays', async () => {
  const begunJobs = (): number => workers.flatMap((worker) => worker.jobs(begun)).length;
  const before = begunJobs();
  const stopping = new AbortController();
  const searching = explore([...pairs, '--queue', address], () => {}, stopping);
  // One of them may get none.
  await Promise.race(workers.map((worker) => worker.until(() => begunJobs() > before)));
  stopping.abort();
  const { status, last } = await searching;
  expect(status).toBe(3);
  expect(last).toContain('stopped: ');
  expect(await Promise.all(workers.map((one) => one.end('SIGTERM')))).toEqual([0, 0]);
  // It expires by itself: it says that a worker recently looked for stalled jobs.
  const isOfWorkers = (key: string): boolean => key.endsWith(':stalled-check');
  expect((await redis.keys('*')).filter((key) => !isOfWorkers(key))).toEqual([]);
});
