// A slow search beside `solvedFor`, for faults of clients: it injects a fault before every effect until there are no
// more effects, judges every run, and uses no places, no survey and no equality of runs.
import { goalResult } from '../../../src/core/judge/goal';
import type { Aim, ChooseExercise, FixExercise } from '../../../src/core/model/scenario/exercise';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { clientId, type ProcessId } from '../../../src/core/model/scenario/processId';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import type { Run } from '../../../src/core/model/trace/run';
import { kindNumber } from '../../../src/core/model/trace/trace';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';

type FaultAt = (process: ProcessId, nth: number) => Fault;

const effect = (process: ProcessId, nth: number) => ({ kind: 'effect', process, nth }) as const;

export const pausedFor =
  (length: number): FaultAt =>
  (process, nth) => ({ kind: 'pause', process, when: effect(process, nth), for: length });

export const crashed =
  (restartAfter: number | 'never'): FaultAt =>
  (process, nth) => ({ kind: 'crash', process, when: effect(process, nth), restartAfter });

export interface InjectedRuns {
  /** The number of runs with a fault. */
  readonly count: number;
  /** Each missed goal: seed, fault and goal. */
  readonly misses: readonly string[];
}

export function everyInjection(
  exercise: FixExercise | ChooseExercise,
  answer: Scenario,
  { seeds, faults }: { readonly seeds: readonly number[]; readonly faults: readonly FaultAt[] },
): InjectedRuns {
  let count = 0;
  const misses: string[] = [];
  for (const seed of seeds)
    for (let client = 1; client <= answer.settings.clients; client++)
      for (const faultAt of faults)
        for (let nth = 1; ; nth++) {
          const fault = faultAt(clientId(client), nth);
          const run = runScenario({ ...answer, seed, faults: { ...answer.faults, slow: fault } }, parts);
          if (!isInjected(run)) break;
          count++;
          for (const { text } of exercise.aims.filter((aim) => isMissed(aim, run)))
            misses.push(`${seed} ${JSON.stringify(fault)} ${text.en}`);
        }
  return { count, misses };
}

const { paused, crashed: died } = kindNumber;

/** Whether the fault happened. If not, the client has fewer effects. */
function isInjected({ trace }: Run): boolean {
  const kinds = trace.kind.subarray(0, trace.count);
  return kinds.includes(paused) || kinds.includes(died);
}

function isMissed({ goal, in: where }: Aim, { verdict }: Run): boolean {
  const met = where === 'calm' ? 'true' : goalResult(goal, verdict);
  return met === 'false' || (met === 'not yet' && verdict.lock !== 'held');
}
