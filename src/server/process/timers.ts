/** Waits on the monotonic clock of a live process: never shorter than asked by that clock, and set again when it changes. */
import type { Micros } from '../../model/time';
import type { LiveClock } from './liveClock';

/** Node's timers cannot be set further ahead. */
const timerMsMax = 2 ** 31 - 1;

/** Calls back once when the time is over. @returns what takes it back. */
export function startTimer(clock: LiveClock, micros: Micros, due: () => void): () => void {
  const dueMono = clock.mono() + micros;
  let timer: NodeJS.Timeout;
  const stopListening = clock.onChange(() => {
    clearTimeout(timer);
    arm();
  });
  arm();
  return stop;

  function arm(): void {
    timer = setTimeout(look, Math.min(timerMsMax, Math.ceil(clock.until(dueMono) / 1000)));
  }

  function look(): void {
    // Node rounds to milliseconds from when its loop last looked at the clock.
    if (clock.mono() < dueMono) return arm();
    stop();
    due();
  }

  function stop(): void {
    clearTimeout(timer);
    stopListening();
  }
}

/** Resolves after the time, or as soon as the signal says so. */
export function sleepFor(clock: LiveClock, micros: Micros, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const stop = startTimer(clock, micros, resolve);
    signal.addEventListener('abort', () => {
      stop();
      resolve();
    });
  });
}
