// Ends a serving program when it is told to: it closes everything, and ends within a second even if closing takes
// longer.
import { setTimeout as sleep } from 'node:timers/promises';

/** Less than a second. The guard cleans up what is not closed by then: it learns of this process' end by its pipe. */
const closingMsMax = 800;

/**
 * The first signal closes everything, the second ends the process at once.
 * @param {() => Promise<unknown>} close
 */
export function endBySignals(close) {
  let isEnding = false;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, async () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      // Errors while closing do not matter any more; the guard cleans up.
      await Promise.race([close().catch(() => {}), sleep(closingMsMax)]);
      process.exit(0);
    });
  }
}

/**
 * Runs something that adds listeners for SIGTERM and for the end of the input, and removes these listeners. A server of
 * Vite would end the process by them as soon as the server is closed, even if something else still has to close.
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
