/** What a kind of exercise must define: how it reads a file, and the rules of an attempt. */

import type {
  Attack,
  BreakExercise,
  ChooseExercise,
  FixExercise,
  MadeExercise,
} from '../../core/model/scenario/exercise';
import type { Fault, FaultKind } from '../../core/model/scenario/fault';
import type { Fields } from '../../core/model/scenario/fields';
import type { Problem } from '../../core/model/scenario/parse/problem';
import { sameJson } from '../../core/model/scenario/patch';
import type { Patch, Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import type { Text } from '../../core/model/values/text';
import type { Limit } from '../../search/explore/limits';

/** The exercises that a change of the scenario solves. */
export type Attemptable = BreakExercise | FixExercise | ChooseExercise;

/** How a kind is written in a file. `written`: what its schema accepts. */
export interface Form<Written, E extends MadeExercise> {
  /** The solution and the near miss are empty if the file has none. */
  makeExercise(written: Written, about: About): E;
  /** Problems that no schema finds: each patch and each choice must make a scenario that can be run. */
  problems(written: Written, scenario: Scenario, problemsIn: ProblemsIn): readonly Problem[];
}

export type About = Omit<
  MadeExercise,
  'kind' | 'options' | 'budget' | 'aims' | 'may' | 'attacks' | 'solution' | 'nearMiss'
>;
export type ProblemsIn = (path: string, changed: Scenario) => readonly Problem[];

/**
 * A violation of the rules. One about a kind of fault carries the kinds, since only the page knows their names in its
 * language.
 */
export interface Breach extends Text {
  readonly unfit?: { readonly kind: FaultKind; readonly kinds: readonly FaultKind[] };
}

export interface Rules<E extends Attemptable> {
  /** The faults of its space: those that its attacks use, or that its budget allows. */
  limits(exercise: E): readonly Limit[];
  /** @param faultless the run of the attempt without attacks */
  attacks(exercise: E, faultless: Run): readonly Attack[];
  /** The attempt's violations of the rules, each in a sentence. */
  breaches(exercise: E, attempt: Scenario): readonly Breach[];
  /** The cost of the attempt: faults that were added, otherwise requests per acquisition. */
  spent(exercise: E, faultless: Run): number | null;
}

/** The values from which the changes of a `fix` are made. */
export interface Offered {
  /** The ids of the existing checks. */
  readonly checks: readonly string[];
  /** The settings of the run's own lock. */
  readonly fields: Fields;
}

/** The schema accepts any object. The scenario that it makes is parsed like any other. */
export const patchOf = (patch: Readonly<Record<string, unknown>>): Patch => patch as Patch;

export const textOf = (text: string | Text): Text => (typeof text === 'string' ? { en: text, zh: text } : text);

/** The faults that the learner has added or changed, by name. */
export function addedFaults(start: Scenario, scenario: Scenario): Readonly<Record<string, Fault>> {
  const isAdded = ([name, fault]: readonly [string, Fault]): boolean => !sameJson(start.faults[name], fault);
  return Object.fromEntries(Object.entries(scenario.faults).filter(isAdded));
}
