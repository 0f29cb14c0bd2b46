/** The workers of a search as threads of Node. */
import { createHash } from 'node:crypto';
import { inWorker } from '../core/model/effects/calls';
import { inSpace, type SearchWorkerFunctions } from '../search/explore/searchWorker';
import type { Space } from '../search/explore/space';
import type { SpawnWorker } from '../search/explore/workers';
import { programOf, thread } from './threads';

const worker = './exploreWorker.ts';

/** Starts threads that do jobs in this space. */
export async function threadsFor(space: Space): Promise<SpawnWorker> {
  const program = await programOf(worker);
  return () => inSpace(inWorker<SearchWorkerFunctions>(thread(program)), space);
}

/** Threads with the same digest give the same results. */
export async function engineDigest(): Promise<string> {
  return createHash('sha256')
    .update(await programOf(worker))
    .digest('hex')
    .slice(0, 12);
}
