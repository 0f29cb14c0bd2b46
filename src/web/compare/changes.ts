// How a scenario differs from another one, in words: its lock, its check, its settings, its faults.
import type { Fields } from '../../core/model/scenario/fields';
import { sameJson } from '../../core/model/scenario/patch';
import type { Choice, Scenario } from '../../core/model/scenario/scenario';
import { seedField, settingAt, settingPaths, settingsFields } from '../../core/model/scenario/settingsFields';
import type { Text } from '../../core/model/values/text';
import { faultLine, faultText } from '../edit/faultText';
import { currentParts } from '../state/parts';
import type { SharedWords } from '../words/i18n';
import { settingText } from '../words/settingsText';

interface Said {
  readonly words: SharedWords;
  readonly text: (both: Text) => string;
}

/** If the only difference is one fault with other values, only the values are named. */
export function changesTo(to: Scenario, from: Scenario, { words, text }: Said): readonly string[] {
  const { locks, profiles, resources } = currentParts();
  const [lock, resource] = [locks.get(to.lock.id), resources.get(to.storage.id)];
  const title = text(profiles.get(to.lock.profile ?? '')?.title ?? lock?.title ?? { en: to.lock.id, zh: to.lock.id });
  const isOtherLock = to.lock.id !== from.lock.id || to.lock.profile !== from.lock.profile;
  const isOtherCheck = to.storage.id !== from.storage.id;
  return [
    ...(isOtherLock ? [title] : changedIn(to.lock, from.lock, lock?.fields, text)),
    ...(isOtherCheck
      ? [text(resource?.title ?? { en: to.storage.id, zh: to.storage.id })]
      : changedIn(to.storage, from.storage, resource?.fields, text)),
    ...settingPaths.flatMap((path) => {
      const value = settingAt(to.settings, path);
      return sameJson(value, settingAt(from.settings, path)) ? [] : settingText(settingsFields[path], value, text);
    }),
    ...(to.seed === from.seed ? [] : settingText(seedField, to.seed, text)),
    ...changedFaults(to, from, words),
  ];
}

function changedIn(to: Choice, from: Choice, fields: Fields | undefined, text: Said['text']): readonly string[] {
  return Object.entries(fields ?? {}).flatMap(([name, field]) => {
    const [value, before] = [to, from].map(({ settings }) => settings?.[name] ?? field.default);
    return value === before ? [] : settingText(field, value, text);
  });
}

const changedFaults = (to: Scenario, from: Scenario, words: SharedWords): readonly string[] =>
  Object.entries(to.faults).flatMap(([name, fault]) => {
    const before = from.faults[name];
    if (before !== undefined && sameJson(fault, before)) return [];
    const { title, detail } = faultText(words, fault);
    if (before === undefined || faultText(words, before).title !== title) return [title];
    return [Object.keys(to.faults).length === 1 ? detail : faultLine(words, fault)];
  });
