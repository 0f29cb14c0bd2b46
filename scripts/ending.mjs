// How a program that serves ends when it is told to: by its own close, and within a second whatever that waits for.
import { setTimeout as sleep } from 'node:timers/promises';

/** Short of a second. What is not closed by then is the guard's, which learns of this process' end by its pipe. */
const closingMsMax = 800;

/**
 * The first signal closes all, the second ends the process where it stands.
 * @param {() => Promise<unknown>} close
 */
export function endBySignals(close) {
  let isEnding = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, async () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      // What closing breaks is nobody's concern any more; the guard cleans up.
      await Promise.race([close().catch(() => {}), sleep(closingMsMax)]);
      process.exit(0);
    });
  }
}

/**
 * Performs what puts listeners for SIGTERM and for the end of the input, and takes those away again: a server of Vite ends the process
 * by them as soon as itself is closed, whatever else there is.
 * @template R
 * @param {() => Promise<R>} act
 * @returns {Promise<R>}
 */
export async function withoutItsEnding(act) {
  /** @type {readonly (readonly [import('node:events').EventEmitter, string])[]} */
  const sources = [
    [process, 'SIGTERM'],
    [process.stdin, 'end'],
  ];
  const before = sources.map(([source, name]) => source.listeners(name));
  const done = await act();
  sources.forEach(([source, name], i) => {
    for (const listener of source.listeners(name))
      if (!before[i]?.includes(listener)) source.off(name, /** @type {() => void} */ (listener));
  });
  return done;
}
