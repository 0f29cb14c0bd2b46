/** The settings of a lock or check in words: each one that differs from its default, with its value. */

import { switchedOff } from '../../content/texts/settingsText';
import type { SettingField } from '../../core/model/scenario/fields';
import { type Field, type Fields, isTime } from '../../core/model/scenario/fields';
import type { Choice } from '../../core/model/scenario/scenario';
import { withColon } from '../../core/model/values/joinedTexts';
import type { Text } from '../../core/model/values/text';

export function settingsText(fields: Fields, { settings = {} }: Choice, text: (both: Text) => string): string {
  const phrases = Object.entries(settings).flatMap(([name, value]) => {
    const field: Field | undefined = fields[name];
    return field === undefined || value === field.default ? [] : settingText(field, value, text);
  });
  return phrases.join(' · ');
}

/** A word and its value. A switch that is on, and a value of several parts, show only the word. */
export function settingText(field: SettingField, value: unknown, text: (both: Text) => string): readonly string[] {
  if (field.kind === 'choice') {
    const option = field.options.find(({ id }) => id === value);
    return option === undefined ? [] : [withColon(text(field.label), text(option.label))];
  }
  if (field.kind === 'flag')
    return [value === true ? text(field.label) : withColon(text(field.label), text(switchedOff))];
  if (typeof value === 'object') return [text(field.label)];
  return [`${text(field.label)} ${value}${isTime(field) ? ` ${field.unit}` : ''}`];
}
