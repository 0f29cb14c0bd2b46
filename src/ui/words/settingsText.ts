/** Settings in words: what is said about a lock or check besides its name, where it is not as usual, and what was set. */
import { type Field, type Fields, isTime } from '../../model/fields';
import type { Choice } from '../../model/scenario';
import type { SettingField } from '../../model/settingsFields';
import type { Text } from '../../model/text';

export function settingsText(fields: Fields, { settings = {} }: Choice, text: (both: Text) => string): string {
  const said = Object.entries(settings).flatMap(([name, value]) => {
    const field: Field | undefined = fields[name];
    return field === undefined || value === field.default ? [] : settingText(field, value, text);
  });
  return said.join(' · ');
}

/** A word and its value; none for what is off, the word alone for what is not one value. */
export function settingText(field: SettingField, value: unknown, text: (both: Text) => string): readonly string[] {
  if (field.kind === 'choice') {
    const option = field.options.find(({ id }) => id === value);
    return option === undefined ? [] : [`${text(field.label)}: ${text(option.label)}`];
  }
  if (field.kind === 'flag') return value === true ? [text(field.label)] : [];
  if (typeof value === 'object') return [text(field.label)];
  return [`${text(field.label)} ${value}${isTime(field) ? ` ${field.unit}` : ''}`];
}
