/** Whether a goal, which is a predicate as data, holds for the result of a run. It reads only the verdict. */
import type { Goal, Verdict } from '../model/trace/verdict';

/** `not yet`: the run has not shown it, because there was nothing to measure or the run ended too early. */
export type GoalResult = 'true' | 'false' | 'not yet';

export function goalResult(goal: Goal, verdict: Verdict): GoalResult {
  if ('all' in goal) return all(goal.all.map((part) => goalResult(part, verdict)));
  if ('any' in goal) return opposite(all(goal.any.map((part) => opposite(goalResult(part, verdict)))));
  if ('not' in goal) return opposite(goalResult(goal.not, verdict));
  if ('outcome' in goal) return isOneOf(verdict.outcome, goal.outcome);
  if ('lock' in goal) return isOneOf(verdict.lock, goal.lock);
  if ('data' in goal) return isOneOf(verdict.data, goal.data);
  if ('fact' in goal) {
    const { fact, who } = goal;
    const hasFact = verdict.facts.some(({ kind, who: those }) => kind === fact && (!who || those.includes(who)));
    return hasFact ? 'true' : 'false';
  }
  const value = verdict.measures[goal.measure];
  if (value === null) return 'not yet';
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = goal;
  return value >= min && value <= max ? 'true' : 'false';
}

function isOneOf<Word extends string>(word: Word | 'unknown', wanted: readonly Word[]): GoalResult {
  if (wanted.some((one) => one === word)) return 'true';
  return word === 'unknown' ? 'not yet' : 'false';
}

function all(parts: readonly GoalResult[]): GoalResult {
  if (parts.includes('false')) return 'false';
  return parts.includes('not yet') ? 'not yet' : 'true';
}

const opposites = { true: 'false', false: 'true', 'not yet': 'not yet' } as const;
const opposite = (met: GoalResult): GoalResult => opposites[met];
