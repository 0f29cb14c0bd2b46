/** Looks for a solution of an exercise that is being made, one attempt at a time, so that the page stays at hand. */
import { useEffect, useState } from 'react';
import type { Exercise } from '../../model/exercise';
import type { Scenario } from '../../model/scenario';
import { registry } from '../../run/onDemand';
import { attemptsAt } from '../../run/ownExercise';
import { judge } from '../state/judge';
import { fetchParts } from '../state/parts';
import { lacksService, lacksToken } from '../state/proposal';

export interface Solutions {
  /** Which exercise they are of. */
  readonly of: Exercise;
  /** In the order in which they were tried. */
  readonly found: readonly Scenario[];
  readonly tried: number;
  /** So many will be tried. */
  readonly all: number;
}

const fits = (scenario: Scenario): boolean => !lacksToken(scenario) && !lacksService(scenario);

/** Null where nothing is to be looked for: a prediction is solved by the run, and breaking by the faults of the run. */
export function useSolutions(exercise: Exercise | null): Solutions | null {
  const [solutions, setSolutions] = useState<Solutions | null>(null);
  useEffect(() => {
    setSolutions(null);
    if (exercise === null || exercise.kind === 'predict' || exercise.kind === 'break') return;
    const ending = new AbortController();
    const { signal } = ending;
    const look = async (): Promise<void> => {
      // Without a network what is there by now is tried.
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
    // It ends where it is wanted no more; what breaks a run breaks the one on screen as well.
    look().catch(() => undefined);
    return () => ending.abort();
  }, [exercise]);
  return solutions?.of === exercise ? solutions : null;
}
