/** Looks for a solution of an exercise that is being made, one attempt at a time, so that the page stays responsive. */
import { useEffect, useState } from 'react';
import type { MadeExercise } from '../../model/exercise';
import type { Scenario } from '../../model/scenario';
import { registry } from '../../run/onDemand';
import { attemptsAt } from '../../run/ownExercise';
import { judge } from '../state/judge';
import { lacksService, lacksToken } from '../state/lacks';
import { fetchParts } from '../state/parts';

export interface Solutions {
  /** The exercise to which they belong. */
  readonly of: MadeExercise;
  /** In the order in which they were tried. */
  readonly found: readonly Scenario[];
  readonly tried: number;
  /** The number of attempts that will be made. */
  readonly all: number;
}

const fits = (scenario: Scenario): boolean => !lacksToken(scenario) && !lacksService(scenario);

/**
 * Null if there is nothing to look for: the run itself solves a prediction, and the faults of the run solve a breaking
 * exercise.
 */
export function useSolutions(exercise: MadeExercise | null): Solutions | null {
  const [solutions, setSolutions] = useState<Solutions | null>(null);
  useEffect(() => {
    setSolutions(null);
    if (exercise === null || exercise.kind === 'predict' || exercise.kind === 'break') return;
    const ending = new AbortController();
    const { signal } = ending;
    const look = async (): Promise<void> => {
      // Without a network it tries what has been loaded so far.
      await fetchParts().catch(() => undefined);
      const attempts = attemptsAt(exercise, { checks: [...registry.resources.keys()], fits });
      const found: Scenario[] = [];
      for (const [i, attempt] of attempts.entries()) {
        setSolutions({ of: exercise, found: [...found], tried: i, all: attempts.length });
        await new Promise((go) => setTimeout(go));
        signal.throwIfAborted();
        if ((await judge(exercise, attempt, { signal })).solved) found.push(attempt);
      }
      setSolutions({ of: exercise, found, tried: attempts.length, all: attempts.length });
    };
    // It ends when it is not wanted any more. A run that throws here throws on screen as well.
    look().catch(() => undefined);
    return () => ending.abort();
  }, [exercise]);
  return solutions?.of === exercise ? solutions : null;
}
