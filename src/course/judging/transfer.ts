/** The test before and after the exercises: the outcome of each run, and the scores of both rounds. */
import { goalResult } from '../../core/judge/goal';
import type { Goal, Verdict } from '../../core/model/trace/verdict';

/** The outcomes of the run. The stories are chosen so that there is exactly one. */
export const outcomesOf = (
  verdict: Verdict,
  outcomes: readonly { readonly id: string; readonly goal: Goal }[],
): readonly string[] => outcomes.filter(({ goal }) => goalResult(goal, verdict) === 'true').map(({ id }) => id);

/** An answer, with how sure the person was of it, in percent. */
export interface SureAnswer {
  readonly outcome: string;
  readonly sure: number;
}

/** The right outcome of each question, by its id. */
export type Keys = Readonly<Record<string, string>>;
export type Answers = Readonly<Record<string, SureAnswer>>;

export interface Scored {
  readonly right: number;
  readonly all: number;
  /**
   * The mean squared distance of each confidence from the outcome (Brier): 0 is best, 1 is sure and wrong throughout.
   */
  readonly brier: number;
}

/** A missing answer counts as wrong, with no confidence. */
export function scored(keys: Keys, answers: Answers): Scored {
  const hits = Object.entries(keys).map(([id, key]) => {
    const answer = answers[id];
    const isRight = answer?.outcome === key;
    return { isRight, miss: (answer?.sure ?? 0) / 100 - (isRight ? 1 : 0) };
  });
  const all = hits.length;
  const right = hits.filter(({ isRight }) => isRight).length;
  return { right, all, brier: all === 0 ? 0 : hits.reduce((sum, { miss }) => sum + miss * miss, 0) / all };
}

/**
 * The normalised gain (Hake): the share of the possible improvement that was reached. Null if none was possible. Below
 * 0 if fewer answers are right than before.
 */
export function learningGainOf(before: Scored, after: Scored): number | null {
  const missing = before.all - before.right;
  return missing === 0 ? null : (after.right - before.right) / missing;
}
