// Judges an attempt at an exercise beside the page, in as many runs as that takes, and reports how far it has come.

import type { Scenario } from '../../model/scenario';
import type { Attemptable, Judged, Judging } from '../../run/exercise';
import { parts } from '../../run/parts';
import { judgeWhole } from '../../run/wholeExercise';

export interface JudgeQuestion {
  readonly exercise: Attemptable;
  readonly scenario: Scenario;
}

export type JudgeAnswer =
  | { readonly kind: 'going'; readonly judging: Judging }
  | { readonly kind: 'judged'; readonly judged: Judged }
  | { readonly kind: 'failed'; readonly problem: string };

/** Progress is reported this often. */
const tellMs = 100;

addEventListener('message', ({ data: { exercise, scenario } }: MessageEvent<JudgeQuestion>) => {
  let toldMs = performance.now();
  try {
    const steps = judgeWhole(exercise, scenario, parts);
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      if (performance.now() - toldMs < tellMs) continue;
      toldMs = performance.now();
      answer({ kind: 'going', judging: step.value });
    }
    answer({ kind: 'judged', judged: step.value });
  } catch (error) {
    answer({ kind: 'failed', problem: error instanceof Error ? error.message : String(error) });
  }
});

const answer = (message: JudgeAnswer): void => postMessage(message);
