/** The entries of a record, with the type of its keys. */
export const entriesOf = <K extends string, V>(record: Readonly<Record<K, V>>): readonly (readonly [K, V])[] =>
  Object.entries(record) as [K, V][];
