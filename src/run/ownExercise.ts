/**
 * Whether an exercise that a person is making can be solved, and how. A test holds built-in exercises to the same rule;
 * here a run decides while the exercise is being made. Knows goals and runs, no page.
 */
import type { ChooseExercise, FixExercise, MadeExercise, PredictExercise, Prediction } from '../model/exercise';
import type { Fields } from '../model/fields';
import { applyPatch, patchBetween, sameJson } from '../model/patch';
import type { Run } from '../model/run';
import type { Scenario } from '../model/scenario';
import { type SettingField, settingAt, settingPaths, settingsFields, withSetting } from '../model/settingsFields';
import type { Text } from '../model/text';
import { type Attemptable, type Breach, type Judged, runsMax } from './exercise';
import { judgeOtherwise } from './otherwise';
import { rightPredictions } from './predictions';
import * as problems from './problems';

/** How the runs are made: at once, or elsewhere with some delay. */
export interface Trial {
  /** A run of at most this many events. */
  readonly play: (scenario: Scenario, eventsMax: number) => Run;
  readonly judge: (exercise: Attemptable, scenario: Scenario) => Judged | Promise<Judged>;
}

/** A person who has predicted something sees the run at once. */
const predictedEventsMax = 10_000;

/**
 * Why nobody can solve it, or why it needs no solving, each in a sentence. For a `choose` or `fix` without a solution,
 * only the latter.
 */
export async function flawsOf(exercise: MadeExercise, { play, judge }: Trial): Promise<readonly Breach[]> {
  if (exercise.kind === 'predict') return predictFlaws(exercise, play);
  const before = await judge(exercise, exercise.scenario);
  if (before.tooMany !== null) return [problems.tooManyRuns(before.tooMany, runsMax)];
  const flaws = before.solved ? [problems.solvedBefore] : [];
  if (Object.keys(exercise.solution).length === 0) return flaws;
  return [...flaws, ...solutionFlaws(await judge(exercise, applyPatch(exercise.scenario, exercise.solution)))];
}

export function predictFlaws(exercise: PredictExercise, play: Trial['play']): readonly Text[] {
  const run = play(exercise.scenario, predictedEventsMax);
  if (run.trace.count >= predictedEventsMax) return [problems.tooManyEvents(predictedEventsMax)];
  const right = rightPredictions(exercise, run);
  if (right.length === 0) return [problems.noneRight];
  if (right.length === exercise.options.length) return [problems.noneWrong];
  return exercise.options
    .filter((option) => !isRightThen(exercise, option, play))
    .map(({ text }) => problems.notRightThen(text));
}

/** An answer without `rightWhen` promises nothing. */
function isRightThen({ scenario }: PredictExercise, answer: Prediction, play: Trial['play']): boolean {
  if (answer.rightWhen === undefined) return true;
  return judgeOtherwise(scenario, answer, play(applyPatch(scenario, answer.rightWhen), predictedEventsMax)).solved;
}

function solutionFlaws({ aims, breaches, tooMany }: Judged): readonly Breach[] {
  if (tooMany !== null) return [problems.tooManyRuns(tooMany, runsMax)];
  const missed = aims.filter(({ met }) => met !== 'true').map(({ aim }) => problems.goalMissed(aim.text));
  return [...breaches, ...missed];
}

interface Offered {
  /** The checks that there are, by id. */
  readonly checks: readonly string[];
  /** The settings of the run's own lock. */
  readonly fields: Fields;
  /** Whether check and lock go together. */
  readonly fits: (scenario: Scenario) => boolean;
}

/**
 * The attempts at a solution, in order: each lock with each check for a `choose`. For a `fix` each single change that it may
 * make: another check, another value of a setting.
 */
export function attemptsAt(
  exercise: FixExercise | ChooseExercise,
  { checks, fields, fits }: Offered,
): readonly Scenario[] {
  const { scenario } = exercise;
  const isAllowed = (path: string): boolean =>
    exercise.may.some((allowed) => path === allowed || path.startsWith(`${allowed}.`));
  const { lock, settings } = scenario;
  const attempts =
    exercise.kind === 'choose'
      ? exercise.locks.flatMap((one) => exercise.storages.map((storage) => ({ ...scenario, lock: one, storage })))
      : [
          ...(isAllowed('storage') ? checks.map((id) => ({ ...scenario, storage: { id } })) : []),
          ...Object.entries(fields)
            .filter(([name]) => isAllowed(`lock.settings.${name}`))
            .flatMap(([name, field]) =>
              othersOf(field, lock.settings?.[name] ?? field.default).map((value) => ({
                ...scenario,
                lock: { ...lock, settings: { ...lock.settings, [name]: value } },
              })),
            ),
          ...settingPaths
            .filter((path) => isAllowed(`settings.${path}`) && !ofTheTask.has(path))
            .flatMap((path) =>
              othersOf(settingsFields[path], settingAt(settings, path)).map((value) => ({
                ...scenario,
                settings: withSetting(settings, path, value),
              })),
            ),
        ];
  return attempts.filter((attempt) => fits(attempt) && !sameJson(attempt, scenario));
}

/** So many pairs of changes are tried at most: a learner may try one after the other, the maker waits for all. */
const pairsMax = 400;

/**
 * Two changes at once, of different settings, where no single one is enough. Cut off, but evenly: no setting is left out because it
 * stands last.
 */
export function pairsAt({ scenario }: FixExercise, attempts: readonly Scenario[]): readonly Scenario[] {
  const patches = attempts.map((attempt) => patchBetween(scenario, attempt));
  const pairs = patches.flatMap((one, index) =>
    patches.slice(index + 1).flatMap((other) => {
      const both = applyPatch(applyPatch(scenario, one), other);
      // Two values of one setting are one change.
      return sameJson(both, applyPatch(applyPatch(scenario, other), one)) ? [both] : [];
    }),
  );
  const step = Math.max(1, pairs.length / pairsMax);
  return Array.from(
    { length: Math.min(pairsMax, pairs.length) },
    (_, nth) => pairs[Math.floor(nth * step)] ?? scenario,
  );
}

/** What makes the run another run, and no better one. A fault is not mended by a client less. */
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

/** Other values of a setting: every choice that is no pitfall, or some smaller and greater numbers. */
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
