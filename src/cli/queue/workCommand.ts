/**
 * `explore:worker` does the jobs of searches that run elsewhere. The searching is done in threads, so that this thread
 * has time to renew BullMQ's locks on jobs in progress. It knows nothing of the process around it.
 */
import type { Job as QueueJob, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Text } from '../../core/model/values/text';
import type { Space } from '../../search/explore/space';
import type { SpawnWorker } from '../../search/explore/workers';
import { say } from '../say';
import { batchIn, packedOutcome, postedIn } from './batch';
import { BatchThreads } from './batchThreads';
import { inOneLine, messageOf, openRedis, type Packages, watch, within } from './connection';
import { lockDuration, prefix, queueOf, stalledInterval, sweep, waitedFor, wantedEngine } from './queueKeys';
import * as words from './queueWords';
import { parseWork } from './workArguments';

export interface WorkContext {
  readonly out: (text: string) => void;
  readonly errors: (text: string) => void;
  /** At this signal it takes no more jobs, and ends after those in progress. */
  readonly signal: AbortSignal;
  readonly hire: (space: Space) => Promise<SpawnWorker>;
  /** The digest of its threads' program. */
  readonly engine: () => Promise<string>;
  /** How many threads this machine has work for. */
  readonly workers: number;
  readonly now: () => number;
}

/** @returns the exit code, after the signal. */
export async function work(typed: readonly string[], context: WorkContext): Promise<number> {
  const parsed = parseWork(typed);
  const { language } = parsed.ok ? parsed.command : parsed;
  const print = (text: Text): void => say(context.out, text[language]);
  const warned = (text: Text): void => say(context.errors, text[language]);
  if (!parsed.ok) {
    warned(parsed.problem);
    return 2;
  }
  const { command } = parsed;
  if (command.kind === 'help') {
    print(words.usage);
    return 0;
  }
  const { addressText } = command.address;
  const opened = await openRedis(command.address);
  if (!opened.ok) {
    warned(opened.problem);
    return 2;
  }
  const { redis, packages } = opened;
  const threads = command.workers ?? context.workers;
  const engine = await context.engine();
  const unwatch = watch(watchOthers(redis, engine, warned), addressText, warned);
  const batchThreads = new BatchThreads(context.hire, context.now);
  const worker = workerFor(
    { redis, packages, batchThreads, engine, shownAddress: addressText, print, warned },
    threads,
  );
  print(words.begins(addressText, threads, engine));
  await new Promise<void>((resolve) => {
    if (context.signal.aborted) resolve();
    context.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  if (batchThreads.areBusy) print(words.finishing);
  await worker.close();
  await within(sweepingMost, () => sweep(redis, engine)).catch(() => {});
  unwatch();
  batchThreads.end();
  redis.disconnect();
  return 0;
}

/** In ms. A worker ends even if Redis does not answer. */
const sweepingMost = 2000;

/** How soon a worker reconnects after it lost Redis, in ms. */
const runRetryDelay = 1000;
/** A job is handed out again however often its workers were killed. One that ends its thread fails by itself. */
const maxStalledCount = 1000;

interface Working {
  readonly redis: Redis;
  readonly packages: Packages;
  readonly batchThreads: BatchThreads;
  readonly engine: string;
  readonly shownAddress: string;
  readonly print: (text: Text) => void;
  readonly warned: (text: Text) => void;
}

function workerFor(working: Working, concurrency: number): Worker {
  const { redis, packages, engine, shownAddress, warned } = working;
  const options = {
    connection: redis,
    prefix,
    concurrency,
    lockDuration,
    stalledInterval,
    maxStalledCount,
    runRetryDelay,
  };
  const worker = new packages.Worker(queueOf(engine), (job) => doJob(job, working), options);
  let last = '';
  worker.on('error', (error) => {
    // `watch` reports that Redis is gone.
    const reason = messageOf(error);
    if (isOfConnection.test(reason) || reason === last) return;
    last = reason;
    warned(words.refused(shownAddress, reason));
  });
  // The jobs of a killed search are dropped one by one, and nothing else cleans up after them.
  worker.on('drained', () => void sweep(redis, engine).catch(() => {}));
  return worker;
}

const isOfConnection = /ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|Connection is closed/;

/**
 * @returns a function that looks for searches of other engines. Their jobs are on other queues, so this worker would
 * not notice them.
 */
function watchOthers(redis: Redis, ours: string, warned: (text: Text) => void): () => Promise<void> {
  const knownEngines = new Set([ours]);
  return async () => {
    const wanted = await redis.get(wantedEngine);
    if (wanted === null || knownEngines.has(wanted)) return;
    knownEngines.add(wanted);
    warned(words.otherEngine(inOneLine(wanted), ours));
  };
}

/** @returns the reply to the search */
async function doJob(job: QueueJob, { redis, packages, batchThreads, print, warned }: Working): Promise<string> {
  const id = inOneLine(job.id ?? '');
  const strange = (): Error => {
    warned(words.stranger(id));
    return new packages.UnrecoverableError(words.stranger(id).en);
  };
  // Leaves nothing of it in Redis.
  const drop = (): string => {
    job.opts.removeOnComplete = true;
    print(words.dropped(id));
    return '';
  };
  const posted = postedIn(job.data);
  if (posted === null) throw strange();
  const isWanted = async (): Promise<boolean> => (await redis.exists(waitedFor(posted.search))) === 1;
  if (!(await isWanted())) return drop();
  const batch = batchIn(posted);
  if (batch === null) throw strange();
  print(words.took(id, batch.jobs.flatMap(({ branches }) => branches).length));
  const outcome = await batchThreads.do(batch, isWanted);
  if (outcome === null) return drop();
  print(words.did(id, outcome.ms));
  return packedOutcome(outcome);
}
