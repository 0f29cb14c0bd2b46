/**
 * The shape of an exercise that somebody has made. The parser checks it, and the published schema is printed from it.
 * There are four kinds; that in which marks are named has one exercise, which is built in. Goals and answers are predicates, as
 * in the built-in exercises.
 */
import * as v from 'valibot';
import { factKinds } from '../fact';
import type { KindsOfFaults } from '../faultKind';
import { dataFacts, lockFacts, measures, outcomes } from '../verdict';
import { aNumber, exactly, fieldList, oneOf, schemaAddress, wholeNumber } from './allowedTexts';
import { aGoal, aList, aPatch, aPath, aText } from './exerciseProblems';
import { processesSchema, processSchema } from './faultSchema';
import { strict } from './fieldSchema';
import { allowing } from './problem';
import type { scenarioSchema } from './scenarioSchema';

export const exerciseFormat = 'redlock-playground exercise';
export const exerciseVersion = 1;

const titleLengthMax = 120;
const textLengthMax = 2000;
const hintsMax = 5;
const goalsMax = 6;
const faultsMax = 10;
const answersMax = 6;
const choicesMax = 8;
const attacksMax = 10;
const pathsMax = 20;
const lengthMsMax = 600_000;
const seedsMax = 20;

/** One text for everybody, or one for each language. */
function text(lengthMax: number) {
  const allowed = allowing(aText(lengthMax));
  const one = v.pipe(v.string(allowed), v.minLength(1, allowed), v.maxLength(lengthMax, allowed));
  return v.union([one, v.strictObject({ en: one, zh: one }, allowing(fieldList(['en', 'zh'])))], allowed);
}

function whole(min: number, max: number) {
  const allowed = allowing(wholeNumber(min, max));
  return v.pipe(v.number(allowed), v.integer(allowed), v.minValue(min, allowed), v.maxValue(max, allowed));
}

/** A list with at least one item, unless `min` says otherwise, and at most `max`. */
function list<S extends v.GenericSchema>(item: S, max: number, min = 1) {
  const allowed = allowing(aList(min, max));
  return v.pipe(v.array(item, allowed), v.minLength(min, allowed), v.maxLength(max, allowed));
}

const number = v.number(allowing(aNumber));

const simpleGoals = [
  strict({ outcome: list(v.picklist(outcomes, allowing(oneOf(outcomes))), outcomes.length) }),
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

const pathAllowed = allowing(aPath);
const pathSchema = v.pipe(
  v.string(pathAllowed),
  v.regex(/^(storage|(lock\.settings|settings)(\.[A-Za-z]+){0,3})$/, pathAllowed),
);

/** A change of a scenario, as a merge patch. */
const patchSchema = v.record(v.string(), v.unknown(), allowing(aPatch));

const whereSchema = v.picklist(['calm', 'attacks'], allowing(oneOf(['calm', 'attacks'])));

const aim = { text: text(textLengthMax), goal: goalSchema };
const goals = list(strict(aim), goalsMax);
/** Each goal may say where it must hold. Otherwise it must hold in the run of every attack. */
const placedGoals = list(strict({ ...aim, in: v.optional(whereSchema) }), goalsMax);

/** `why` and `rightWhen` may be missing: they came after the first links. */
const answer = { ...aim, why: v.optional(text(textLengthMax)), rightWhen: v.optional(patchSchema) };

const budgetSchema = (kinds: readonly string[]) =>
  strict({
    faults: whole(1, faultsMax),
    kinds: list(v.picklist(kinds, allowing(oneOf(kinds))), kinds.length),
    processes: v.optional(processesSchema),
    lengthMax: v.optional(whole(1, lengthMsMax)),
  });

/** An answer must hold under so many seeds, and wherever its attacks can strike. */
const seedsSchema = whole(1, seedsMax);

const pausesSchema = strict({ for: whole(1, lengthMsMax) });
const attackSchema = strict({ title: text(titleLengthMax), patch: patchSchema });

/** A constant of its own: the kind tells the shapes apart. */
const kindOf = <const K extends string>(kind: K) => v.literal(kind, allowing(oneOf([kind])));

/** @param scenario the schema of the scenarios that can be run. It is handed in so that a printer can print it once. */
export function exerciseSchema(scenario: ReturnType<typeof scenarioSchema>, kinds: KindsOfFaults) {
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
  /** The change of the scenario that solves it. Without it, no solution is offered. */
  const solution = v.optional(patchSchema);
  const { lock, storage } = scenario.entries;
  return v.variant(
    'kind',
    [
      strict({ kind: kindOf('predict'), ...about, options: list(strict(answer), answersMax, 2) }),
      strict({ kind: kindOf('break'), ...about, goals, budget: budgetSchema([...kinds.keys()]), solution }),
      strict({
        kind: kindOf('fix'),
        ...about,
        goals: placedGoals,
        may: list(pathSchema, pathsMax),
        pausesEverywhere: v.optional(pausesSchema),
        seeds: v.optional(seedsSchema),
        solution,
      }),
      strict({
        kind: kindOf('choose'),
        ...about,
        goals: placedGoals,
        locks: list(lock, choicesMax),
        storages: list(storage, choicesMax),
        attacks: v.optional(list(attackSchema, attacksMax)),
        pausesEverywhere: v.optional(pausesSchema),
        seeds: v.optional(seedsSchema),
        solution,
      }),
    ],
    allowing(oneOf(['predict', 'break', 'fix', 'choose'])),
  );
}
