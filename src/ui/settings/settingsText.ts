/** What is said about a choice of a lock or check besides its name: settings that are not as usual, with a word or a time. */
import type { Field, Fields } from '../../model/fields';
import type { Choice } from '../../model/scenario';
import type { Text } from '../../model/text';

export function settingsText(fields: Fields, { settings = {} }: Choice, text: (both: Text) => string): string {
  const said = Object.entries(settings).flatMap(([name, value]) => {
    const field: Field | undefined = fields[name];
    if (field === undefined || value === field.default) return [];
    if (field.kind === 'choice') {
      const option = field.options.find(({ id }) => id === value);
      return option === undefined ? [] : [`${text(field.label)}: ${text(option.label)}`];
    }
    if (field.kind === 'flag') return value === true ? [text(field.label)] : [];
    return [`${text(field.label)} ${value}${field.unit === 'ms' ? ' ms' : ''}`];
  });
  return said.join(' · ');
}
