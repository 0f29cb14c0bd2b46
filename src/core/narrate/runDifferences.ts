/**
 * The differences between two runs, in at most three lines: where they diverge, and what only one of them has. The
 * lock's and the data's facts are beside the names of the runs. It knows no lock and no setting: what only one run has
 * is an argument, in words.
 */
import { firstDifference } from '../model/scenario/difference';
import type { NameWords } from '../model/scenario/processName';
import type { Run } from '../model/trace/run';
import { formatAt } from '../model/values/format';
import { narrate } from './narrate';
import type { Speech } from './speech';

export interface Side {
  readonly name: string;
  readonly run: Run;
  /** Faults and settings that only this run has. */
  readonly only: readonly string[];
}

export interface DifferenceWords {
  /** Nodes are named as in the lanes beside the facts. */
  readonly node: NameWords['node'];
  /** The event of one run at which the two diverge. */
  readonly part: (at: string, name: string, what: string) => string;
  readonly only: (name: string, what: string) => string;
  readonly list: (what: readonly string[], more: number) => string;
  /** Both in one line. */
  readonly halves: (halves: readonly string[]) => string;
}

/** The width of a line in a window of 1024 px, in Latin characters; a Chinese character counts as two. */
export const lineMax = 104;

export function differencesOfFacts(one: Side, other: Side, speech: Speech, words: DifferenceWords): readonly string[] {
  const parted = parting(one, other, speech, words);
  if (parted.length < 2) return [...parted, ...[one, other].flatMap((side) => onlyIn(side, lineMax, words) ?? [])];
  const both = words.halves([one, other].flatMap((side) => onlyIn(side, lineMax / 2, words) ?? []));
  // If both do not fit in a line, the other run's part is kept: the reader knows the run on screen.
  const last = widthOf(both) <= lineMax ? both : (onlyIn(other, lineMax, words) ?? both);
  return last === '' ? parted : [...parted, last];
}

/** The event of each run at which they diverge. A run without a line at that time has no event here. */
function parting(one: Side, other: Side, speech: Speech, words: DifferenceWords): readonly string[] {
  const apart = firstDifference(one.run.trace, other.run.trace);
  if (apart === null) return [];
  const asLanes = { ...speech, names: { ...speech.names, node: words.node } };
  const lines = [one, other].map(({ run }) => narrate(run.trace, asLanes).filter(({ at }) => at >= apart.at));
  const [first = [], second = []] = lines;
  // An event that reads the same in both shows no difference to a reader.
  const i = first.findIndex(({ at, text }, index) => second[index]?.at !== at || second[index]?.text !== text);
  const [a, b] = i < 0 ? [undefined, second[first.length]] : [first[i], second[i]];
  const at = Math.min(a?.at ?? Number.POSITIVE_INFINITY, b?.at ?? Number.POSITIVE_INFINITY);
  const lineOf = ({ name }: Side, line: typeof a): readonly string[] =>
    line?.at === at ? [inOneLine((what) => words.part(formatAt(at), name, what), line.text)] : [];
  return [...lineOf(one, a), ...lineOf(other, b)];
}

/**
 * The event as narrated; if that is too long for a line, its first sentence, and if that is too long, the first part
 * of it.
 */
function inOneLine(say: (what: string) => string, text: string): string {
  const [sentence = text] = text.split(/(?<=[.。])(?=\s*[^\d\s])/);
  const [clause = sentence] = sentence.split(/[,:，：]\s*(?=\D)/);
  const fitting = [text, sentence].find((one) => widthOf(say(one)) <= lineMax);
  return say(fitting ?? (clause === sentence ? sentence : `${clause}${sentence.at(-1)}`));
}

/** As many as fit, and the number of the others. */
function onlyIn({ name, only }: Side, width: number, words: DifferenceWords): string | null {
  if (only.length === 0) return null;
  const textOf = (count: number): string => words.only(name, words.list(only.slice(0, count), only.length - count));
  let count = only.length;
  while (count > 1 && widthOf(textOf(count)) > width) count--;
  return textOf(count);
}

/** A Chinese character is as wide as two Latin ones. */
const widthOf = (text: string): number => text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);
