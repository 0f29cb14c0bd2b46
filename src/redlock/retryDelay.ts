/** How long to wait before the next attempt: a number, or a function of the attempts that have failed. */
import type { Ms } from '../core/model/values/time';
import { checkDelay } from './checks';

/** In ms. A function is called with the number of tries that have failed, from 1 on. */
export type RetryDelay = number | ((tries: number) => number);

/** @throws what the function throws; a TypeError if it returns no time. */
export function delayAfter(tries: number, retryDelay: Exclude<RetryDelay, number>): Ms {
  const ms = retryDelay(tries);
  // A promise is no delay, and its rejection must not be unhandled.
  const result: unknown = ms;
  if (result instanceof Promise) result.catch(() => {});
  checkDelay(ms);
  return ms;
}
