/** Makes a valibot schema of a described field, so that range, message, control and published schema cannot differ. */
import * as v from 'valibot';
import type { Text } from '../../values/text';
import type { LatencyField, NumberOrWordField, SettingField } from '../fields';
import { type Fields, isWhole } from '../fields';
import { fieldList, numberIn, oneOf, orQuantiles, orWord, type Range, trueOrFalse } from './allowedTexts';
import { allowing } from './problem';

export type Schema = v.GenericSchema;
export type Entries = Record<string, Schema>;

/** The allowed values of a field, as words to follow "must be". */
function allowedBy(field: SettingField): Text {
  switch (field.kind) {
    case 'number':
      return numberIn(field);
    case 'number-or-word':
      return orWord(numberIn(field), field.word.id);
    case 'latency':
      return orQuantiles(numberIn(field));
    case 'flag':
      return trueOrFalse;
    case 'choice':
      return oneOf(field.options.map((option) => option.id));
  }
  return field satisfies never;
}

function numberSchema(range: Range, allowed: Text): Schema {
  const message = allowing(allowed);
  const number = v.pipe(v.number(message), v.minValue(range.min, message), v.maxValue(range.max, message));
  return isWhole(range) ? v.pipe(number, v.integer(message)) : number;
}

function numberOrWord(field: NumberOrWordField): Schema {
  const allowed = allowedBy(field);
  return v.union([numberSchema(field, allowed), v.literal(field.word.id, allowing(allowed))], allowing(allowed));
}

function latency(field: LatencyField): Schema {
  const allowed = allowedBy(field);
  const quantile = numberSchema(field, numberIn(field));
  const rising = v.pipe(
    v.strictObject(
      { min: quantile, p50: quantile, p99: quantile, max: quantile },
      allowing(fieldList(['min', 'p50', 'p99', 'max'])),
    ),
    v.check(({ min, p50, p99, max }) => isRising([min, p50, p99, max]), allowing(allowed)),
  );
  return v.union([numberSchema(field, allowed), rising], allowing(allowed));
}

const isRising = (values: readonly unknown[]): boolean =>
  values.every((value, i) => i === 0 || (values[i - 1] as number) <= (value as number));

function bareSchema(field: SettingField): Schema {
  switch (field.kind) {
    case 'number':
      return numberSchema(field, allowedBy(field));
    case 'number-or-word':
      return numberOrWord(field);
    case 'latency':
      return latency(field);
    case 'flag':
      return v.boolean(allowing(allowedBy(field)));
    case 'choice':
      return v.picklist(
        field.options.map((option) => option.id),
        allowing(allowedBy(field)),
      );
  }
  return field satisfies never;
}

/** The schema of one field, with its label and help for the published schema. */
export function fieldSchema(field: SettingField): Schema {
  const { label, help } = field;
  return v.pipe(bareSchema(field), v.description(`${label.en}. ${help.en}`));
}

/** An object with these fields and no other. */
export const strict = <E extends Entries>(entries: E): v.StrictObjectSchema<E, string> =>
  v.strictObject(entries, allowing(fieldList(Object.keys(entries))));

/** Fields that may be left out and then stay out. Code that uses them fills them in by `withDefaults`. */
export const optionalEntries = (fields: Fields): Entries =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      v.optional(v.pipe(fieldSchema(field), v.metadata({ default: field.default }))),
    ]),
  );

/**
 * Fields that get their defaults, or stay out if `fills` says so for the first part of their path. Dotted paths
 * become nested objects.
 */
export function nestedEntries(
  fields: Readonly<Record<string, SettingField>>,
  fills: (first: string) => boolean,
): Entries {
  const entries: Entries = {};
  const inner: Record<string, Entries> = {};
  for (const [path, field] of Object.entries(fields)) {
    const [first = '', second] = path.split('.');
    const schema = fills(first) ? v.optional(fieldSchema(field), field.default) : v.optional(fieldSchema(field));
    if (second === undefined) entries[first] = schema;
    else inner[first] = { ...inner[first], [second]: schema };
  }
  for (const [name, nested] of Object.entries(inner)) {
    entries[name] = fills(name) ? v.optional(strict(nested), {}) : v.optional(strict(nested));
  }
  return entries;
}
