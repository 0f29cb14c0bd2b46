/** The web workers of a search, both ends: the calls that one answers, and how the host of the search starts them. */

import type { Parts } from '../../core/sim/parts';
import { type Branch, finished } from '../../search/explore/branch';
import { type Job, runJob } from '../../search/explore/search';
import type { Space } from '../../search/explore/space';
import type { Hire, SearchWorker, WorkerEvents } from '../../search/explore/workers';
import type { InWorker } from './calls';

export function searchWorkerFunctions(parts: Parts) {
  let space: Space | null = null;
  return {
    /** Sent once per seed, since it is larger than a job. */
    enter: (entered: Space): void => {
      space = entered;
    },
    /** The results of a job in that space. */
    work: (job: Job): readonly Branch[] => {
      if (space === null) throw new Error('A worker has a job, and no space.');
      return finished(runJob(job, space, parts));
    },
  };
}

export type StartSearchWorker = () => InWorker<ReturnType<typeof searchWorkerFunctions>>;

/** Hires workers for one seed after the other. */
export function hireInWorkers(start: StartSearchWorker): (space: Space) => Hire {
  /**
   * Workers that finished one seed and are ready for the next. A new one has to load first, and an old one gives its
   * memory back late.
   */
  const idle: ReturnType<StartSearchWorker>[] = [];
  const hire = (space: Space, { finished, died }: WorkerEvents): SearchWorker => {
    const kept = idle.pop();
    const { calls, end } = kept ?? start();
    // A new worker may fail to load: it counts once it has done a job.
    let isFree = kept !== undefined;
    let isOver = false;
    const mourn = (error: Error): void => {
      end();
      if (!isOver) died(error.message);
      isOver = true;
    };
    calls.enter(space).catch(mourn);
    const take = (branches: readonly Branch[]): void => {
      isFree = true;
      if (!isOver) finished(branches);
    };
    return {
      send: (job) => {
        isFree = false;
        calls.work(job).then(take).catch(mourn);
      },
      end: () => {
        isOver = true;
        if (isFree) idle.push({ calls, end });
        else end();
      },
    };
  };
  return (space) => (events) => hire(space, events);
}

/** Does the jobs in this very thread, for where no worker can start another one. */
export const hireHere =
  (space: Space, { parts, pause }: { readonly parts: Parts; readonly pause: () => Promise<void> }): Hire =>
  (events) => {
    let isOver = false;
    return {
      send: (job) =>
        void pause()
          .then(() => {
            if (!isOver) events.finished(finished(runJob(job, space, parts)));
          })
          .catch((error: Error) => events.died(error.message)),
      end: () => {
        isOver = true;
      },
    };
  };
