/**
 * A search whose jobs are done by workers of any machine, over a queue in Redis. Only this process knows the state of
 * the search. At each event of a job, and from time to time, it checks each batch, and resends what Redis has lost.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Queue, QueueEvents, Job as QueueJob } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Text } from '../../core/model/values/text';
import type { Job, Search } from '../../search/explore/search';
import { engineDigest } from '../exploreThreads';
import type { Address } from './address';
import { type Batch, idOf, outcomeIn, type Posted, post } from './batch';
import { batchSize } from './batchSize';
import { inOneLine, isRefusal, messageOf, openRedis, watch, within } from './connection';
import { prefix, queueOf, stayAlive, sweep, waitedFor, wantedEngine } from './queueKeys';
import * as words from './queueWords';

export interface Watching {
  readonly say: (text: Text) => void;
  /** Called after each batch. */
  readonly progress: () => void;
  readonly signal: AbortSignal;
  /** How long the runs with one fault took, in ms: the first estimate for a job. */
  readonly levelMs: number;
}

export interface OpenQueue {
  /** Resolves when the search is done or stopped, or rejects with the reason why a job cannot be done. */
  readonly search: (search: Search, watching: Watching) => Promise<Text | null>;
  readonly close: () => void;
}

export type OpenedQueue =
  | { readonly ok: true; readonly queue: OpenQueue }
  | { readonly ok: false; readonly problem: Text };

export async function openQueue(address: Address, say: (text: Text) => void): Promise<OpenedQueue> {
  const opened = await openRedis(address);
  if (!opened.ok) return opened;
  const { redis, packages } = opened;
  const engine = await engineDigest();
  const name = queueOf(engine);
  const queue = new packages.Queue(name, { connection: redis, prefix, streams: { events: { maxLen: 100 } } });
  const events = new packages.QueueEvents(name, { connection: redis, prefix });
  // `watch` reports it.
  queue.on('error', () => {});
  events.on('error', () => {});
  const { addressText } = address;
  const unwatch = watch(() => redis.ping(), addressText, say);
  return {
    ok: true,
    queue: {
      search: (search, watching) =>
        new QueueSearch(search, watching, { redis, queue, events, engine, shownAddress: addressText }).run(),
      close: () => {
        unwatch();
        void events.close().catch(() => {});
        redis.disconnect();
      },
    },
  };
}

interface Reached {
  readonly redis: Redis;
  readonly queue: Queue;
  readonly events: QueueEvents;
  readonly engine: string;
  readonly shownAddress: string;
}

interface Sent {
  readonly batch: Batch;
  readonly posted: Posted;
  failures: number;
}

/** How often to check the batches, in ms. An event may be lost, with the data of a Redis or on the way. */
const lookEvery = 3000;
/** Events of any job, from any worker. */
const allNews = ['active', 'completed', 'failed'] as const;
const retryEvery = 1000;
/** A batch that failed this often ends the search. */
const failuresMax = 3;
/** The least number of batches on the queue, even if few workers are known. */
const sentLeast = 8;
const workersLeast = 4;
/** How long a worker may take to notice that its search has ended, in ms. */
const cleaningMost = 5000;
const cleanedEvery = 200;
/** A result that nobody fetches is removed after this many seconds. */
const keptFor = { age: 600 };

class QueueSearch {
  private readonly id = randomUUID();
  private readonly pendingBatches = new Map<string, Sent>();
  /** The ids of all batches that were ever sent. Redis may bring one back if it starts with older data. */
  private readonly ids = new Set<string>();
  /** Aborted as soon as there is an event of any job. */
  private quiet = new AbortController();
  private msPerJob: number;
  private workers = workersLeast;
  private isIdleReported = false;
  private refusal = '';
  /** Why the search cannot go on. */
  private failure: Text | null = null;

  constructor(
    private readonly search: Search,
    private readonly watching: Watching,
    private readonly reached: Reached,
  ) {
    // A branch with one fault has, on average, half of the places after it.
    const branches = Math.min(4, search.collectResults().all);
    this.msPerJob = Math.max(1, (watching.levelMs / 2) * branches);
  }

  async run(): Promise<Text | null> {
    const { events } = this.reached;
    const hear = (): void => this.quiet.abort();
    for (const news of allNews) events.on(news, hear);
    const over = new AbortController();
    const turns = this.turns();
    try {
      // Redis may not answer for hours, and Ctrl+C still works.
      await Promise.race([turns, once(this.watching.signal, 'abort', over)]);
    } finally {
      over.abort();
      for (const news of allNews) events.off(news, hear);
      await this.clean(turns);
    }
    return this.failure;
  }

  private async turns(): Promise<void> {
    const { signal } = this.watching;
    let pause = 0;
    while (!this.search.isDone && !signal.aborted && this.failure === null) {
      await delay(pause, undefined, { signal: AbortSignal.any([signal, this.quiet.signal]) }).catch(() => {});
      const isNews = this.quiet.signal.aborted;
      this.quiet = new AbortController();
      pause = await this.turn(isNews);
    }
  }

