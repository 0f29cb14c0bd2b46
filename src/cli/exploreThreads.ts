/** Hands of a search as threads of Node. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build, stop } from 'esbuild';
import type { Branch } from '../explore/branch';
import type { Hand, Hire, Telling } from '../explore/hands';
import type { Space } from '../explore/space';

/**
 * The program of a thread as one text. A thread that loaded its modules one by one, each translated from TypeScript, would
 * take a second to start and twice the memory.
 */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./exploreWorker.ts', import.meta.url))],
    // Otherwise the text depends on the folder in which somebody called it.
    absWorkingDir: fileURLToPath(new URL('../..', import.meta.url)),
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'silent',
  });
  // The bundler's own process is no longer needed.
  await stop();
  return outputFiles.map(({ text }) => text).join('\n');
}

let program: Promise<string> | null = null;

const theProgram = (): Promise<string> => {
  program ??= bundled();
  return program;
};

/** Threads with the same digest come to the same results. */
export async function engineDigest(): Promise<string> {
  return createHash('sha256')
    .update(await theProgram())
    .digest('hex')
    .slice(0, 12);
}

/** Of what a run leaves behind, next to nothing lasts. With more room a thread collects it later, and is no quicker. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/** Hires threads that do jobs in this space. */
export async function threadsFor(space: Space): Promise<Hire> {
  const text = await theProgram();
  return (telling) => hireThread(text, space, telling);
}

function hireThread(text: string, space: Space, { finished, died }: Telling): Hand {
  const worker = new Worker(text, { eval: true, workerData: space, resourceLimits });
  let isOver = false;
  const end = (problem: string): void => {
    if (!isOver) died(problem);
    isOver = true;
  };
  worker.on('message', (branches: readonly Branch[]) => finished(branches));
  worker.on('error', (error) => end(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => end(`A worker ended with exit code ${code}.`));
  return {
    send: (job) => worker.postMessage(job),
    end: () => {
      isOver = true;
      void worker.terminate();
    },
  };
}
