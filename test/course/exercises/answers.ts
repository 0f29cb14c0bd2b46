// Answers that somebody may give to an exercise: every value of a word, and numbers from the least to the most, one
// change or two at a time. Numbers at the edge of what the page accepts are found by bisection.
import type { ChooseExercise, FixExercise } from '../../../src/core/model/scenario/exercise';
import type { SettingField } from '../../../src/core/model/scenario/fields';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { applyPatch } from '../../../src/core/model/scenario/patch';
import type { Patch, Scenario } from '../../../src/core/model/scenario/scenario';
import { settingsFields } from '../../../src/core/model/scenario/settingsFields';
import { parts } from '../../../src/core/run/parts';

/** A setting that may be changed, or the check. */
export interface Axis {
  readonly path: string;
  readonly values: readonly unknown[];
  readonly isNumber: boolean;
}

/** Every value of a number between them is found by bisection. */
const ladder = [0, 1, 10, 50, 100, 200, 300, 500, 800, 1200, 2000, 3000, 5000, 10_000];

const fieldsBelow = (path: string, { lock }: Scenario): readonly (readonly [string, SettingField])[] => {
  const ofLock = Object.entries(parts.locks.get(lock.id)?.fields ?? {}).map(
    ([name, field]) => [`lock.settings.${name}`, field] as const,
  );
  const ofRun = Object.entries(settingsFields).map(([name, field]) => [`settings.${name}`, field] as const);
  return [...ofLock, ...ofRun].filter(([name]) => name === path || name.startsWith(`${path}.`));
};

function axisOf(path: string, field: SettingField): Axis {
  if (field.kind === 'flag') return { path, values: [false, true], isNumber: false };
  if (field.kind === 'choice') return { path, values: field.options.map(({ id }) => id), isNumber: false };
  const { min, max } = field;
  const numbers = [min, ...ladder.filter((value) => value > min && value < max), max];
  return { path, values: numbers, isNumber: true };
}

export const axesOf = ({ may, scenario }: FixExercise): readonly Axis[] =>
  may.flatMap((path): readonly Axis[] =>
    path === 'storage'
      ? [{ path, values: checks(), isNumber: false }]
      : fieldsBelow(path, scenario).map(([name, field]) => axisOf(name, field)),
  );

/** Every check with its default settings, and with each of its words and flags changed. */
const checks = (): readonly unknown[] =>
  [...parts.resources.values()].flatMap(({ id, fields }) => [
    { id },
    ...Object.entries(fields).flatMap(([name, field]) =>
      axisOf(name, field)
        .values.slice(0, field.kind === 'number' ? 0 : undefined)
        .map((value) => ({ id, settings: { [name]: value } })),
    ),
  ]);

/** `lock.settings.ttl` = 3 as a merge patch. A check replaces the previous one as a whole. */
const withValueAt = (scenario: Scenario, path: string, value: unknown): Scenario =>
  path === 'storage'
    ? { ...scenario, storage: value as Scenario['storage'] }
    : applyPatch(scenario, path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Patch);

const isPossible = (scenario: Scenario): boolean => parseScenario(scenario, parts).ok;

/** Every lock with every check. */
export const choicesOf = ({ scenario, locks, storages }: ChooseExercise): readonly Scenario[] =>
  locks.flatMap((lock) => storages.map((storage) => ({ ...scenario, lock, storage }))).filter(isPossible);

/**
 * The accepted answers along an axis: those of the axis, and for a number the last one before each border.
 */
export function acceptedAlong(
  { path, values, isNumber }: Axis,
  from: Scenario,
  isAccepted: (answer: Scenario) => boolean,
): readonly Scenario[] {
  const at = (value: unknown): Scenario => withValueAt(from, path, value);
  const isGood = (value: unknown): boolean => isPossible(at(value)) && isAccepted(at(value));
  const good = values.map(isGood);
  const found = values.filter((_, index) => good[index]);
  if (isNumber)
    for (let index = 1; index < values.length; index++) {
      if (good[index] === good[index - 1]) continue;
      const [inside, outside] = good[index] ? [index, index - 1] : [index - 1, index];
      found.push(lastGood(values[inside] as number, values[outside] as number, isGood));
    }
  return found.map(at);
}

/** The whole number next to the border that is still accepted. */
function lastGood(inside: number, outside: number, isGood: (value: number) => boolean): number {
  let [good, bad] = [inside, outside];
  while (Math.abs(good - bad) > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
