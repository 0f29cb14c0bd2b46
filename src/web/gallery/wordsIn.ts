/**
 * The words of a text as a search compares them, ignoring case, width, accents and plural. Chinese has no spaces:
 * each of its signs is a word, and so is each pair. Knows no story.
 */

export interface Word {
  /** In normalized form. */
  readonly term: string;
  /** Its place in the text, in UTF-16 units; `to` is the end, exclusive. */
  readonly from: number;
  readonly to: number;
}

const runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+(?:['’]\p{L}+)?/gu;
const han = /^\p{Script=Han}/u;

/** Chinese words are complete: no longer one begins with them. */
export const isHan = (term: string): boolean => han.test(term);

/** What people type for symbols or words that texts write out. */
const alsoTyped: Readonly<Record<string, string>> = {
  garbage: 'gc',
  垃圾: 'gc',
  惊群: '羊群',
  // Without its plural, as every word.
  kubernete: 'k8s',
};

/** Every word in the order of the text. Some overlap. */
export function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(runs)].flatMap(({ 0: run, index }): readonly Word[] => {
    const words = isHan(run) ? [...signs(run, index), ...pairs(run, index)] : [latin(run, index)];
    return words.flatMap((word) => {
      const typed = Object.hasOwn(alsoTyped, word.term) ? alsoTyped[word.term] : undefined;
      return typed === undefined ? [word] : [word, { ...word, term: typed }];
    });
  });
}

/** The longest query. A text pasted by mistake is cut. */
const queryMax = 200;
const termsMax = 12;

/** The words to search for, each once. For Chinese, the pairs, so that signs far apart are not taken for a word. */
export function termsOf(query: string): readonly string[] {
  const terms = [...query.slice(0, queryMax).matchAll(runs)].flatMap(({ 0: run, index }) => {
    if (!isHan(run)) return [latin(run, index).term];
    const paired = pairs(run, index);
    return (paired.length > 0 ? paired : signs(run, index)).map(({ term }) => term);
  });
  return [...new Set(terms)].slice(0, termsMax);
}

function signs(run: string, at: number): readonly Word[] {
  let from = at;
  return [...run].map((sign) => {
    const word = { term: sign.normalize('NFKC'), from, to: from + sign.length };
    from = word.to;
    return word;
  });
}

function pairs(run: string, at: number): readonly Word[] {
  const single = signs(run, at);
  return single.slice(1).map((second, index): Word => {
    const first = single[index] as Word;
    return { term: first.term + second.term, from: first.from, to: second.to };
  });
}

function latin(run: string, from: number): Word {
  const [whole = ''] = run.split(/['’]/);
  const plain = whole
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase();
  // “clocks” and “clock” are one word; so is “redis”, however it is cut.
  const term = plain.length > 3 && /[^s]s$/.test(plain) ? plain.slice(0, -1) : plain;
  return { term: term === '' ? run : term, from, to: from + whole.length };
}

export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** The text in pieces; the pieces that a term covers are hits. */
export function pieces(text: string, terms: readonly string[]): readonly Piece[] {
  const hits = wordsIn(text)
    .filter(({ term }) => terms.includes(term))
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const parts: Piece[] = [];
  let end = 0;
  for (const { from, to } of hits) {
    if (to <= end) continue;
    const start = Math.max(from, end);
    if (start > end) parts.push({ text: text.slice(end, start), isHit: false });
    const last = parts.at(-1);
    if (last?.isHit) parts[parts.length - 1] = { text: last.text + text.slice(start, to), isHit: true };
    else parts.push({ text: text.slice(start, to), isHit: true });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isHit: false });
  return parts;
}

const excerptBefore = 28;
const excerptMax = 120;

/** The beginning of an excerpt moves to the next word, if it is this near. */
const wordMax = 14;

/** A line around the first hit, from the text with the most terms. Null if no text has any. */
export function excerptOf(texts: readonly string[], terms: readonly string[]): string | null {
  let best: { readonly text: string; readonly at: number; readonly count: number } | null = null;
  for (const text of texts) {
    const hits = wordsIn(text).filter(({ term }) => terms.includes(term));
    const count = new Set(hits.map(({ term }) => term)).size;
    if (count > (best?.count ?? 0)) best = { text, at: Math.min(...hits.map(({ from }) => from)), count };
  }
  if (best === null) return null;
  const { text, at } = best;
  const from = at <= excerptBefore ? 0 : wordStart(text, at - excerptBefore);
  const end = wordEnd(text, from + excerptMax);
  return `${from > 0 ? '…' : ''}${text.slice(from, end).trim()}${end < text.length ? '…' : ''}`;
}

function wordEnd(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const space = text.lastIndexOf(' ', to);
  return to - space <= wordMax ? space : to;
}

function wordStart(text: string, from: number): number {
  const space = text.indexOf(' ', from);
  return space >= 0 && space - from <= wordMax ? space + 1 : from;
}
