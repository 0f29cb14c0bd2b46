/** Hands of a search as threads of Node. */
import type { Branch } from '../explore/branch';
import type { Hire } from '../explore/hands';
import type { Job } from '../explore/search';
import type { Space } from '../explore/space';
import { threadsOf } from './threads';

/** Hires threads that do jobs in this space. */
export const threadsFor = (space: Space): Promise<Hire> =>
  threadsOf<Job, readonly Branch[]>('./exploreWorker.ts', space);
