/** The program behind `npm run -s cli -- explore`. It runs the command in this process, with its streams and its exit code. */
import { availableParallelism } from 'node:os';
import { exitStopped, explore } from './exploreCommand';
import { threadsFor } from './exploreThreads';
import { whenStopped } from './stopping';

// A reader that has seen enough, such as `head`, closes the pipe. That is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
process.exitCode = await explore(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  errors: (text) => process.stderr.write(text),
  signal: whenStopped(exitStopped),
  hire: threadsFor,
  workers: Math.min(8, Math.max(1, availableParallelism() - 1)),
  now: () => performance.now(),
});
