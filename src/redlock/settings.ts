/** The settings of the library, and what they are when nobody sets them. */
import { checkSetting } from './checks';

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
  /** How long one node is waited for in one try, in ms. By default a twentieth of the duration, from 50 ms to 1 s, at most half of it. */
  readonly nodeTimeout: number;
  /** How often a release is tried again while the lock lasts. */
  readonly releaseRetryCount: number;
  /** Between two tries of a release, in ms. */
  readonly releaseRetryDelay: number;
  /** `quorum`: a lock has a fencing token from counters on a majority of the nodes, at the price of two more requests each. */
  readonly token: 'none' | 'quorum';
}

/** What can be said for a single acquire. */
export interface Waiting {
  /** Gives up waiting: the promise rejects with the signal's reason, and no key is left. */
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
} as const satisfies Omit<Settings, 'nodeTimeout'>;

export type KnownSettings = Omit<Settings, 'nodeTimeout'> & { readonly nodeTimeout: number | null };

/** What is undefined, or null, is as if it were not there. Throws a TypeError for what is not allowed. */
export function withSettings(known: KnownSettings, more: Partial<Settings> | null | undefined): KnownSettings {
  if (more === undefined || more === null) return known;
  const merged: Record<string, unknown> = { ...known };
  for (const name of Object.keys(known)) {
    const value = (more as Record<string, unknown>)[name] ?? undefined;
    if (value === undefined) continue;
    checkSetting(name, value);
    merged[name] = value;
  }
  return merged as unknown as KnownSettings;
}

/** A release has retries of its own, since a lock's end sets it a limit. */
export const releasing = (known: KnownSettings): KnownSettings => ({
  ...known,
  retryCount: known.releaseRetryCount,
  retryDelay: known.releaseRetryDelay,
  retryJitter: 0,
});
