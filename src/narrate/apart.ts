/**
 * What differs between two runs, in at most three lines: what became of the lock and the data, where they part, and what
 * only one of them has. It knows no lock and no setting: what only one has is handed in, in words.
 */
import { firstDifference } from '../model/difference';
import { formatAt } from '../model/format';
import type { Run } from '../model/run';
import { narrate } from './narrate';
import { readingOf } from './reading';
import type { Speech } from './speech';

export interface Side {
  readonly name: string;
  readonly run: Run;
  /** What only this one has: faults, settings. */
  readonly only: readonly string[];
}

/** What each of the two is said to have or do, by name. */
interface Both {
  readonly one: readonly [name: string, what: string];
  readonly other: readonly [name: string, what: string];
}

export interface ApartWords {
  /** @param fact its name, with what divides it from what is said of it */
  readonly fact: (fact: string, both: Both) => string;
  /** The one event, or the two, at which they part. */
  readonly part: (at: string, both: Both) => string;
  /** Nothing more is told of it. */
  readonly nothing: string;
  readonly only: (name: string, what: string) => string;
  readonly list: (what: readonly string[]) => string;
  /** The two halves of a line. */
  readonly halves: (halves: readonly string[]) => string;
}

export const apartMax = 3;

export function factsApart(one: Side, other: Side, speech: Speech, words: ApartWords): readonly string[] {
  return [verdictsApart(one, other, speech, words), parting(one, other, speech, words), onlyInOne(one, other, words)]
    .flatMap((line) => line ?? [])
    .slice(0, apartMax);
}

function verdictsApart(one: Side, other: Side, speech: Speech, words: ApartWords): string | null {
  const [a, b] = [readingOf(one.run.verdict, speech).pair, readingOf(other.run.verdict, speech).pair];
  const halves = (['lock', 'data'] as const).flatMap((fact) => {
    const name = speech.pair[fact]('');
    const [had, has] = [a[fact].text.slice(name.length), b[fact].text.slice(name.length)];
    return had === has ? [] : words.fact(name, { one: [one.name, had], other: [other.name, has] });
  });
  return halves.length === 0 ? null : words.halves(halves);
}

function parting(one: Side, other: Side, speech: Speech, words: ApartWords): string | null {
  const apart = firstDifference(one.run.trace, other.run.trace);
  if (apart === null) return null;
  const lines = [one, other].map(({ run }) => narrate(run.trace, speech).filter(({ at }) => at >= apart.at));
  const [first = [], second = []] = lines;
  // What both tell alike is not where they part for a reader.
  const i = first.findIndex(({ at, text }, place) => second[place]?.at !== at || second[place]?.text !== text);
  const [a, b] = i < 0 ? [undefined, second[first.length]] : [first[i], second[i]];
  if (a === undefined && b === undefined) return null;
  const at = Math.min(a?.at ?? Number.POSITIVE_INFINITY, b?.at ?? Number.POSITIVE_INFINITY);
  const said = (line: typeof a): string => (line?.at === at ? line.text : words.nothing);
  return words.part(formatAt(at), { one: [one.name, said(a)], other: [other.name, said(b)] });
}

function onlyInOne(one: Side, other: Side, words: ApartWords): string | null {
  const halves = [one, other].flatMap(({ name, only }) =>
    only.length === 0 ? [] : words.only(name, words.list(only)),
  );
  return halves.length === 0 ? null : words.halves(halves);
}
