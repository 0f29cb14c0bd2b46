/** The settings of the library, and their defaults. */
import { checkNames, checkSetting, checkWaiting } from './checks';
import type { RetryDelay } from './retryDelay';

/** Those of node-redlock 5 are required in this type, as they are there. Every method takes a part of them. */
export interface Settings {
  /**
   * The share of a lock's duration that is subtracted from its validity for clocks that run unevenly. Another 2 ms
   * are subtracted.
   */
  readonly driftFactor: number;
  /** How often an acquire or an extend is retried. −1: forever. */
  readonly retryCount: number;
  /**
   * The wait between two attempts, in ms. A function is called with the number of attempts that have failed, from 1 on,
   * and returns the wait. If it throws or returns no number of ms from 0 on, the operation rejects with that error: an
   * acquire releases its keys, an extension leaves the lock as it is, and after a release the keys that are left expire
   * by themselves. An automatic extension emits the error as `error` and waits 200 ms. A waiter of WatchedLocks or
   * WaitingLocks waits so only while no message can reach it: at least 50 ms and at most 900 after a function, 50 to
   * 150 % of a number, which counts as at least 50.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
   * const waits: number[] = [];
   * const doubling = (tries: number): number => {
   *   const ms = Math.min(1000, 10 * 2 ** tries);
   *   waits.push(ms);
   *   return ms;
   * };
   * const redlock = new Redlock(nodes, { retryCount: 3, retryDelay: doubling });
   * const lock = await redlock.acquire(['a'], 10_000);
   * await assert.rejects(redlock.acquire(['a'], 10_000), { name: 'ContendedError' });
   * assert.deepEqual(waits, [20, 40, 80]);
   * await lock.release();
   */
  readonly retryDelay: RetryDelay;
  /**
   * The most that is randomly added to a `retryDelay` or subtracted from it, in ms. Nothing is added to what a function
   * returns: the function decides.
   */
  readonly retryJitter: number;
  /** How long before its end `using` extends a lock, in ms. */
  readonly automaticExtensionThreshold: number;
  /**
   * How long to wait for a node in one try, in ms. By default as long as its answers take, by mean and deviation: at
   * least a twentieth of the duration, within 50 ms and 1 s, and at most half of the lock's validity. It is 1 s until
   * the node has answered once. The time until a connection is open does not count. Null: the default.
   */
  readonly nodeTimeout?: number | null;
  /** How often a release is retried while the lock lasts. */
  readonly releaseRetryCount?: number;
  /** The wait between two attempts of a release, in ms. */
  readonly releaseRetryDelay?: number;
  /**
   * `quorum`: a lock has a fencing token from counters on a majority of the nodes, which costs two more requests per
   * node. SingleNodeLocks and WatchedLocks always have one. Each resource of a lock counts, so a token is greater than
   * those of all earlier holders of any of them. The storage has to refuse what comes with a smaller token.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
   * const redlock = new Redlock(nodes, { token: 'quorum' });
   * const row = { text: '', token: 0 };
   * const write = (text: string, token: number | null): boolean => {
   *   if (token === null || token < row.token) return false;
   *   Object.assign(row, { text, token });
   *   return true;
   * };
   *
   * const paused = await redlock.acquire(['row'], 5000);
   * for (const node of nodes) node.jumpClock(6000); // The first holder is paused for longer than its lock lasts.
   * const next = await redlock.acquire(['row'], 5000);
   * assert.equal(write('new', next.token), true);
   * assert.equal(write('old', paused.token), false);
   * assert.equal(row.text, 'new');
   * await next.release();
   */
  readonly token?: 'none' | 'quorum';
  /**
   * How long a counter of fencing tokens stays after the latest grant of its lock, in ms. Infinity: forever. By default
   * 30 days.
   *
   * When a counter expires, its tokens start at 1 again. A storage that remembers a greater token then refuses every
   * holder. A client that was paused since before, with a greater token, is let in beside one that holds the lock. So
   * the lifetime must be longer than a lock is held with all its extensions, longer than any client may be paused,
   * and longer than the storage remembers tokens.
   */
  readonly tokenLifetime?: number;
}

/** What can be set for a single acquire. */
export interface Waiting {
  /**
   * Stops waiting: the promise rejects with the signal's reason, and no key is left. The signal reaches the routine
   * of `using`.
   */
  readonly signal?: AbortSignal | undefined;
  /** Stops waiting at this time, as `Date.now()` counts. */
  readonly deadline?: number | undefined;
  /**
   * A text beside the owner, such as who holds the lock: at most 1024 bytes of UTF-8. It is part of the lock's value in
   * Redis, after a colon, and stays until the release. Others read it by `peek`. It proves nothing: anyone who can
   * write to Redis can write it.
   *
   * @example
   * import assert from 'node:assert';
   * import { Redlock } from 'quorum-lock';
   * import { SimulatedRedis } from 'quorum-lock/simulated';
   *
   * const nodes = [new SimulatedRedis(), new SimulatedRedis(), new SimulatedRedis()];
   * const redlock = new Redlock(nodes);
   * const lock = await redlock.acquire(['report'], 5000, { data: 'worker 7' });
   * assert.equal(lock.data, 'worker 7');
   * assert.equal((await redlock.peek('report'))?.data, 'worker 7');
   * await lock.release();
   */
  readonly data?: string | undefined;
}

export type AcquireSettings = Partial<Settings> & Waiting;

export const defaultSettings = {
  driftFactor: 0.01,
  retryCount: 10,
  retryDelay: 200,
  retryJitter: 100,
  automaticExtensionThreshold: 500,
  releaseRetryCount: 3,
  releaseRetryDelay: 50,
  token: 'none',
  tokenLifetime: 30 * 24 * 3_600_000,
} as const satisfies Omit<Required<Settings>, 'nodeTimeout'>;

export type KnownSettings = Required<Settings>;

/**
 * The settings with some of them replaced. Undefined and null count as absent. Throws a TypeError for a value that is
 * not allowed, and for a name that does not exist.
 */
export function withSettings(settings: KnownSettings, more: Partial<Settings> | null | undefined): KnownSettings {
  if (more === undefined || more === null) return settings;
  checkNames(more, Object.keys(settings));
  return merged(settings, more);
}

/** The same for operations that wait. */
export function withWaiting(settings: KnownSettings, more: AcquireSettings | null | undefined): KnownSettings {
  if (more === undefined || more === null) return settings;
  checkNames(more, [...Object.keys(settings), 'signal', 'deadline', 'data']);
  checkWaiting(more);
  return merged(settings, more);
}

function merged(settings: KnownSettings, more: Partial<Settings>): KnownSettings {
  const all: Record<string, unknown> = { ...settings };
  for (const name of Object.keys(settings)) {
    const value = (more as Record<string, unknown>)[name] ?? undefined;
    if (value === undefined) continue;
    checkSetting(name, value);
    all[name] = value;
  }
  return all as unknown as KnownSettings;
}

/** A release has its own retries, because a lock's end limits them. */
export const releasing = (settings: KnownSettings): KnownSettings => ({
  ...settings,
  retryCount: settings.releaseRetryCount,
  retryDelay: settings.releaseRetryDelay,
  retryJitter: 0,
});

/** The shortest wait for a node, in ms. It is long enough for a client that was busy for a moment. */
export const patienceFloor = (durationMs: number): number => Math.max(50, Math.min(1000, durationMs / 20));

/** How many tries a retry count means. −1 means no limit. */
export const triesOf = (retryCount: number): number => (retryCount === -1 ? Number.POSITIVE_INFINITY : retryCount + 1);
