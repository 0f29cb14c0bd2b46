/**
 * Judges attempts at exercises. A short judgement is made at once, so that the goals change while something is dragged.
 * A longer one is made in a worker, which can be stopped.
 */

import type { Run } from '../../model/run';
import type { Scenario } from '../../model/scenario';
import { type Attemptable, isTriedFurther, type Judged, type Judging, judgeAttempt } from '../../run/exercise';
import { runScenario } from '../../run/runScenario';
import type { JudgeAnswer, JudgeQuestion } from './judgeWorker';
import { currentParts } from './parts';
import { nextTask } from './tasks';

/** At most this many events are simulated for a judgement that is made at once. */
const eventsMax = 20_000;

class TooMuch extends Error {}

/**
 * By its own run and the attacks. null: it takes more than the page may do at once. What is solved so far may have to be tried
 * further (`isTriedFurther`).
 */
export function judgeAtOnce(exercise: Attemptable, scenario: Scenario): Judged | null {
  let left = eventsMax;
  const play = (played: Scenario): Run => {
    const run = runScenario(played, currentParts(), left);
    left -= run.trace.count;
    if (left <= 0) throw new TooMuch();
    return run;
  };
  try {
    return judgeAttempt(exercise, scenario, play);
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

interface Beside {
  readonly signal: AbortSignal;
  readonly onGoing?: (judging: Judging) => void;
}

/** Rejects when it is aborted, and if a broken invariant ends a run. */
export function judgeBeside(exercise: Attemptable, scenario: Scenario, options: Beside): Promise<Judged> {
  const { signal, onGoing } = options;
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./judgeWorker.ts', import.meta.url), { type: 'module' });
    const stop = (): void => {
      worker.terminate();
      reject(signal.reason);
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    const end = (): void => {
      signal.removeEventListener('abort', stop);
      worker.terminate();
    };
    worker.addEventListener('message', ({ data }: MessageEvent<JudgeAnswer>) => {
      // An answer that was on its way when the judging was stopped is ignored.
      if (signal.aborted) return;
      if (data.kind === 'going') return onGoing?.(data.judging);
      end();
      if (data.kind === 'judged') resolve(data.judged);
      else reject(new Error(data.problem));
    });
    // The worker could not be loaded, so the page does it itself, run by run.
    worker.addEventListener('error', () => {
      end();
      resolve(judgeInTurns(exercise, scenario, options));
    });
    worker.postMessage({ exercise, scenario } satisfies JudgeQuestion);
  });
}

/** Pauses after each run, so that the page can do other things. */
async function judgeInTurns(exercise: Attemptable, scenario: Scenario, { signal, onGoing }: Beside): Promise<Judged> {
  const { judgeWhole } = await import('../../run/wholeExercise');
  const steps = judgeWhole(exercise, scenario, currentParts());
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    onGoing?.(step.value);
    await nextTask();
    signal.throwIfAborted();
  }
}

/** Judges at once if possible, else beside the page. */
export async function judge(exercise: Attemptable, scenario: Scenario, options: Beside): Promise<Judged> {
  const judged = judgeAtOnce(exercise, scenario);
  return judged === null || isTriedFurther(exercise, judged) ? judgeBeside(exercise, scenario, options) : judged;
}
