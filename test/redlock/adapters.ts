/** node-redlock 5 beta and our library with the same interface, so that the same code checks each point on both. */
import type { Redis } from 'ioredis';
import { Redlock } from '../../src/redlock/all';
import { type BetaClients, BetaRedlock } from '../support/redlockBeta';

/** The settings that both libraries have. */
interface SharedSettings {
  readonly retryCount?: number;
  readonly retryDelay?: number;
  readonly retryJitter?: number;
  readonly driftFactor?: number;
  readonly automaticExtensionThreshold?: number;
}

interface SharedLock {
  readonly expiration: number;
  readonly release: () => Promise<unknown>;
  readonly extend: (duration: number) => Promise<SharedLock>;
}

type Signal = AbortSignal & { error?: Error };

export interface SharedRedlock {
  readonly acquire: (resources: string[], duration: number, settings?: SharedSettings) => Promise<SharedLock>;
  readonly using: <T>(
    resources: string[],
    duration: number,
    settings: SharedSettings,
    routine: (signal: Signal) => Promise<T>,
  ) => Promise<T>;
  readonly on: (event: 'error', listener: (error: Error) => void) => unknown;
}

export type Make = (clients: readonly Redis[], settings?: SharedSettings) => SharedRedlock;

export const ours: Make = (clients, settings) => new Redlock(clients, settings);

export const beta: Make = (clients, settings) =>
  new BetaRedlock(clients as unknown as BetaClients, settings) as unknown as SharedRedlock;

/** Rejects when the promise has not settled in time, because no test may hang. */
export async function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not settled within ${limitMs} ms.`)), limitMs);
  });
  promise.catch(() => {});
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
