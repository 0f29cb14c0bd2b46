/** The signals that end a search command. */

/** npm and a terminal both pass a signal on, so a second one within this many ms is the first. */
const sameSignal = 500;

/**
 * Aborted at the first signal. The second one ends the process at once.
 *
 * @param code the exit code after the second signal
 */
export function whenStopped(code: number): AbortSignal {
  const stopping = new AbortController();
  let stoppedAt = Number.POSITIVE_INFINITY;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (performance.now() - stoppedAt > sameSignal) process.exit(code);
      stoppedAt = Math.min(stoppedAt, performance.now());
      stopping.abort();
    });
  }
  return stopping.signal;
}
