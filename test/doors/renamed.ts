// One name at each place of a value, as JSON text.

/** The value with one extra key in each of its objects. As in JSON, `__proto__` is an ordinary key. */
export const withKey = (
  value: unknown,
  name: string,
  isMeant: (path: readonly string[]) => boolean = () => true,
): readonly string[] =>
  objectsIn(value)
    .filter(isMeant)
    .map((path) => JSON.stringify(at(value, path, (found) => define(found, name, {}))));

/** The value with this text in place of each of its texts. */
export const withValue = (value: unknown, name: string): readonly string[] =>
  textsIn(value).map((path) => JSON.stringify(at(value, path, () => name)));

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const objectsIn = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] => [
  ...(typeof value === 'object' && value !== null && !Array.isArray(value) ? [path] : []),
  ...entriesOf(value).flatMap(([key, inner]) => objectsIn(inner, [...path, key])),
];

const textsIn = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value === 'string' ? [path] : entriesOf(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]));

function at(value: unknown, [first, ...rest]: readonly string[], change: (found: unknown) => unknown): unknown {
  if (first === undefined) return change(value);
  const inner = at((value as Readonly<Record<string, unknown>>)[first], rest, change);
  if (!Array.isArray(value)) return define(value, first, inner);
  return value.map((one, i) => (String(i) === first ? inner : one));
}

const define = (value: unknown, key: string, inner: unknown): unknown =>
  Object.defineProperty({ ...(value as object) }, key, { value: inner, enumerable: true });
