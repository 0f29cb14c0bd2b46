/**
 * A search whose jobs are done by workers of any machine, over a queue in Redis. What is known of the search is in this
 * process alone. So it only looks, again and again, what became of each parcel, and sends what Redis has lost once more.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Queue, Job as QueueJob } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Job, Search } from '../../explore/search';
import type { Text } from '../../model/text';
import { engineDigest } from '../exploreThreads';
import type { Address } from './address';
import { inOneLine, isRefusal, messageOf, openRedis, watch, within } from './connection';
import { idOf, outcomeIn, type Parcel, type Posted, post } from './parcel';
import { parcelSize } from './parcelSize';
import { prefix, queueName, stayAlive, sweep, waitedFor } from './queueKeys';
import * as words from './queueWords';

export interface Watching {
  readonly say: (text: Text) => void;
  /** Told after each parcel. */
  readonly progress: () => void;
  readonly signal: AbortSignal;
  /** How long the runs with one fault took, in ms: the first guess of what a job takes. */
  readonly levelMs: number;
}

export interface OpenQueue {
  /** Ends when the search is done or stopped, or with the reason why a job cannot be done. */
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
  const queue = new packages.Queue(queueName, { connection: redis, prefix, streams: { events: { maxLen: 100 } } });
  // `watch` tells.
  queue.on('error', () => {});
  const { shown } = address;
  const unwatch = watch(redis, { gone: () => say(words.gone(shown)), back: () => say(words.back(shown)) });
  const engine = await engineDigest();
  return {
    ok: true,
    queue: {
      search: (search, watching) => new QueueSearch(search, watching, { redis, queue, engine, shown }).run(),
      close: () => {
        unwatch();
        redis.disconnect();
      },
    },
  };
}

interface Reached {
  readonly redis: Redis;
  readonly queue: Queue;
  readonly engine: string;
  readonly shown: string;
}

interface Sent {
  readonly parcel: Parcel;
  readonly posted: Posted;
  failures: number;
}

const lookEvery = 200;
const retryEvery = 1000;
/** A parcel that failed so often ends the search. */
const failuresMax = 3;
/** So many parcels are on the queue at least, however few hands are known. */
const sentLeast = 8;
const handsLeast = 4;
/** It is told that nobody works after so many ms. */
const idleTold = 3000;
/** So long, in ms, a worker may take to notice that its search has ended. */
const cleaningMost = 5000;
/** A result that nobody takes any more goes after so many seconds. */
const keptFor = { age: 600 };

class QueueSearch {
  private readonly id = randomUUID();
  private readonly sent = new Map<string, Sent>();
  /** Of every parcel that was ever sent. Redis may bring one back when it starts with older data. */
  private readonly ids = new Set<string>();
  private msPerJob: number;
  private hands = handsLeast;
  private busyAt = performance.now();
  private isIdleTold = false;
  private refusal = '';
  /** Why the search cannot go on. */
  private failure: Text | null = null;

  constructor(
    private readonly search: Search,
    private readonly watching: Watching,
    private readonly reached: Reached,
  ) {
    // A branch with one fault has half of the places after it, on average.
    const branches = Math.min(4, search.found().all);
    this.msPerJob = Math.max(1, (watching.levelMs / 2) * branches);
  }

  async run(): Promise<Text | null> {
    const { signal } = this.watching;
    try {
      while (!this.search.isDone && !signal.aborted && this.failure === null) {
        const pause = (await this.unlessStopped(this.turn())) ?? lookEvery;
        await this.unlessStopped(delay(pause, undefined, { signal }));
      }
    } finally {
      await this.clean();
    }
    return this.failure;
  }

  /** Redis may not answer for hours, and Ctrl+C works all the same. */
  private unlessStopped<T>(work: Promise<T>): Promise<T | undefined> {
    const { signal } = this.watching;
    return new Promise((resolve, reject) => {
      const stop = (): void => resolve(undefined);
      const end = (): void => signal.removeEventListener('abort', stop);
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      work.then(
        (value) => {
          end();
          resolve(value);
        },
        (error: unknown) => {
          end();
          if (signal.aborted) resolve(undefined);
          else reject(error);
        },
      );
    });
  }

  /** @returns after how many ms the next one is due */
  private async turn(): Promise<number> {
    try {
      await this.stayAlive();
      await this.look();
      if (this.failure === null && (await this.send())) await this.stayAlive();
      this.refusal = '';
      return lookEvery;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Its memory is full, or it is just being stopped. That passes.
      const reason = messageOf(error);
      if (reason !== this.refusal) this.watching.say(words.refused(this.reached.shown, reason));
      this.refusal = reason;
      return retryEvery;
    }
  }

