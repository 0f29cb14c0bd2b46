// Looks for the smallest break that an exercise allows, beside the page, and reports how far it has come.
import { type SmallestBreaks, smallestBreaks } from '../../explore/smallestBreaks';
import type { BreakExercise } from '../../model/exercise';
import type { Fault } from '../../model/fault';
import { parts } from '../../run/parts';

export interface SmallestQuestion {
  readonly exercise: BreakExercise;
  /** The faults of whoever has solved it; none of an exercise that is being made. */
  readonly known?: readonly Fault[];
}

export type SmallestAnswer =
  | { readonly kind: 'going'; readonly runs: number }
  | { readonly kind: 'found'; readonly found: SmallestBreaks }
  | { readonly kind: 'failed'; readonly problem: string };

/** Half a minute on a slow machine. */
const runsMax = 6000;

/** Progress is reported this often. */
const tellMs = 100;

addEventListener('message', ({ data: { exercise, known } }: MessageEvent<SmallestQuestion>) => {
  const bounds = known === undefined ? { runsMax } : { runsMax, known };
  let toldMs = performance.now();
  try {
    const steps = smallestBreaks(exercise, parts, bounds);
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      if (performance.now() - toldMs < tellMs) continue;
      toldMs = performance.now();
      answer({ kind: 'going', runs: step.value });
    }
    answer({ kind: 'found', found: step.value });
  } catch (error) {
    answer({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
  }
});

const answer = (message: SmallestAnswer): void => postMessage(message);
