/**
 * Checks an exercise that is being made: it must not be solved as given, and it must be solvable. For `break`, faults
 * are searched at every place of its budget. For `fix`, single changes and then pairs are tried, for `choose` all
 * choices; what solves it is attacked at every place and with other seeds. An edit stops the check.
 */

import type { MadeExercise } from '../../core/model/exercise';
import { playsWith } from '../../core/run/runScenario';
import { flawsOf, type Trial } from '../../course/judging/ownExercise';
import { isAttemptable } from '../../course/kinds';
import { judge } from '../state/judge';
import { currentParts } from '../state/parts';
import { useJob } from '../state/useJob';
import { makingOf } from './kinds';
import type { Checked, Checking } from './kinds/kind';
import { notPlayed } from './problems';

/** Null: there is nothing to check. */
export function useChecked(exercise: MadeExercise | null): Checked | null {
  const { progress, value, error } = useJob<Checked | null, Checked>(
    exercise === null ? null : [exercise],
    async (signal, report) => exercise && checkedOf(exercise, signal, report),
    // During typing there is nothing to check yet.
    { afterMs: quietMs },
  );
  if (exercise === null) return null;
  if (error !== null) return { kind: 'refused', flaws: [notPlayed(error.message)] };
  return value ?? progress ?? { kind: 'checking', tried: 0, all: 0 };
}

const quietMs = 250;

async function checkedOf(exercise: MadeExercise, signal: AbortSignal, report: Checking['report']): Promise<Checked> {
  const trial: Trial = {
    play: playsWith(currentParts()),
    judge: (judged, scenario) => judge(judged, scenario, { signal }),
  };
  // Its solution is searched for below.
  const flaws = await flawsOf(isAttemptable(exercise) ? { ...exercise, solution: {} } : exercise, trial);
  return flaws.length > 0 ? { kind: 'refused', flaws } : makingOf(exercise.kind).check(exercise, { signal, report });
}
