/**
 * The help of fields, apart from them. A field usually has its help with it. The parts that a page opens with keep
 * theirs in a file beside, which is loaded later: nobody reads a help in the first seconds.
 */
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
