// Texts as a hostile, old or broken sender may send them: good samples with exchanged parts, and cut or damaged
// texts.
import fc from 'fast-check';

/** Values on which programs are known to fail. Each is made anew, because the receiver changes it further. */
const nasty: readonly (() => unknown)[] = [
  () => null,
  () => true,
  () => '',
  () => 'x',
  () => '__proto__',
  () => 'constructor',
  () => 'toString',
  () => '\u001b]0;owned\u0007',
  () => '\u202e\u009b31m',
  () => '字'.repeat(2000),
  () => '<img src=x onerror=alert(1)>',
  () => -1,
  () => 0,
  () => -0,
  () => 0.5,
  () => 1,
  () => 2 ** 31,
  () => 2 ** 53,
  () => 1e21,
  () => 1e308,
  () => -1e308,
  () => 'NaN',
  () => 'Infinity',
  () => [],
  () => ({}),
  () => [null],
  () => [[]],
  () => ({ length: -1 }),
  () => ({ toString: 1, valueOf: 1 }),
  () => ({ toJSON: 'x' }),
  () => JSON.parse('{"__proto__":{"polluted":1}}'),
  () => JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  () => JSON.parse(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  () => Array.from({ length: 2000 }, (_, i) => i),
];

const anyNasty: fc.Arbitrary<unknown> = fc.constantFrom(...nasty).map((make) => make());

type Edit = 'exchange' | 'remove' | 'add' | 'double' | 'swap' | 'nudge';

interface Move {
  readonly edit: Edit;
  /** The index of the place. */
  readonly place: number;
  readonly other: number;
  readonly value: unknown;
}

const move: fc.Arbitrary<Move> = fc.record({
  edit: fc.constantFrom<Edit>('exchange', 'exchange', 'exchange', 'remove', 'add', 'double', 'swap', 'nudge', 'nudge'),
  place: fc.nat(),
  other: fc.nat(),
  value: fc.oneof({ weight: 4, arbitrary: anyNasty }, { weight: 1, arbitrary: fc.jsonValue() }),
});

/** A sample with a few exchanged parts. */
export const wildValue = (samples: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(fc.nat(samples.length - 1), fc.array(move, { minLength: 1, maxLength: 4 }))
    .map(([index, moves]) => moves.reduce(moved, structuredClone(samples[index])));

/** The same as text, which may also be cut off or damaged. */
export const wildText = (samples: readonly unknown[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: wildValue(samples).map(asText) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...samples.map(asText)),
          fc.array(fc.tuple(fc.nat(), fc.string()), { maxLength: 3 }),
          fc.nat(),
        )
        .map(([text, edits, end]) =>
          edits
            .reduce(
              (now, [at, put]) =>
                now.slice(0, at % (now.length + 1)) + put + now.slice((at % (now.length + 1)) + put.length),
              text,
            )
            .slice(0, end % 3 === 0 ? end % (text.length + 1) : undefined),
        ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: anyNasty.map(asText) },
  );

/** A value as the text of a file. A value nested too deeply for `JSON.stringify` becomes text of the same depth. */
export function asText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  try {
    return JSON.stringify(value);
  } catch {
    return Array.isArray(value)
      ? `${'['.repeat(10_000)}${']'.repeat(10_000)}`
      : `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  }
}

type Box = Record<string | number, unknown>;

interface JsonPath {
  readonly box: Box;
  readonly key: string | number;
}

/** Every place in a value, down to the depth of a sample. */
function jsonPathsOf(value: unknown): readonly JsonPath[] {
  const paths: JsonPath[] = [];
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined && paths.length < 5000; next = waiting.pop()) {
    if (typeof next.value !== 'object' || next.value === null || next.depth > 10) continue;
    const box = next.value as Box;
    for (const key of Object.keys(box)) {
      paths.push({ box, key });
      waiting.push({ value: box[key], depth: next.depth + 1 });
    }
  }
  return paths;
}

function moved(root: unknown, { edit, place, other, value }: Move): unknown {
  const paths = jsonPathsOf(root);
  const here = paths[place % Math.max(1, paths.length)];
  if (here === undefined) return value;
  const { box, key } = here;
  const there = paths[other % paths.length] as JsonPath;
  let one: unknown;
  let two: unknown;
  switch (edit) {
    case 'exchange':
      put(box, key, value);
      break;
    case 'remove':
      if (Array.isArray(box)) box.splice(Number(key), 1);
      else delete box[key];
      break;
    case 'add':
      if (Array.isArray(box)) box.push(value);
      else put(box, typeof value === 'string' ? value : 'more', copyOf(there.box[there.key]));
      break;
    case 'double':
      if (Array.isArray(box)) box.splice(Number(key), 0, copyOf(box[Number(key)]));
      break;
    case 'swap':
      [one, two] = [copyOf(box[key]), copyOf(there.box[there.key])];
      put(box, key, two);
      put(there.box, there.key, one);
      break;
    case 'nudge':
      if (typeof box[key] === 'number') put(box, key, (box[key] as number) + ((other % 7) - 3));
      break;
  }
  return root;
}

/** An endlessly nested value cannot be copied, and may occur in two places. */
function copyOf(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}

/** As in JSON, `__proto__` is an ordinary key. */
const put = (box: Box, key: string | number, value: unknown): void => {
  Object.defineProperty(box, key, { value, writable: true, enumerable: true, configurable: true });
};
