/** The web workers of a search, as its host starts them. */

import type { InWorker } from '../../core/model/effects/calls';
import type { Parts } from '../../core/sim/parts';
import { finished } from '../../search/explore/branch';
import { runJob } from '../../search/explore/search';
import { inSpace, type SearchWorkerFunctions } from '../../search/explore/searchWorker';
import type { Space } from '../../search/explore/space';
import type { SpawnWorker } from '../../search/explore/workers';

export type StartSearchWorker = () => InWorker<SearchWorkerFunctions>;

/** Starts workers for one seed after the other. */
export function spawnWebWorkers(start: StartSearchWorker): (space: Space) => SpawnWorker {
  /**
   * Workers that finished one seed and are ready for the next. A new one has to load first, and an old one gives its
   * memory back late.
   */
  const idle: InWorker<SearchWorkerFunctions>[] = [];
  return (space) => () => {
    const idleWorker = idle.pop();
    const worker = idleWorker ?? start();
    const { work } = inSpace(worker, space);
    // A new worker may fail to load: it counts once it has done a job.
    let isFree = idleWorker !== undefined;
    return {
      work: async (job) => {
        isFree = false;
        const branches = await work(job);
        isFree = true;
        return branches;
      },
      end: () => {
        if (isFree) idle.push(worker);
        else worker.end();
      },
    };
  };
}

/** Does the jobs in this very thread, for where no worker can start another one. */
export const inlineWorker =
  (space: Space, { parts, pause }: { readonly parts: Parts; readonly pause: () => Promise<void> }): SpawnWorker =>
  () => {
    let isOver = false;
    return {
      work: async (job) => {
        await pause();
        if (isOver) throw new Error('Nobody waits for the job.');
        return finished(runJob(job, space, parts));
      },
      end: () => {
        isOver = true;
      },
    };
  };
