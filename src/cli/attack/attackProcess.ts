/** Runs the command `attack` in this process, with its streams and its exit code. */
import { availableParallelism } from 'node:os';
import { whenStopped } from '../stopping';
import { type AttackContext, attack } from './attackCommand';
import { exitStopped } from './attackMessages';

export async function attackAsProcess(
  typed: readonly string[],
  context: Pick<AttackContext, 'program' | 'called' | 'playLive'>,
): Promise<void> {
  // A reader that has seen enough, such as `head`, closes the pipe. That is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  process.exitCode = await attack(typed, {
    ...context,
    out: (text) => process.stdout.write(text),
    errors: (text) => process.stderr.write(text),
    signal: whenStopped(exitStopped),
    workers: Math.min(8, Math.max(1, availableParallelism() - 1)),
  });
}
