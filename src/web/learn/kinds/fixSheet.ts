/** A run to fix, on paper: what may be changed in it, and its goals. */
import type { FixExercise } from '../../../core/model/exercise';
import { applyPatch, sameJson } from '../../../core/model/patch';
import { settingAt, settingPaths, settingsFields } from '../../../core/model/settingsFields';
import { currentParts } from '../../state/parts';
import { settingText } from '../../words/settingsText';
import { checkText } from '../choiceText';
import { goalsOf, type Saying, type Sheet } from './sheet';

export const fixSheet: Sheet<FixExercise> = {
  height: 310,
  lists: (exercise, saying) => [
    { title: saying.words.tools, items: allowedIn(exercise, saying) },
    goalsOf(exercise, saying),
  ],
  solution({ scenario, solution }, { text }) {
    const solved = applyPatch(scenario, solution);
    const fields = currentParts().locks.get(solved.lock.id)?.fields ?? {};
    const ofLock = Object.entries(solved.lock.settings ?? {}).flatMap(([name, value]) => {
      const field = fields[name];
      return field === undefined || value === scenario.lock.settings?.[name] ? [] : settingText(field, value, text);
    });
    const ofWorld = settingPaths
      .filter((path) => !sameJson(settingAt(solved.settings, path), settingAt(scenario.settings, path)))
      .flatMap((path) => settingText(settingsFields[path], settingAt(solved.settings, path), text));
    return [
      ...ofLock,
      ...ofWorld,
      ...(sameJson(solved.storage, scenario.storage) ? [] : [checkText(solved.storage, text)]),
    ];
  },
};

/** The names of the settings that may be changed. */
function allowedIn({ may, scenario }: FixExercise, { words, text }: Saying): readonly string[] {
  const allows = (path: string): boolean => may.some((one) => path === one || path.startsWith(`${one}.`));
  const ofLock = Object.entries(currentParts().locks.get(scenario.lock.id)?.fields ?? {})
    .filter(([name]) => allows(`lock.settings.${name}`))
    .map(([, { label }]) => text(label));
  const ofWorld = settingPaths
    .filter((path) => allows(`settings.${path}`))
    .map((path) => text(settingsFields[path].label));
  return [...(allows('storage') ? [words.check] : []), ...ofLock, ...ofWorld];
}
