/** The solution of an exercise in words, made from the solution itself. Hints may stop short of it. */

import type { ChooseExercise, Exercise, FixExercise } from '../../model/exercise';
import type { Fields } from '../../model/fields';
import { applyPatch, sameJson } from '../../model/patch';
import type { Choice, LockChoice, Scenario } from '../../model/scenario';
import { settingAt, settingPaths, settingsFields } from '../../model/settingsFields';
import type { Text } from '../../model/text';
import { faultLine } from '../edit/faultText';
import { lockAsNamed } from '../state/namedLock';
import { currentParts } from '../state/parts';
import { markName } from '../timeline/legendWords';
import type { SharedWords } from '../words/i18n';
import { settingsText, settingText } from '../words/settingsText';

type Say = (text: Text) => string;

/** @returns its parts, one line each: an answer, a fault, a lock, a check, a setting */
export function solutionText(exercise: Exercise, words: SharedWords, say: Say): readonly string[] {
  if (exercise.kind === 'name') return exercise.marks.map(({ sort }, index) => `${index + 1}: ${say(markName(sort))}`);
  if (exercise.kind === 'predict')
    return exercise.options.filter(({ id }) => id === exercise.solution).map(({ text }) => say(text));
  if (exercise.kind === 'code') return [];
  const solved = applyPatch(exercise.scenario, exercise.solution);
  if (exercise.kind !== 'break') return builtText(exercise, solved, say);
  return Object.entries(solved.faults)
    .filter(([name, fault]) => !sameJson(fault, exercise.scenario.faults[name]))
    .map(([, fault]) => faultLine(words, fault));
}

function builtText({ kind, scenario }: FixExercise | ChooseExercise, solved: Scenario, say: Say): readonly string[] {
  const check = choiceText(currentParts().resources.get(solved.storage.id), solved.storage, say);
  if (kind === 'choose') return [lockText(solved.lock, say), check];
  const fields = currentParts().locks.get(solved.lock.id)?.fields ?? {};
  const ofLock = Object.entries(solved.lock.settings ?? {}).flatMap(([name, value]) => {
    const field = fields[name];
    return field === undefined || value === scenario.lock.settings?.[name] ? [] : settingText(field, value, say);
  });
  const ofWorld = settingPaths
    .filter((path) => !sameJson(settingAt(solved.settings, path), settingAt(scenario.settings, path)))
    .flatMap((path) => settingText(settingsFields[path], settingAt(solved.settings, path), say));
  return [...ofLock, ...ofWorld, ...(sameJson(solved.storage, scenario.storage) ? [] : [check])];
}

/** A lock by its name or by that of the library, with the settings that are not its own. */
export function lockText(choice: LockChoice, say: Say): string {
  const named = lockAsNamed(choice);
  return choiceText(named?.lock, named?.choice ?? choice, say);
}

/** A lock or a check by its name, with its settings. */
export function choiceText(
  known: { readonly title: Text; readonly fields: Fields } | undefined,
  choice: Choice,
  say: Say,
): string {
  if (known === undefined) return choice.id;
  const set = settingsText(known.fields, choice, say);
  return set === '' ? say(known.title) : `${say(known.title)} (${set})`;
}
