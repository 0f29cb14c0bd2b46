/** A worker of a search, both ends: the calls that it answers, and the worker as its search sees it. */
import type { Calls, InWorker } from '../../core/model/effects/calls';
import type { Parts } from '../../core/sim/parts';
import { type Branch, finished } from './branch';
import { type Job, runJob } from './search';
import type { Space } from './space';
import type { SearchWorker } from './workers';

type InTurn = <T>(work: () => T) => T | Promise<T>;

export type SearchWorkerFunctions = ReturnType<typeof searchWorkerFunctions>;

/** @param inTurn runs each job */
export function searchWorkerFunctions(parts: Parts, inTurn: InTurn = (work) => work()) {
  let space: Space | null = null;
  return {
    /** Sent once per seed, since it is larger than a job. */
    enter: (entered: Space): void => {
      space = entered;
    },
    /** The results of a job in that space. */
    work: async (job: Job): Promise<readonly Branch[]> => {
      const within = space;
      if (within === null) throw new Error('A worker has a job, and no space.');
      return inTurn(() => finished(runJob(job, within, parts)));
    },
  };
}

/** A worker that gets the space at once. */
export function inSpace(
  { calls, end }: Pick<InWorker<unknown>, 'end'> & { readonly calls: Calls<SearchWorkerFunctions> },
  space: Space,
): SearchWorker {
  const entering = calls.enter(space);
  // The first job reports the error.
  entering.catch(() => {});
  return { work: async (job) => (await Promise.all([entering, calls.work(job)]))[1], end };
}
