/**
 * Finds words in texts, however they are written: large or small, in full or half width, with straight or curly quotes.
 * Each word of a search must be there, and none of them is a pattern. Knows no story.
 */

/** What is searched for. Nobody types more; a text that was pasted by mistake is cut. */
const queryMax = 200;
const termsMax = 12;

/** The words of a search, each once. None: nothing is searched for. */
export const termsOf = (query: string): readonly string[] =>
  [...new Set(folded(query.slice(0, queryMax)).split(/\s+/))].filter((term) => term !== '').slice(0, termsMax);

/** The text as it is compared. It keeps its length, so a place in it is a place in the text. */
export function folded(text: string): string {
  const whole = foldOf(text);
  if (whole.length === text.length) return whole;
  let kept = '';
  for (const sign of text) {
    const fold = foldOf(sign);
    kept += fold.length === sign.length ? fold : sign;
  }
  return kept;
}

const foldOf = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/[‘’]/g, "'").replace(/[“”]/g, '"');

export interface Findable {
  /** The number of the thing: whoever types it alone means this. */
  readonly number: string;
  /** Its texts as they are compared, those that count the most first. */
  readonly places: readonly (readonly string[])[];
}

export const findable = (number: string, places: readonly (readonly Compared[])[]): Findable => ({
  number,
  places: places.map((texts) => texts.map(({ compared }) => compared)),
});

/** How well a thing is found: 0 is the best. Null if a word is nowhere in it. */
export function rankOf({ number, places }: Findable, terms: readonly string[]): number | null {
  if (terms.length === 1 && terms[0] === number) return 0;
  let rank = 1;
  for (const term of terms) {
    const place = places.findIndex((texts) => texts.some((text) => text.includes(term)));
    if (place < 0) return null;
    rank += place;
  }
  return rank;
}

export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** The text in pieces, of which those are hits that a word of the search covers. */
export function pieces(text: string, terms: readonly string[]): readonly Piece[] {
  const compared = folded(text);
  const hits = terms.flatMap((term) => placesOf(compared, term)).sort((a, b) => a.from - b.from || b.to - a.to);
  const found: Piece[] = [];
  let done = 0;
  for (const { from, to } of hits) {
    if (to <= done) continue;
    const start = Math.max(from, done);
    if (start > done) found.push({ text: text.slice(done, start), isHit: false });
    found.push({ text: text.slice(start, to), isHit: true });
    done = to;
  }
  if (done < text.length) found.push({ text: text.slice(done), isHit: false });
  return found;
}

function placesOf(text: string, term: string): readonly { readonly from: number; readonly to: number }[] {
  const found = [];
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length))
    found.push({ from: at, to: at + term.length });
  return found;
}

const excerptBefore = 28;
const excerptMax = 120;

/** The beginning of an excerpt moves to the next word, if it is this near. */
const wordMax = 14;

/** A text with how it is compared, which is worked out once. */
export interface Compared {
  readonly text: string;
  readonly compared: string;
}

export const comparedAll = (texts: readonly string[]): readonly Compared[] =>
  texts.map((text) => ({ text, compared: folded(text) }));

/** A line around the first hit, from the text with the most of the words. Null if none has any. */
export function excerptOf(texts: readonly Compared[], terms: readonly string[]): string | null {
  let best: { readonly text: string; readonly at: number; readonly count: number } | null = null;
  for (const { text, compared } of texts) {
    const found = terms.map((term) => compared.indexOf(term)).filter((at) => at >= 0);
    if (found.length > (best?.count ?? 0)) best = { text, at: Math.min(...found), count: found.length };
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
