/**
 * Judges attempts at exercises. A short judgement is made at once, so that the goals change during a drag. A longer
 * one is made in a worker, which can be stopped.
 */

import { Gone } from '../../core/model/effects/calls';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import { isTriedFurther, type Judged, type JudgingProgress, judgeAttempt } from '../../course/judging/exercise';
import type { Attemptable } from '../../course/kinds/kind';
import { inOwnWorker } from '../workers/startWorker';
import { eventsAtOnceMax, simulateNow } from './longRun';
import { currentParts } from './parts';
import { nextTask } from './tasks';

class TooMuch extends Error {}

/**
 * Judges by the attempt's own run and the attacks. Null: it takes longer than the page may block. An attempt that
 * solves the exercise so far may have to be tried further (`isTriedFurther`).
 */
export function judgeAtOnce(exercise: Attemptable, scenario: Scenario): Judged | null {
  // The attacks may take as long as the run itself.
  let eventsLeft = 2 * eventsAtOnceMax;
  const play = (played: Scenario): Run => {
    const run = simulateNow(played, eventsLeft);
    eventsLeft -= run.trace.count;
    if (eventsLeft <= 0) throw new TooMuch();
    return run;
  };
  try {
    return judgeAttempt(exercise, scenario, play);
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

interface JudgeOptions {
  readonly signal: AbortSignal;
  readonly onGoing?: (judging: JudgingProgress) => void;
}

/** Rejects if it is aborted, or if a broken invariant ends a run. */
export async function judgeInWorker(exercise: Attemptable, scenario: Scenario, options: JudgeOptions): Promise<Judged> {
  const { signal, onGoing } = options;
  try {
    return await inOwnWorker((calls) => calls.judge({ exercise, scenario }, { signal, onProgress: onGoing }));
  } catch (error) {
    // The worker could not be loaded, so the page does it itself, run by run.
    if (error instanceof Gone) return judgeInTurns(exercise, scenario, options);
    throw error;
  }
}

/** Pauses after each run, so that the page can do other things. */
async function judgeInTurns(
  exercise: Attemptable,
  scenario: Scenario,
  { signal, onGoing }: JudgeOptions,
): Promise<Judged> {
  const { judgeWhole } = await import('../../course/judging/wholeExercise');
  const steps = judgeWhole(exercise, scenario, currentParts());
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    onGoing?.(step.value);
    await nextTask();
    signal.throwIfAborted();
  }
}

/** Judges at once if possible, else in a worker. */
export async function judge(exercise: Attemptable, scenario: Scenario, options: JudgeOptions): Promise<Judged> {
  const judged = judgeAtOnce(exercise, scenario);
  return judged === null || isTriedFurther(exercise, judged) ? judgeInWorker(exercise, scenario, options) : judged;
}
