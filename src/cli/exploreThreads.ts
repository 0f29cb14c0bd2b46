/** Hands of a search as threads of Node. */
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import type { Branch } from '../explore/branch';
import type { Hire } from '../explore/hands';
import type { Space } from '../explore/space';

/**
 * The program of a thread as one text. A thread that loaded its modules one by one, each translated from TypeScript, would
 * take a second to start and twice the memory.
 */
function bundled(): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('./exploreWorker.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text).join('\n');
}

let program: string | null = null;

/** Of what a run leaves behind, next to nothing lasts. With more room a thread collects it later, and is no quicker. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 };

/** A thread that does jobs in this space. */
export const hireThread =
  (space: Space): Hire =>
  ({ finished, died }) => {
    program ??= bundled();
    const worker = new Worker(program, { eval: true, workerData: space, resourceLimits });
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
  };
