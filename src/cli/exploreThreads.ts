/** The workers of a search as threads of Node. */
import { createHash } from 'node:crypto';
import type { Branch } from '../search/explore/branch';
import type { Job } from '../search/explore/search';
import type { Space } from '../search/explore/space';
import type { Hire } from '../search/explore/workers';
import { programOf, threadsOf } from './threads';

const worker = './exploreWorker.ts';

/** Hires threads that do jobs in this space. */
export const threadsFor = (space: Space): Promise<Hire> => threadsOf<Job, readonly Branch[]>(worker, space);

/** Threads with the same digest give the same results. */
export async function engineDigest(): Promise<string> {
  return createHash('sha256')
    .update(await programOf(worker))
    .digest('hex')
    .slice(0, 12);
}
