/** Looks for the smallest break that an exercise allows, in a worker that can be stopped. */
import type { SmallestBreaks } from '../../search/explore/smallestBreaks';
import type { SmallestQuestion } from '../workers/functions';
import { inOwnWorker } from '../workers/startWorker';

interface Options {
  readonly signal: AbortSignal;
  /** Receives the number of runs, a few times a second. */
  readonly onGoing?: (runs: number) => void;
}

/** Rejects if it is aborted, if the worker cannot be loaded, or if a broken invariant ends a run. */
export const smallestInWorker = (question: SmallestQuestion, { signal, onGoing }: Options): Promise<SmallestBreaks> =>
  inOwnWorker((calls) => calls.smallest(question, { signal, onProgress: onGoing }));
