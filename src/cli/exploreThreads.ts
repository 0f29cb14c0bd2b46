/** Hands of a search as threads of Node. */
import { Worker } from 'node:worker_threads';
import type { Branch } from '../explore/branch';
import type { Hire } from '../explore/hands';
import type { Space } from '../explore/space';

/** A thread inherits no loader of TypeScript, so it begins with one. */
const loading = `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ tsImport }) =>
  tsImport(${JSON.stringify(new URL('./exploreWorker.ts', import.meta.url).href)}, ${JSON.stringify(import.meta.url)}))`;

/** A thread that does jobs in this space. */
export const hireThread =
  (space: Space): Hire =>
  ({ finished, died }) => {
    const worker = new Worker(loading, { eval: true, workerData: space });
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
