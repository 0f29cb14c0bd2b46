/**
 * The sentences of a narration without its names, numbers and commands, so that two runs have the same sentence where
 * it comes from the same entry of the tables of words. Also the choice of narrations that show all sentences.
 */

/** A line of a run or of its verdict, such as `   0.100 s  Client 1 asks nodes A and B: GET stock`. */
export const folded = (line: string): string =>
  line
    .replace(/^ *(?:\d+\.\d+ s)? {2}/, '')
    // A sentence ends with a full stop. Text without one, behind a colon, is a command or a server's answer.
    .replace(/([:：]).*[^.。]$/, '$1 …')
    .replace(names, 'N')
    .replace(letters, 'N')
    .replace(/N(?:(?:, | and |、)N)+/g, 'N')
    .replace(number, '0')
    .replace(longTime, '0');

const names =
  /\b(?:client|node|replica|member|storage|sentinel) (?:\d+|[A-Z]\d*)\b|(?:客户端|节点|副本|成员|存储|哨兵) (?:\d+|[A-Z]\d*)\b/gi;
const letters = /\b[A-Z]\d?(?:(?:, | and |、)[A-Z]\d?)+\b/g;
/** With its sign, its groups of three and its unit. The value of a key counts, too: `142438db:1`. */
const number = /[+−]?[\w:-]*\d[\w:.-]*(?:\u202f\d+)*(?<![.:])(?: (?:ms|s)\b)?/g;

/** `0 h 0 min 0`, of which the seconds have lost their unit. */
const longTime = /0(?: (?:h|min)(?: 0)?)+/g;

/** The title, the text of the story and the last three lines are not sentences about the run. */
export const sentencesOf = (narration: readonly string[]): readonly string[] =>
  narration
    .slice(3, -3)
    .filter((line) => line !== '')
    .map(folded);

export interface Narrated {
  readonly name: string;
  readonly sentences: ReadonlySet<string>;
}

/**
 * The narrations that are kept, in the order of `all`: together they show every sentence, and each shows one that the
 * others do not. Narrations that were kept before stay as long as they are needed. Missing ones are added greedily:
 * first the one that shows the most missing sentences.
 */
export function chosen(all: readonly Narrated[], before: ReadonlySet<string>): readonly string[] {
  const kept = all.filter(({ name }) => before.has(name));
  for (let missing = unshown(all, kept); missing.size > 0; missing = unshown(all, kept)) {
    const gains = all.map(({ sentences }) => [...sentences].filter((sentence) => missing.has(sentence)).length);
    kept.push(...all.slice(gains.indexOf(Math.max(...gains))).slice(0, 1));
  }
  const names = new Set(needed(kept).map(({ name }) => name));
  return all.map(({ name }) => name).filter((name) => names.has(name));
}

/** The sentences that occur and that these narrations do not show. */
export function unshown(all: readonly Narrated[], kept: readonly Narrated[]): ReadonlySet<string> {
  const shown = new Set(kept.flatMap(({ sentences }) => [...sentences]));
  return new Set(all.flatMap(({ sentences }) => [...sentences].filter((sentence) => !shown.has(sentence))));
}

/** Removes narrations, from the last to the first, whose sentences the others show. */
function needed(kept: readonly Narrated[]): readonly Narrated[] {
  const counts = new Map<string, number>();
  const add = (sentences: ReadonlySet<string>, by: number): void => {
    for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + by);
  };
  for (const { sentences } of kept) add(sentences, 1);
  return kept.toReversed().filter(({ sentences }) => {
    if ([...sentences].some((sentence) => counts.get(sentence) === 1)) return true;
    add(sentences, -1);
    return false;
  });
}
