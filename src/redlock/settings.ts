/** The settings of the library, and what they are when nobody sets them. */
import { checkNames, checkSetting, checkWaiting } from './checks';

export interface Settings {
  /** The share of a lock's duration that is taken off its validity for clocks that run unevenly; 2 ms come on top. */
  readonly driftFactor: number;
  /** How often an acquire or an extend is tried again. −1: for ever. */
  readonly retryCount: number;
  /** Between two tries, in ms. */
  readonly retryDelay: number;
  /** At most so much is added to the delay or taken off it at random, in ms. */
  readonly retryJitter: number;
  /** How long before its end `using` extends a lock, in ms. */
  readonly automaticExtensionThreshold: number;
  /**
   * How long a node is waited for in one try, in ms. By default as long as its answers take, mean and deviation, but at
   * least a twentieth of the duration, from 50 ms to 1 s, and at most half of what the lock is valid for; 1 s where it has not
   * answered yet. The time until a connection is open does not count.
   */
  readonly nodeTimeout: number;
  /** How often a release is tried again while the lock lasts. */
  readonly releaseRetryCount: number;
  /** Between two tries of a release, in ms. */
  readonly releaseRetryDelay: number;
  /** `quorum`: a lock has a fencing token from counters on a majority of the nodes, at the price of two more requests each. */
  readonly token: 'none' | 'quorum';
  /**
   * How long a counter of fencing tokens stays after the latest grant of its lock, in ms; Infinity: for ever. By default 30 days.
   * When it goes, tokens begin at 1 again. A storage that remembers a greater one then refuses every holder, and a client that
   * was paused since before, with a greater token, is let in beside one that holds the lock. So it has to be longer than a lock
   * is held with all its extensions, than any client may be paused, and than the storage remembers what it has seen.
   */
  readonly tokenLifetime: number;
}

/** What can be said for a single acquire. */
export interface Waiting {
  /** Gives up waiting: the promise rejects with the signal's reason, and no key is left. It reaches the routine of `using`. */
  readonly signal?: AbortSignal | undefined;
  /** Gives up at this time, as `Date.now()` counts. */
  readonly deadline?: number | undefined;
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
} as const satisfies Omit<Settings, 'nodeTimeout'>;

export type KnownSettings = Omit<Settings, 'nodeTimeout'> & { readonly nodeTimeout: number | null };

/** What is undefined, or null, is as if it were not there. Throws a TypeError for what is not allowed, and for what does not exist. */
export function withSettings(known: KnownSettings, more: Partial<Settings> | null | undefined): KnownSettings {
  if (more === undefined || more === null) return known;
  checkNames(more, Object.keys(known));
  return merged(known, more);
}

/** The same where one waits. */
export function withWaiting(known: KnownSettings, more: AcquireSettings | null | undefined): KnownSettings {
  if (more === undefined || more === null) return known;
  checkNames(more, [...Object.keys(known), 'signal', 'deadline']);
  checkWaiting(more);
  return merged(known, more);
}

function merged(known: KnownSettings, more: Partial<Settings>): KnownSettings {
  const all: Record<string, unknown> = { ...known };
  for (const name of Object.keys(known)) {
    const value = (more as Record<string, unknown>)[name] ?? undefined;
    if (value === undefined) continue;
    checkSetting(name, value);
    all[name] = value;
  }
  return all as unknown as KnownSettings;
}

/** A release has retries of its own, since a lock's end sets it a limit. */
export const releasing = (known: KnownSettings): KnownSettings => ({
  ...known,
  retryCount: known.releaseRetryCount,
  retryDelay: known.releaseRetryDelay,
  retryJitter: 0,
});

/** The least that a node is waited for, in ms: long enough for a client that was busy for a moment. */
export const patienceFloor = (durationMs: number): number => Math.max(50, Math.min(1000, durationMs / 20));

/** −1 stands for no end. */
export const triesOf = (retryCount: number): number => (retryCount === -1 ? Number.POSITIVE_INFINITY : retryCount + 1);
