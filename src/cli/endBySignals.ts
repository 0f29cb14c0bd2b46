/** Ends a serving program on a signal: it closes everything, and ends within a second even if closing takes longer. */
import { setTimeout as sleep } from 'node:timers/promises';

/** In ms; less than a second. The guard cleans up the rest once its pipe shows that this process has ended. */
const closingMsMax = 800;

/** The first signal closes everything, the second ends the process at once. */
export function endBySignals(close: () => Promise<unknown>): void {
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, async () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      // Errors while closing do not matter any more; the guard cleans up.
      await Promise.race([close().catch(() => {}), sleep(closingMsMax)]);
      process.exit(0);
    });
  }
}
