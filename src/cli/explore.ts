/** The program behind `npm run -s explore`. It runs the command in this process, with its streams and its exit code. */
import { availableParallelism } from 'node:os';
import { exitStopped, explore } from './exploreCommand';
import { threadsFor } from './exploreThreads';

// A reader that has seen enough, such as `head`, closes the pipe. That is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
const stopping = new AbortController();
/** npm and a terminal both pass a signal on, so the second one within so many ms is the first. */
const sameSignal = 500;
let stoppedAt = Number.POSITIVE_INFINITY;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (performance.now() - stoppedAt > sameSignal) process.exit(exitStopped);
    stoppedAt = Math.min(stoppedAt, performance.now());
    stopping.abort();
  });
}

process.exitCode = await explore(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  errors: (text) => process.stderr.write(text),
  signal: stopping.signal,
  hire: threadsFor,
  workers: Math.min(8, Math.max(1, availableParallelism() - 1)),
  now: () => performance.now(),
});
