/** What is asked of a kind of exercise: what it makes of a file, and the rules of an attempt at it. */

import type { Attack, BreakExercise, ChooseExercise, FixExercise, MadeExercise } from '../../core/model/exercise';
import type { Fault, FaultKind } from '../../core/model/fault';
import type { Fields } from '../../core/model/fields';
import type { Problem } from '../../core/model/parse/problem';
import { sameJson } from '../../core/model/patch';
import type { Run } from '../../core/model/run';
import type { Patch, Scenario } from '../../core/model/scenario';
import type { Text } from '../../core/model/text';
import type { Limit } from '../../search/explore/limits';

/** Those that are solved by a change of the scenario. */
export type Attemptable = BreakExercise | FixExercise | ChooseExercise;

/** How a kind stands in a file. `written`: what its schema lets through. */
export interface Form<Written, E extends MadeExercise> {
  /** The solution and the near miss are empty when nobody has written one. */
  made(written: Written, about: About): E;
  /** What no schema sees: each patch and each choice must make a scenario that can be run. */
  problems(written: Written, scenario: Scenario, problemsIn: ProblemsIn): readonly Problem[];
}

export type About = Omit<
  MadeExercise,
  'kind' | 'options' | 'budget' | 'aims' | 'may' | 'attacks' | 'solution' | 'nearMiss'
>;
export type ProblemsIn = (path: string, changed: Scenario) => readonly Problem[];

/** A violation of the rules. One by a kind of fault has the kinds, since only the page knows their names in its language. */
export interface Breach extends Text {
  readonly unfit?: { readonly kind: FaultKind; readonly kinds: readonly FaultKind[] };
}

export interface Rules<E extends Attemptable> {
  /** The faults of its space: those that its attacks use, or that its budget allows. */
  limits(exercise: E): readonly Limit[];
  /** @param calm the run of the attempt without attacks */
  attacks(exercise: E, calm: Run): readonly Attack[];
  /** What the attempt does that is not allowed, each in a sentence. */
  breaches(exercise: E, attempt: Scenario): readonly Breach[];
  /** What the attempt costs: faults that were added, else requests per acquisition. */
  spent(exercise: E, calm: Run): number | null;
}

/** What the changes of a `fix` are made of. */
export interface Offered {
  /** The checks that there are, by id. */
  readonly checks: readonly string[];
  /** The settings of the run's own lock. */
  readonly fields: Fields;
}

/** The schema sees an object. What it makes of a scenario is parsed like any scenario. */
export const patchOf = (patch: Readonly<Record<string, unknown>>): Patch => patch as Patch;

export const textOf = (text: string | Text): Text => (typeof text === 'string' ? { en: text, zh: text } : text);

/** The faults that somebody has added or changed, by name. */
export function addedFaults(given: Scenario, scenario: Scenario): Readonly<Record<string, Fault>> {
  const isAdded = ([name, fault]: readonly [string, Fault]): boolean => !sameJson(given.faults[name], fault);
  return Object.fromEntries(Object.entries(scenario.faults).filter(isAdded));
}