  private async look(): Promise<void> {
    const { queue, shown, engine } = this.reached;
    const seen = [...this.sent];
    const states = await Promise.all(seen.map(async ([id]) => queue.getJobState(id)));
    let active = 0;
    for (const [index, [id, sent]] of seen.entries()) {
      const state = states[index];
      if (state === 'active') active++;
      else if (state === 'completed') await this.take(id, sent);
      else if (state === 'failed') await this.failed(id, sent);
      else if (state === 'unknown') await this.add(id, sent);
    }
    this.hands = Math.max(this.hands, active);
    if (active > 0 || seen.length === 0 || this.sent.size < seen.length) {
      this.busyAt = performance.now();
      this.isIdleTold = false;
    } else if (!this.isIdleTold && performance.now() - this.busyAt > idleTold) {
      this.isIdleTold = true;
      this.watching.say(words.waitsForWorkers(shown, engine));
    }
  }

  /** A turn that is under way when the search is stopped goes on for a moment, and must not bring back what is cleaned. */
  private async stayAlive(): Promise<void> {
    if (this.watching.signal.aborted) return;
    await stayAlive(this.reached.redis, this.id, this.sent.keys());
  }

  /** @returns whether there was anything to send */
  private async send(): Promise<boolean> {
    const most = Math.max(sentLeast, 3 * this.hands);
    const before = this.ids.size;
    while (this.sent.size < most && this.search.left > 0 && !this.watching.signal.aborted) {
      const size = parcelSize({ left: this.search.left, msPerJob: this.msPerJob, hands: this.hands });
      const jobs: Job[] = [];
      for (let job = this.search.next(); job !== null; job = jobs.length < size ? this.search.next() : null)
        jobs.push(job);
      const parcel: Parcel = { space: this.search.space, jobs };
      const posted = post(parcel, { engine: this.reached.engine, search: this.id });
      const id = idOf(posted);
      const sent = { parcel, posted, failures: 0 };
      // It is known before it is sent: where Redis refuses it, it is sent again.
      this.sent.set(id, sent);
      this.ids.add(id);
      await this.add(id, sent);
    }
    return this.ids.size > before;
  }

  /** Nothing happens if it is there already. */
  private async add(id: string, { posted }: Sent): Promise<void> {
    if (this.watching.signal.aborted) return;
    await this.reached.queue.add('parcel', posted, {
      jobId: id,
      attempts: failuresMax,
      removeOnComplete: keptFor,
      removeOnFail: keptFor,
    });
  }

  private async take(id: string, sent: Sent): Promise<void> {
    const { queue } = this.reached;
    const job = await this.jobOf(id);
    const outcome = outcomeIn(job?.returnvalue, sent.parcel);
    if (outcome === null) return this.again(id, sent, words.garbled(id));
    this.sent.delete(id);
    const { jobs } = sent.parcel;
    for (const [index, one] of jobs.entries()) this.search.take(one, outcome.results[index] ?? []);
    this.msPerJob = (this.msPerJob + outcome.ms / jobs.length) / 2;
    this.watching.progress();
    await queue.remove(id);
  }

  private async failed(id: string, sent: Sent): Promise<void> {
    const job = await this.jobOf(id);
    await this.again(id, sent, words.failed(id, inOneLine(job?.failedReason ?? '')));
  }

  /** Undefined also where what lies in Redis under this name is no job that can be read. */
  private async jobOf(id: string): Promise<QueueJob | undefined> {
    try {
      return await this.reached.queue.getJob(id);
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  private async again(id: string, sent: Sent, why: Text): Promise<void> {
    sent.failures++;
    if (sent.failures >= failuresMax) {
      this.failure ??= words.givenUp(why);
      return;
    }
    this.watching.say(words.doneAgain(why));
    await this.reached.queue.remove(id);
    await this.add(id, sent);
  }

  /** Workers notice that nobody waits any more, and drop what they have. */
  private async clean(): Promise<void> {
    const { redis, queue, shown } = this.reached;
    const until = performance.now() + cleaningMost;
    try {
      await within(cleaningMost, async () => {
        await redis.del(waitedFor(this.id));
        for (let left = [...this.ids]; left.length > 0 && performance.now() < until; ) {
          await Promise.all(left.map((id) => queue.remove(id)));
          const states = await Promise.all(left.map((id) => queue.getJobState(id)));
          left = left.filter((_, index) => states[index] !== 'unknown');
          if (left.length > 0) await delay(lookEvery);
        }
        await sweep(redis);
      });
    } catch (error) {
      this.watching.say(words.stayBehind(shown, messageOf(error)));
    }
  }
}
