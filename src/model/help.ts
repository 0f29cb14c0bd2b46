/**
 * The help of fields, apart from them. A field usually has its help with it. The parts that a page opens with keep
 * theirs in a file beside, which is loaded later: nobody reads a help in the first seconds.
 */
import type { Field, Fields } from './fields';
import type { Text } from './text';

/** A help for each of the fields. */
export type HelpOf<F> = { readonly [K in keyof F]: Text };

/** The fields, each with its help. A help of its own stays. */
export function explained<F extends Readonly<Record<string, { readonly label: Text; readonly help?: Text }>>>(
  fields: F,
  help: Readonly<Record<string, Text | undefined>>,
): F {
  const all = Object.entries(fields).map(([name, field]) => {
    const text = field.help ?? help[name];
    return [name, text === undefined ? field : { ...field, help: text }];
  });
  return Object.fromEntries(all) as F;
}

/** Stands for a name that is loaded later. */
export const nameless: Text = { en: '', zh: '' };

/** The names of some fields and of all their options. */
export type NamesOf<F> = { readonly [K in keyof F]?: FieldNames };

interface FieldNames {
  readonly label: Text;
  /** By the id of an option. */
  readonly options?: Readonly<Record<string, Text>>;
}

/** The fields, with these names where they have none of their own. */
export function named(fields: Fields, names: NamesOf<Fields>): Fields {
  const all: Record<string, Field> = {};
  for (const [name, field] of Object.entries(fields)) {
    const own = names[name];
    all[name] = own === undefined ? field : withNames(field, own);
  }
  return all;
}

function withNames(field: Field, { label, options = {} }: FieldNames): Field {
  if (field.kind !== 'choice') return { ...field, label };
  return { ...field, label, options: field.options.map((one) => ({ ...one, label: options[one.id] ?? one.label })) };
}