  /** @returns after how many ms the next turn is due at the latest */
  private async turn(isNews: boolean): Promise<number> {
    try {
      await this.stayAlive();
      await this.look(isNews);
      if (this.failure === null && (await this.send())) await this.stayAlive();
      this.refusal = '';
      return lookEvery;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Redis has no memory left, or is just being stopped. That passes.
      const reason = messageOf(error);
      if (reason !== this.refusal) this.watching.say(words.refused(this.reached.shownAddress, reason));
      this.refusal = reason;
      return retryEvery;
    }
  }

  private async look(isNews: boolean): Promise<void> {
    const { queue, shownAddress, engine } = this.reached;
    const pending = [...this.pendingBatches];
    const states = await Promise.all(pending.map(async ([id]) => queue.getJobState(id)));
    let active = 0;
    for (const [index, [id, entry]] of pending.entries()) {
      const state = states[index];
      if (state === 'active') active++;
      else if (state === 'completed') await this.take(id, entry);
      else if (state === 'failed') await this.failed(id, entry);
      else if (state === 'unknown') await this.add(id, entry);
    }
    this.workers = Math.max(this.workers, active);
    const isIdle = active === 0 && pending.length > 0 && this.pendingBatches.size === pending.length && !isNews;
    if (isIdle && !this.isIdleReported) this.watching.say(words.waitsForWorkers(shownAddress, engine));
    this.isIdleReported = isIdle;
  }

  private stayAlive(): Promise<void> {
    const { redis, engine } = this.reached;
    return stayAlive(redis, { engine, search: this.id }, this.pendingBatches.keys());
  }

  /** @returns whether there was anything to send */
  private async send(): Promise<boolean> {
    const most = Math.max(sentLeast, 3 * this.workers);
    const before = this.ids.size;
    while (this.pendingBatches.size < most && this.search.left > 0 && !this.watching.signal.aborted) {
      const size = batchSize({ left: this.search.left, msPerJob: this.msPerJob, workers: this.workers });
      const jobs: Job[] = [];
      for (let job = this.search.next(); job !== null; job = jobs.length < size ? this.search.next() : null)
        jobs.push(job);
      const batch: Batch = { space: this.search.space, jobs };
      const posted = post(batch, this.id);
      const id = idOf(posted);
      const entry = { batch, posted, failures: 0 };
      // Recorded before it is sent, so that it is sent again if Redis refuses it.
      this.pendingBatches.set(id, entry);
      this.ids.add(id);
      await this.add(id, entry);
    }
    return this.ids.size > before;
  }

  /** Does nothing if it is already there. */
  private async add(id: string, { posted }: Sent): Promise<void> {
    await this.reached.queue.add('parcel', posted, {
      jobId: id,
      attempts: failuresMax,
      removeOnComplete: keptFor,
      removeOnFail: keptFor,
    });
  }

  private async take(id: string, entry: Sent): Promise<void> {
    const { queue } = this.reached;
    const job = await this.jobOf(id);
    const outcome = outcomeIn(job?.returnvalue, entry.batch);
    if (outcome === null) return this.again(id, entry, words.garbled(id));
    this.pendingBatches.delete(id);
    const { jobs } = entry.batch;
    for (const [index, one] of jobs.entries()) this.search.take(one, outcome.results[index] ?? []);
    this.msPerJob = (this.msPerJob + outcome.ms / jobs.length) / 2;
    this.watching.progress();
    await queue.remove(id);
  }

  private async failed(id: string, entry: Sent): Promise<void> {
    const job = await this.jobOf(id);
    await this.again(id, entry, words.failed(id, inOneLine(job?.failedReason ?? '')));
  }

  /** Undefined also if Redis holds something under this name that cannot be read as a job. */
  private async jobOf(id: string): Promise<QueueJob | undefined> {
    try {
      return await this.reached.queue.getJob(id);
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  private async again(id: string, entry: Sent, why: Text): Promise<void> {
    entry.failures++;
    if (entry.failures >= failuresMax) {
      this.failure ??= words.givenUp(why);
      return;
    }
    this.watching.say(words.doneAgain(why));
    await this.reached.queue.remove(id);
    await this.add(id, entry);
  }

  /** Workers notice that no search waits any more, and drop their jobs. */
  private async clean(turns: Promise<void>): Promise<void> {
    const { redis, queue, engine, shownAddress } = this.reached;
    const until = performance.now() + cleaningMost;
    try {
      await within(cleaningMost, async () => {
        // The current turn still sends for a moment; everything is removed after it.
        await turns.catch(() => {});
        await redis.del(waitedFor(this.id), wantedEngine);
        for (let left = [...this.ids]; left.length > 0 && performance.now() < until; ) {
          await Promise.all(left.map((id) => queue.remove(id)));
          const states = await Promise.all(left.map((id) => queue.getJobState(id)));
          left = left.filter((_, index) => states[index] !== 'unknown');
          if (left.length > 0) await delay(cleanedEvery);
        }
        await sweep(redis, engine);
      });
    } catch (error) {
      this.watching.say(words.stayBehind(shownAddress, messageOf(error)));
    }
  }
}
