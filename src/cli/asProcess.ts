/** Runs a command in this process, with its streams and its exit code. */
import { availableParallelism } from 'node:os';
import { whenStopped } from './stopping';

interface Streams {
  readonly out: (text: string) => void;
  readonly errors: (text: string) => void;
}

/** @param command resolves with the exit code */
export async function asProcess(command: (streams: Streams) => Promise<number>): Promise<void> {
  // A reader that has seen enough, such as `head`, closes the pipe. That is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  process.exitCode = await command({
    out: (text) => process.stdout.write(text),
    errors: (text) => process.stderr.write(text),
  });
}

/** A command by its arguments and by the words that call it. */
type Call = (typed: readonly string[], called: string) => Promise<void>;

/** As many as this machine has work for. */
export const threadCount = (): number => Math.min(8, Math.max(1, availableParallelism() - 1));

export const playAsProcess: Call = async (typed, called) => {
  const { play } = await import('./playCommand');
  return asProcess((streams) => play(typed, { ...streams, called, environment: process.env }));
};

export const exploreAsProcess: Call = async (typed, called) => {
  const { exitStopped, explore } = await import('./exploreCommand');
  const { threadsFor } = await import('./exploreThreads');
  return asProcess((streams) =>
    explore(typed, {
      ...streams,
      called,
      signal: whenStopped(exitStopped),
      spawnFor: threadsFor,
      workers: threadCount(),
      now: () => performance.now(),
    }),
  );
};

export const whichAsProcess: Call = async (typed, called) => {
  const { which } = await import('./whichCommand');
  return asProcess((streams) => which(typed, { ...streams, called }));
};
