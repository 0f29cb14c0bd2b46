/** The program behind `npm run cli -- explore:worker`. It runs the command in this process, with its streams and its exit code. */
import { availableParallelism } from 'node:os';
import { engineDigest, threadsFor } from '../exploreThreads';
import { whenStopped } from '../stopping';
import { work } from './workCommand';

process.exitCode = await work(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  errors: (text) => process.stderr.write(text),
  signal: whenStopped(1),
  hire: threadsFor,
  engine: engineDigest,
  workers: Math.max(1, availableParallelism() - 1),
  now: () => performance.now(),
});
