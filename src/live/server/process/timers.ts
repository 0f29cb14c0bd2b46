/**
 * Timers on the monotonic clock of a live process. By that clock they are never too short. They are set again when its
 * rate changes.
 */
import type { Micros } from '../../../core/model/values/time';
import type { LiveClock } from './liveClock';

/** The longest delay of a Node timer. */
const timerMsMax = 2 ** 31 - 1;

/** Calls back once when the time is over. @returns a function that cancels this. */
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
    // Node counts whole milliseconds from the last time its loop read the clock.
    if (clock.mono() < dueMono) return arm();
    stop();
    due();
  }

  function stop(): void {
    clearTimeout(timer);
    stopListening();
  }
}

/** Resolves when the time is over, or as soon as the signal aborts. */
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
