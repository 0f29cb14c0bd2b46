/**
 * `explore:worker`: does the jobs of searches that run elsewhere. The search itself is in threads, so this one has time to
 * renew the locks that BullMQ keeps on jobs under way. It knows nothing of the process around it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Job as QueueJob, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Hire } from '../../explore/hands';
import type { Space } from '../../explore/space';
import type { Text } from '../../model/text';
import { say } from '../say';
import { inOneLine, messageOf, openRedis, type Packages, watch, within } from './connection';
import { type Posted, packedOutcome, parcelIn, postedIn } from './parcel';
import { ParcelHands } from './parcelHands';
import { lockDuration, prefix, queueName, stalledInterval, sweep, waitedFor } from './queueKeys';
import * as words from './queueWords';
import { parseWork } from './workArguments';

export interface WorkSurroundings {
  readonly out: (text: string) => void;
  readonly errors: (text: string) => void;
  /** It takes no more jobs, and ends after those under way. */
  readonly signal: AbortSignal;
  readonly hire: (space: Space) => Promise<Hire>;
  /** What its threads are, as a digest. */
  readonly engine: () => Promise<string>;
  /** How many threads this machine has work for. */
  readonly workers: number;
  readonly now: () => number;
}

/** @returns the exit code, after the signal. */
export async function work(typed: readonly string[], around: WorkSurroundings): Promise<number> {
  const ordered = parseWork(typed);
  const { language } = ordered.ok ? ordered.order : ordered;
  const told = (text: Text): void => say(around.out, text[language]);
  const warned = (text: Text): void => say(around.errors, text[language]);
  if (!ordered.ok) {
    warned(ordered.problem);
    return 2;
  }
  const { order } = ordered;
  if (order.kind === 'help') {
    told(words.usage);
    return 0;
  }
  const { shown } = order.address;
  const opened = await openRedis(order.address);
  if (!opened.ok) {
    warned(opened.problem);
    return 2;
  }
  const { redis, packages } = opened;
  const threads = order.workers ?? around.workers;
  const engine = await around.engine();
  const unwatch = watch(redis, { gone: () => warned(words.gone(shown)), back: () => warned(words.back(shown)) });
  const hands = new ParcelHands(around.hire, around.now);
  const doing = new Doing(hands, { redis, packages, engine, told, warned });
  const worker = workerFor(doing, {
    redis,
    packages,
    threads,
    refused: (reason) => warned(words.refused(shown, reason)),
  });
  told(words.begins(shown, threads, engine));
  await new Promise<void>((resolve) => {
    if (around.signal.aborted) resolve();
    around.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  if (doing.count > 0) told(words.finishing);
  await worker.close();
  await within(sweepingMost, () => sweep(redis)).catch(() => {});
  unwatch();
  hands.end();
  redis.disconnect();
  return 0;
}

/** In ms. A worker ends also where Redis does not answer. */
const sweepingMost = 2000;

interface Hiring {
  readonly redis: Redis;
  readonly packages: Packages;
  readonly threads: number;
  readonly refused: (reason: string) => void;
}

/** A worker that Redis has left tries again so soon, in ms. */
const runRetryDelay = 1000;
/** A job is handed out again however often its workers were killed. One that ends its thread fails by itself. */
const maxStalledCount = 1000;

function workerFor(doing: Doing, { redis, packages, threads, refused }: Hiring): Worker {
  const worker = new packages.Worker(queueName, (job, token) => doing.do(job, token), {
    connection: redis,
    prefix,
    concurrency: threads,
    lockDuration,
    stalledInterval,
    maxStalledCount,
    runRetryDelay,
  });
  let last = '';
  worker.on('error', (error) => {
    // `watch` tells that Redis is gone.
    const reason = messageOf(error);
    if (isOfConnection.test(reason) || reason === last) return;
    last = reason;
    refused(reason);
  });
  // What a search that was killed has left is dropped job by job, and nobody else cleans up after it.
  worker.on('drained', () => void sweep(redis).catch(() => {}));
  return worker;
}

const isOfConnection = /ECONN|ENOTFOUND|EPIPE|ETIMEDOUT|EHOSTUNREACH|Connection is closed/;

interface Told {
  readonly redis: Redis;
  readonly packages: Packages;
  readonly engine: string;
  readonly told: (text: Text) => void;
  readonly warned: (text: Text) => void;
}

/** A job of another engine is back for others after so many ms, and this worker takes none for twice as long. */
const givenBackFor = 500;

/** What is done with a job from the queue. */
class Doing {
  /** Jobs under way. */
  count = 0;
  private readonly engines = new Set<string>();

  constructor(
    private readonly hands: ParcelHands,
    private readonly about: Told,
  ) {}

  /** @returns what goes back to the search */
  async do(job: QueueJob, token: string | undefined): Promise<string> {
    this.count++;
    try {
      return await this.done(job, token);
    } finally {
      this.count--;
    }
  }

  private async done(job: QueueJob, token: string | undefined): Promise<string> {
    const { packages, engine, told } = this.about;
    const id = inOneLine(job.id ?? '');
    const posted = postedIn(job.data);
    if (posted === null) throw this.strange(id);
    const isWanted = async (): Promise<boolean> => (await this.about.redis.exists(waitedFor(posted.search))) === 1;
    if (!(await isWanted())) return this.drop(job);
    if (posted.engine !== engine) {
      await this.giveBack(job, posted, token);
      throw new packages.DelayedError();
    }
    const parcel = parcelIn(posted);
    if (parcel === null) throw this.strange(id);
    told(
      words.took(
        id,
        parcel.jobs.reduce((sum, { branches }) => sum + branches.length, 0),
      ),
    );
    const outcome = await this.hands.do(parcel, isWanted);
    if (outcome === null) return this.drop(job);
    told(words.did(id, outcome.ms));
    return packedOutcome(outcome);
  }

  /** Nothing of it stays in Redis. */
  private drop(job: QueueJob): string {
    job.opts.removeOnComplete = true;
    this.about.told(words.dropped(inOneLine(job.id ?? '')));
    return '';
  }

  private async giveBack(job: QueueJob, posted: Posted, token: string | undefined): Promise<void> {
    const { engine, warned } = this.about;
    if (!this.engines.has(posted.engine)) warned(words.otherEngine(posted.engine, engine));
    this.engines.add(posted.engine);
    await job.moveToDelayed(Date.now() + givenBackFor, token);
    await delay(2 * givenBackFor);
  }

  private strange(id: string): Error {
    this.about.warned(words.stranger(id));
    return new this.about.packages.UnrecoverableError(words.stranger(id).en);
  }
}
