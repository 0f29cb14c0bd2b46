/** Looks for the smallest break that an exercise allows, in a worker that can be stopped. */
import type { SmallestBreaks } from '../../explore/smallestBreaks';
import type { SmallestQuestion } from '../workers/functions';
import { inOwnWorker } from '../workers/startWorker';

interface Beside {
  readonly signal: AbortSignal;
  /** Hears of the number of runs, a few times a second. */
  readonly onGoing?: (runs: number) => void;
}

/** Rejects when it is aborted, if the worker cannot be loaded, and if a broken invariant ends a run. */
export const smallestBeside = (question: SmallestQuestion, { signal, onGoing }: Beside): Promise<SmallestBreaks> =>
  inOwnWorker((calls) => calls.smallest(question, { signal, onTold: onGoing }));
