// Looks for the smallest break that an exercise allows, beside the page.
import { finished } from '../../explore/branch';
import { type SmallestBreaks, smallestBreaks } from '../../explore/smallestBreaks';
import type { BreakExercise } from '../../model/exercise';
import type { Fault } from '../../model/fault';
import { registry } from '../../run/registry';

export interface SmallestQuestion {
  readonly exercise: BreakExercise;
  /** The faults of whoever has solved it; none of an exercise that is being made. */
  readonly known?: readonly Fault[];
}

export type SmallestAnswer =
  | { readonly kind: 'found'; readonly found: SmallestBreaks }
  | { readonly kind: 'failed'; readonly problem: string };

/** A few seconds on a slow machine. */
const runsMax = 6000;

addEventListener('message', ({ data: { exercise, known } }: MessageEvent<SmallestQuestion>) => {
  const bounds = known === undefined ? { runsMax } : { runsMax, known };
  try {
    answer({ kind: 'found', found: finished(smallestBreaks(exercise, registry, bounds)) });
  } catch (error) {
    answer({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
  }
});

const answer = (message: SmallestAnswer): void => postMessage(message);
