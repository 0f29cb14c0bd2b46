/**
 * The shapes that the kinds of exercises share in a file. Goals and answers are predicates, as in the built-in
 * exercises.
 */
import * as v from 'valibot';
import type { KindsOfFaults } from '../../core/model/scenario/faultKind';
import {
  aNumber,
  exactly,
  fieldList,
  oneOf,
  schemaAddress,
  wholeNumber,
} from '../../core/model/scenario/parse/allowedTexts';
import { processSchema } from '../../core/model/scenario/parse/faultSchema';
import { strict } from '../../core/model/scenario/parse/fieldSchema';
import { allowing } from '../../core/model/scenario/parse/problem';
import type { scenarioSchema } from '../../core/model/scenario/parse/scenarioSchema';
import { factKinds } from '../../core/model/trace/fact';
import { dataFacts, lockFacts } from '../../core/model/trace/outcome';
import { severities } from '../../core/model/trace/severity';
import { measures } from '../../core/model/trace/verdict';
import { lengthMax } from '../../core/model/values/time';
import { aGoal, aList, aPatch, aText } from './exerciseProblems';

export const exerciseFormat = 'redlock-playground exercise';
export const exerciseVersion = 1;

export const titleLengthMax = 120;
export const textLengthMax = 2000;
const hintsMax = 5;
const goalsMax = 6;
export const lengthMsMax = lengthMax;
const seedsMax = 20;

/** One text for every language, or one for each. */
export function text(lengthMax: number) {
  const allowed = allowing(aText(lengthMax));
  const one = v.pipe(v.string(allowed), v.minLength(1, allowed), v.maxLength(lengthMax, allowed));
  return v.union([one, v.strictObject({ en: one, zh: one }, allowing(fieldList(['en', 'zh'])))], allowed);
}

export function whole(min: number, max: number) {
  const allowed = allowing(wholeNumber(min, max));
  return v.pipe(v.number(allowed), v.integer(allowed), v.minValue(min, allowed), v.maxValue(max, allowed));
}

/** A list with at least one item, unless `min` says otherwise, and at most `max`. */
export function list<S extends v.GenericSchema>(item: S, max: number, min = 1) {
  const allowed = allowing(aList(min, max));
  return v.pipe(v.array(item, allowed), v.minLength(min, allowed), v.maxLength(max, allowed));
}

const number = v.number(allowing(aNumber));

const simpleGoals = [
  strict({ outcome: list(v.picklist(severities, allowing(oneOf(severities))), severities.length) }),
  strict({ lock: list(v.picklist(lockFacts, allowing(oneOf(lockFacts))), lockFacts.length) }),
  strict({ data: list(v.picklist(dataFacts, allowing(oneOf(dataFacts))), dataFacts.length) }),
  strict({
    fact: v.picklist(factKinds, allowing(oneOf(factKinds))),
    who: v.optional(processSchema),
  }),
  strict({
    measure: v.picklist(measures, allowing(oneOf(measures))),
    min: v.optional(number),
    max: v.optional(number),
  }),
] as const;

const goalAllowed = allowing(aGoal);
const notGoal = strict({ not: v.union([...simpleGoals], goalAllowed) });
const simpleGoal = v.union([...simpleGoals, notGoal], goalAllowed);
const manyGoals = list(simpleGoal, goalsMax);
const goalSchema = v.union(
  [...simpleGoals, notGoal, strict({ all: manyGoals }), strict({ any: manyGoals })],
  goalAllowed,
);

/** A change of a scenario, as a merge patch. */
export const patchSchema = v.record(v.string(), v.unknown(), allowing(aPatch));

const whereSchema = v.picklist(['calm', 'attacks'], allowing(oneOf(['calm', 'attacks'])));

export const aim = { text: text(textLengthMax), goal: goalSchema };
export const goals = list(strict(aim), goalsMax);
/** Each goal may say where it must hold. Otherwise it must hold in the run of every attack. */
export const placedGoals = list(strict({ ...aim, in: v.optional(whereSchema) }), goalsMax);

/** Fields of an exercise whose solution is attacked. */
export const attacked = {
  pausesEverywhere: v.optional(strict({ for: whole(1, lengthMsMax) })),
  /** The number of seeds under which an answer must hold, wherever its attacks can hit. */
  seeds: v.optional(whole(1, seedsMax)),
};

/** The change of the scenario that solves it. Without it, no solution is offered. */
export const solution = v.optional(patchSchema);

/** A separate literal, since the kind distinguishes the shapes. */
export const kindOf = <const K extends string>(kind: K) => v.literal(kind, allowing(oneOf([kind])));

/** The fields that all kinds share. @param scenario the schema of the scenarios that can be run */
export function shapesOf(scenario: ReturnType<typeof scenarioSchema>, faults: KindsOfFaults) {
  const about = {
    $schema: v.optional(v.string(allowing(schemaAddress))),
    format: v.literal(exerciseFormat, allowing(oneOf([exerciseFormat]))),
    version: v.literal(exerciseVersion, allowing(exactly(exerciseVersion))),
    title: text(titleLengthMax),
    task: text(textLengthMax),
    scenario,
    hints: v.optional(list(text(textLengthMax), hintsMax)),
    /** Shown once it is solved. */
    after: v.optional(text(textLengthMax)),
  };
  const { lock, storage } = scenario.entries;
  return { about, lock, storage, faults: [...faults.keys()] };
}

export type Shapes = ReturnType<typeof shapesOf>;
