/** `fix`: the learner changes settings, lock or check until the given faults do no harm. */
import * as v from 'valibot';
import type { FixExercise } from '../../core/model/scenario/exercise';
import type { SettingField } from '../../core/model/scenario/fields';
import { strict } from '../../core/model/scenario/parse/fieldSchema';
import { allowing } from '../../core/model/scenario/parse/problem';
import { applyPatch, patchBetween, sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import { settingAt, settingPaths, settingsFields, withSetting } from '../../core/model/scenario/settingsFields';
import { built, goalsWithoutAttack } from './build';
import { isAmong } from './changes';
import { aPath } from './exerciseProblems';
import { type Form, type Offered, patchOf } from './kind';
import { attacked, kindOf, list, placedGoals, type Shapes, solution } from './shapes';

const pathsMax = 20;

const pathAllowed = allowing(aPath);
const pathSchema = v.pipe(
  v.string(pathAllowed),
  v.regex(/^(storage|(lock\.settings|settings)(\.[A-Za-z]+){0,3})$/, pathAllowed),
);

export const fixSchema = ({ about }: Shapes) =>
  strict({
    kind: kindOf('fix'),
    ...about,
    goals: placedGoals,
    may: list(pathSchema, pathsMax),
    ...attacked,
    solution,
  });

export const fixForm: Form<v.InferOutput<ReturnType<typeof fixSchema>>, FixExercise> = {
  makeExercise: (written, about) => ({ ...built(written, about), kind: 'fix', may: written.may, attacks: [] }),
  problems: (written, scenario, problemsIn) => [
    ...problemsIn('solution', applyPatch(scenario, patchOf(written.solution ?? {}))),
    ...goalsWithoutAttack(written),
  ],
};

/** The attempts at a solution, in order: each single allowed change, of the check or of a setting. */
export function changesOf({ scenario, may }: FixExercise, { checks, fields }: Offered): readonly Scenario[] {
  const { lock, settings } = scenario;
  const attempts = [
    ...(isAmong(may, 'storage') ? checks.map((id) => ({ ...scenario, storage: { id } })) : []),
    ...Object.entries(fields)
      .filter(([name]) => isAmong(may, `lock.settings.${name}`))
      .flatMap(([name, field]) =>
        othersOf(field, lock.settings?.[name] ?? field.default).map((value) => ({
          ...scenario,
          lock: { ...lock, settings: { ...lock.settings, [name]: value } },
        })),
      ),
    ...settingPaths
      .filter((path) => isAmong(may, `settings.${path}`) && !ofTheTask.has(path))
      .flatMap((path) =>
        othersOf(settingsFields[path], settingAt(settings, path)).map((value) => ({
          ...scenario,
          settings: withSetting(settings, path, value),
        })),
      ),
  ];
  return attempts.filter((attempt) => !sameJson(attempt, scenario));
}

/** The most pairs of changes that are tried: a learner can try one after the other, but the maker waits for all. */
const pairsMax = 400;

/**
 * Two changes at once, of different settings, for exercises that no single change solves. The list is thinned evenly,
 * so no setting is left out because it comes last.
 */
export function pairsAt({ scenario }: FixExercise, attempts: readonly Scenario[]): readonly Scenario[] {
  const patches = attempts.map((attempt) => patchBetween(scenario, attempt));
  const pairs = patches.flatMap((one, index) =>
    patches.slice(index + 1).flatMap((other) => {
      const both = applyPatch(applyPatch(scenario, one), other);
      // Two values of one setting count as one change.
      return sameJson(both, applyPatch(applyPatch(scenario, other), one)) ? [both] : [];
    }),
  );
  const step = Math.max(1, pairs.length / pairsMax);
  return Array.from(
    { length: Math.min(pairsMax, pairs.length) },
    (_, nth) => pairs[Math.floor(nth * step)] ?? scenario,
  );
}

/** These settings only make a different run: having one client fewer does not fix a fault. */
const ofTheTask: ReadonlySet<string> = new Set([
  'clients',
  'rounds',
  'duration',
  'patience',
  'work',
  'think',
  'stagger',
]);

const factors = [0.25, 0.5, 2, 4, 10];

/** Other values of a setting: every choice that is not a pitfall, or some smaller and greater numbers. */
function othersOf(field: SettingField, value: unknown): readonly (number | boolean | string)[] {
  switch (field.kind) {
    case 'flag':
      return [value !== true];
    case 'choice':
      return field.options.flatMap(({ id, pitfall }) => (pitfall || id === value ? [] : [id]));
    case 'latency':
      return [];
    default: {
      const { min, max, step } = field;
      const from = typeof value === 'number' && value > 0 ? value : Math.max(min, step);
      const near = factors.map((factor) => Math.min(max, Math.max(min, Math.round((from * factor) / step) * step)));
      return [...new Set(near)].filter((other) => other !== value);
    }
  }
}
