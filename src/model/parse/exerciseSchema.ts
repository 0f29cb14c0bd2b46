/**
 * The shape of an exercise that somebody has made: what the parser checks, and what the published schema is printed from.
 * One of two kinds; goals are predicates, as those of the built-in exercises are.
 */
import * as v from 'valibot';
import { faultKinds } from '../fault';
import { factKinds, measures, outcomes } from '../verdict';
import { processesSchema, processSchema } from './faultSchema';
import { oneOf, strict } from './fieldSchema';
import { allowing } from './problem';
import type { scenarioSchema } from './scenarioSchema';

export const exerciseFormat = 'redlock-playground exercise';
export const exerciseVersion = 1;

const titleLengthMax = 120;
const textLengthMax = 2000;
const hintsMax = 5;
const goalsMax = 6;
const faultsMax = 10;
const lengthMsMax = 600_000;

/** One text for everybody, or one for each language. */
function text(lengthMax: number) {
  const allowed = allowing({
    en: `a text of 1 to ${lengthMax} characters, or { en, zh }`,
    zh: ` 1 到 ${lengthMax} 个字符的文字，或 { en, zh }`,
  });
  const one = v.pipe(v.string(allowed), v.minLength(1, allowed), v.maxLength(lengthMax, allowed));
  return v.union([one, v.strictObject({ en: one, zh: one }, allowing({ en: 'en, zh', zh: 'en, zh' }))], allowed);
}

function whole(min: number, max: number) {
  const allowed = allowing({ en: `a whole number from ${min} to ${max}`, zh: ` ${min} 到 ${max} 的整数` });
  return v.pipe(v.number(allowed), v.integer(allowed), v.minValue(min, allowed), v.maxValue(max, allowed));
}

/** A list of at least one, and of no more than the limit. */
function list<S extends v.GenericSchema>(item: S, max: number) {
  const allowed = allowing({ en: `a list of 1 to ${max}`, zh: `含 1 到 ${max} 项的列表` });
  return v.pipe(v.array(item, allowed), v.minLength(1, allowed), v.maxLength(max, allowed));
}

const number = v.number(allowing({ en: 'a number', zh: '数' }));

const simpleGoals = [
  strict({ outcome: list(v.picklist(outcomes, allowing(oneOf(outcomes))), outcomes.length) }),
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

const goalAllowed = allowing({
  en: 'a goal: { outcome }, { fact }, { measure }, { not }, { all } or { any }',
  zh: '目标：{ outcome }、{ fact }、{ measure }、{ not }、{ all } 或 { any }',
});
const notGoal = strict({ not: v.union([...simpleGoals], goalAllowed) });
const simpleGoal = v.union([...simpleGoals, notGoal], goalAllowed);
const manyGoals = list(simpleGoal, goalsMax);
const goalSchema = v.union(
  [...simpleGoals, notGoal, strict({ all: manyGoals }), strict({ any: manyGoals })],
  goalAllowed,
);

const pathAllowed = allowing({
  en: '"storage", "lock.settings", "settings", or a path below one of the last two',
  zh: '"storage"、"lock.settings"、"settings"，或后两者之下的路径',
});
const pathSchema = v.pipe(
  v.string(pathAllowed),
  v.regex(/^(storage|(lock\.settings|settings)(\.[A-Za-z]+){0,3})$/, pathAllowed),
);

/** @param scenario the schema of the scenarios that can be run: given, so that whoever prints it can print it once. */
export function exerciseSchema(scenario: ReturnType<typeof scenarioSchema>) {
  const about = {
    $schema: v.optional(v.string(allowing({ en: 'the address of the schema', zh: '模式的地址' }))),
    format: v.literal(exerciseFormat, allowing(oneOf([exerciseFormat]))),
    version: v.literal(exerciseVersion, allowing({ en: `${exerciseVersion}`, zh: ` ${exerciseVersion}` })),
    title: text(titleLengthMax),
    task: text(textLengthMax),
    scenario,
    goals: list(strict({ text: text(textLengthMax), goal: goalSchema }), goalsMax),
    hints: v.optional(list(text(textLengthMax), hintsMax)),
    /** Said once it is solved. */
    after: v.optional(text(textLengthMax)),
    /** Names what is changed in the scenario; without it no solution is offered. */
    solution: v.optional(v.record(v.string(), v.unknown(), allowing({ en: 'a patch', zh: '补丁' }))),
  };
  const budget = strict({
    faults: whole(1, faultsMax),
    kinds: list(v.picklist(faultKinds, allowing(oneOf(faultKinds))), faultKinds.length),
    processes: v.optional(processesSchema),
    lengthMax: v.optional(whole(1, lengthMsMax)),
  });
  return v.variant(
    'kind',
    [
      strict({ kind: v.literal('break', allowing(oneOf(['break']))), ...about, budget }),
      strict({
        kind: v.literal('fix', allowing(oneOf(['fix']))),
        ...about,
        may: list(pathSchema, 20),
        pausesEverywhere: v.optional(strict({ for: whole(1, lengthMsMax) })),
      }),
    ],
    allowing(oneOf(['break', 'fix'])),
  );
}
