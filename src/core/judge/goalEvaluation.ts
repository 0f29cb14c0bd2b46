/** The value found for a goal in a verdict, beside the wanted value. A page shows both during a drag. */

import type { ProcessId } from '../model/scenario/processId';
import type { FactKind } from '../model/trace/fact';
import type { DataFact, LockFact } from '../model/trace/outcome';
import type { Severity } from '../model/trace/severity';
import type { Goal, Metric, Verdict } from '../model/trace/verdict';
import { type GoalResult, goalResult } from './goal';

export type GoalEvaluation = GoalEvaluationPart & {
  /** Always the result of `goalResult`. */
  readonly met: GoalResult;
};

type GoalEvaluationPart =
  | {
      readonly kind: 'measure';
      readonly measure: Metric;
      /** Null if there was nothing to measure. */
      readonly value: number | null;
      readonly min?: number;
      readonly max?: number;
    }
  | { readonly kind: 'outcome'; readonly is: Severity; readonly wanted: readonly Severity[]; readonly byLuck?: true }
  | { readonly kind: 'lock'; readonly is: LockFact; readonly wanted: readonly LockFact[]; readonly byLuck?: true }
  | { readonly kind: 'data'; readonly is: DataFact; readonly wanted: readonly DataFact[] }
  /** How often the fact was found. */
  | { readonly kind: 'fact'; readonly fact: FactKind; readonly who?: ProcessId; readonly count: number }
  | { readonly kind: 'not'; readonly part: GoalEvaluation }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly GoalEvaluation[] };

export const evaluateGoal = (goal: Goal, verdict: Verdict): GoalEvaluation => ({
  ...partOf(goal, verdict),
  met: goalResult(goal, verdict),
});

function partOf(goal: Goal, verdict: Verdict): GoalEvaluationPart {
  if ('all' in goal) return { kind: 'all', parts: goal.all.map((part) => evaluateGoal(part, verdict)) };
  if ('any' in goal) return { kind: 'any', parts: goal.any.map((part) => evaluateGoal(part, verdict)) };
  if ('not' in goal) return { kind: 'not', part: evaluateGoal(goal.not, verdict) };
  // If only luck saved the data, every word about the run must show it.
  const luck = verdict.data === 'lucky' ? ({ byLuck: true } as const) : {};
  if ('outcome' in goal) return { kind: 'outcome', is: verdict.outcome, wanted: goal.outcome, ...luck };
  if ('lock' in goal) return { kind: 'lock', is: verdict.lock, wanted: goal.lock, ...luck };
  if ('data' in goal) return { kind: 'data', is: verdict.data, wanted: goal.data };
  if ('fact' in goal) {
    const { fact, who } = goal;
    const facts = verdict.facts.filter(({ kind, who: those }) => kind === fact && (!who || those.includes(who)));
    return { kind: 'fact', ...goal, count: facts.length };
  }
  return { kind: 'measure', ...goal, value: verdict.measures[goal.measure] };
}

/**
 * Of several runs' results for one goal, the one closest to missing it, so that a limit is shown with the worst value
 * found. Among equal values, and for words, it is the first.
 */
export function nearestMiss(all: readonly GoalEvaluation[]): GoalEvaluation | null {
  const [first = null, ...others] = all;
  return others.reduce((worst, one) => (worst !== null && isWorse(one, worst) ? one : worst), first);
}

function isWorse(one: GoalEvaluation, than: GoalEvaluation): boolean {
  if (one.kind !== 'measure' || than.kind !== 'measure' || one.value === null || than.value === null) return false;
  return one.max === undefined ? one.value < than.value : one.value > than.value;
}
