/** How many worlds run at once. */
import { freemem } from 'node:os';

const worldsMost = 32;

/** A world that sleeps costs no processor, so memory is the limit. */
export function worldsAtOnce(bytes: number): number {
  const fitting = Math.floor((0.6 * freemem()) / Math.max(bytes, 1_000_000));
  return Math.max(1, Math.min(worldsMost, fitting));
}

export type Limiter = <R>(task: () => Promise<R>) => Promise<R>;

/** Runs at most this many tasks at once. */
export function limiter(most: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      return await task();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}
