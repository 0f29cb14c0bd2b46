/** `break`: the learner makes the run go wrong with few faults. */
import * as v from 'valibot';
import { faultPrograms } from '../../core/faults';
import type { BreakExercise, Budget } from '../../core/model/scenario/exercise';
import { type Fault, targetProcesses } from '../../core/model/scenario/fault';
import { kindOf as faultKindOf, lengthOf, shiftOf, withValue } from '../../core/model/scenario/faultKind';
import { oneOf } from '../../core/model/scenario/parse/allowedTexts';
import { processesSchema } from '../../core/model/scenario/parse/faultSchema';
import { strict } from '../../core/model/scenario/parse/fieldSchema';
import { allowing } from '../../core/model/scenario/parse/problem';
import { applyPatch, sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Goal } from '../../core/model/trace/verdict';
import type { Ms } from '../../core/model/values/time';
import { changesIn } from './changes';
import { addedFaults, type Breach, type Form, patchOf, type Rules, textOf } from './kind';
import * as problems from './problems';
import { goals, kindOf, lengthMsMax, list, type Shapes, solution, whole } from './shapes';

const faultsMax = 10;
const stepsOfBreak = 8;

export const breakSchema = ({ about, faults }: Shapes) =>
  strict({
    kind: kindOf('break'),
    ...about,
    goals,
    budget: strict({
      faults: whole(1, faultsMax),
      kinds: list(v.picklist(faults, allowing(oneOf(faults))), faults.length),
      processes: v.optional(processesSchema),
      lengthMax: v.optional(whole(1, lengthMsMax)),
    }),
    solution,
  });

export const breakForm: Form<v.InferOutput<ReturnType<typeof breakSchema>>, BreakExercise> = {
  makeExercise: (written, about) => ({
    ...about,
    kind: 'break',
    aims: written.goals.map(({ text, goal }) => ({ text: textOf(text), goal: goal as Goal, in: 'calm' })),
    budget: written.budget as Budget,
    solution: patchOf(written.solution ?? {}),
    nearMiss: {},
  }),
  problems: (written, scenario, problemsIn) =>
    problemsIn('solution', applyPatch(scenario, patchOf(written.solution ?? {}))),
};

export const breakRules: Rules<BreakExercise> = {
  limits({ budget: { kinds, processes, lengthMax: strongest = Number.POSITIVE_INFINITY } }) {
    const targets = processes === undefined ? {} : { processes };
    return kinds.map((kind) => ({ kind, strongest, steps: stepsOfBreak, ...targets }));
  },
  attacks: ({ later, scenario: start }, { scenario }) => {
    if (later === undefined) return [];
    const longer = Object.entries(addedFaults(start, scenario)).map(([name, fault]) => [
      name,
      lengthened(fault, later),
    ]);
    return [{ title: problems.laterTitle(later), patch: { faults: Object.fromEntries(longer) } }];
  },
  breaches: (exercise, attempt) => [
    ...changesIn({ ...exercise.scenario, faults: {} }, { ...attempt, faults: {} }).map(problems.notToBeChanged),
    ...budgetBreaches(exercise, attempt),
  ],
  spent: (exercise, { scenario }) => Object.keys(addedFaults(exercise.scenario, scenario)).length,
};

function lengthened(fault: Fault, by: Ms): Fault {
  const kind = faultKindOf(fault, faultPrograms);
  const length = lengthOf(fault, kind);
  return kind.length === null || length === null ? fault : withValue(fault, kind.length, length + by);
}

function budgetBreaches({ budget, scenario: start }: BreakExercise, scenario: Scenario): readonly Breach[] {
  const added = Object.values(addedFaults(start, scenario));
  const breaches: Breach[] = added.flatMap((fault) => faultBreaches(budget, fault));
  const isKept = ([name, fault]: readonly [string, Fault]): boolean => sameJson(fault, scenario.faults[name]);
  if (!Object.entries(start.faults).every(isKept)) breaches.push(problems.givenFaultsStay);
  if (added.length > budget.faults) breaches.push(problems.tooManyFaults(added.length, budget.faults));
  return breaches;
}

function faultBreaches({ kinds, processes, lengthMax }: Budget, fault: Fault): readonly Breach[] {
  const breaches: Breach[] = [];
  if (!kinds.includes(fault.kind))
    breaches.push({ ...problems.kindNotInBudget(fault.kind, kinds), unfit: { kind: fault.kind, kinds } });
  const strange = targetProcesses(fault).find((id) => processes?.includes(id) === false);
  if (strange !== undefined) breaches.push(problems.notToBeTouched(strange, processes ?? []));
  const length = extentOf(fault);
  if (lengthMax !== undefined && length !== null && length > lengthMax)
    breaches.push(problems.faultTooLong(length, lengthMax));
  return breaches;
}

/** How far the fault moves a clock or delays a message, otherwise how long it lasts. */
function extentOf(fault: Fault): number | null {
  const kind = faultKindOf(fault, faultPrograms);
  const shift = shiftOf(fault, kind);
  return shift === null ? lengthOf(fault, kind) : Math.abs(shift);
}
