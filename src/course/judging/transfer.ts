/** The test before and after the exercises: which outcome a run came to, and what the answers of both rounds are worth. */
import { goalResult } from '../../core/judge/goal';
import type { Goal, Verdict } from '../../core/model/verdict';

/** The outcomes that the run came to. The stories are such that there is exactly one. */
export const outcomesOf = (
  verdict: Verdict,
  outcomes: readonly { readonly id: string; readonly goal: Goal }[],
): readonly string[] => outcomes.filter(({ goal }) => goalResult(goal, verdict) === 'true').map(({ id }) => id);

/** An answer with how sure somebody was of it, in percent. */
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
  /** The mean square of how far each confidence was from what came true: 0 is best, 1 is sure and wrong throughout. */
  readonly brier: number;
}

/** A question without an answer is wrong, and nobody was sure of it. */
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
 * The normalised gain (Hake): which part of what was missing before is there after. Null if nothing was missing. Below 0 if less is
 * right than before.
 */
export function gainOf(before: Scored, after: Scored): number | null {
  const missing = before.all - before.right;
  return missing === 0 ? null : (after.right - before.right) / missing;
}
