/**
 * Which stories have all words of a search, the best first, and where each has them. Titles come before names, names
 * before articles and people, and these before the text. A word that no story has is taken as a typing error. Knows
 * no page.
 */
import MiniSearch, { type SearchResult } from 'minisearch';
import { excerptOf, isHan, termsOf, wordsIn } from './wordsIn';

/** The weight of a hit, by place. */
const weights = {
  number: 1000,
  title: 40,
  names: 12,
  also: 9,
  id: 8,
  argument: 9,
  article: 6,
  lead: 3,
  beats: 2,
  more: 1,
} as const;

export type FoundIn = keyof typeof weights;

const searched = Object.keys(weights) as readonly FoundIn[];

/** A story as it is searched, in one language. */
export interface Entry {
  readonly id: string;
  readonly texts: Readonly<Record<FoundIn, readonly string[]>>;
}

/** Where a story was found, if its card does not show it. */
export interface Why {
  readonly foundIn: FoundIn;
  readonly line: string;
}

export interface Found {
  readonly id: string;
  /** The words by which it was found, in normalized form. */
  readonly terms: readonly string[];
  /** Null: its card shows the words. */
  readonly why: Why | null;
}

export interface Answer {
  readonly matches: readonly Found[];
  /** A similar search that has results, if this one has none. */
  readonly nearest: string | null;
}

const nothing: Answer = { matches: [], nearest: null };

/** What the card of a story shows. */
const onCard: readonly FoundIn[] = ['title', 'names'];

const maySwap = 4;
const mayMiss = 4;
const mayMissTwo = 6;

export class Search {
  private readonly index: MiniSearch<Entry>;
  private readonly byId: ReadonlyMap<string, Entry>;

  constructor(private readonly entries: readonly Entry[]) {
    this.byId = new Map(entries.map((entry) => [entry.id, entry]));
    this.index = new MiniSearch<Entry>({
      idField: 'key',
      fields: [...searched],
      extractField: (entry, field) => (field === 'key' ? entry.id : entry.texts[field as FoundIn].join('\n')),
      tokenize: (text) => wordsIn(text).map(({ term }) => term),
      processTerm: (term) => term,
    });
    this.index.addAll(entries);
  }

  ask(query: string): Answer {
    const queryTerms = termsOf(numberIn(query) ?? query).map((term) => this.corrected(term));
    // A pair of signs that no story has is a typing error, if other pairs remain.
    const knownTerms = queryTerms.filter((term) => !isHan(term) || this.has(term));
    const terms = knownTerms.some(isHan) || !queryTerms.some(isHan) ? knownTerms : queryTerms;
    if (terms.length === 0) return nothing;
    const results = this.all(terms);
    if (results.length === 0) return { matches: [], nearest: this.nearestTo(terms) };
    return { matches: this.sorted(results, terms).map((result) => this.foundBy(result, terms)), nearest: null };
  }

  /**
   * First the story with this name in addresses, then those whose titles have the words as they were typed, in the
   * order of the list. All others follow by score. If a word occurs nowhere before the arguments, such as a person's
   * name, the stories that argue with it come in the order of the list: the length of an argument means nothing.
   */
  private sorted(results: readonly SearchResult[], terms: readonly string[]): readonly SearchResult[] {
    const phrase = phraseOf(terms);
    const isOnlyArgued = !results.some((result) => isIn(result, aboveArgument));
    const argued = new Set(results.filter((result) => isOnlyArgued && isIn(result, ['argument'])).map(({ id }) => id));
    const rank = new Map(
      this.entries.map(({ id, texts }, index) => {
        const isCalled = [id, ...texts.number].some((name) => phraseOf(termsOf(name)) === phrase);
        const isTitled = texts.title.some((title) => phraseOf(termsOf(title)).includes(phrase));
        return [id, isCalled ? -1 : isTitled || argued.has(id) ? index : Number.POSITIVE_INFINITY] as const;
      }),
    );
    const of = ({ id }: SearchResult): number => rank.get(id) ?? Number.POSITIVE_INFINITY;
    // They are sorted by score already, and sorting keeps the order of equals.
    return [...results].sort((a, b) => (of(a) === of(b) ? 0 : of(a) - of(b)));
  }

  private foundBy(result: SearchResult, terms: readonly string[]): Found {
    return { id: result.id, terms: result.terms, why: this.whyOf(result, terms) };
  }

  /** The stories that have all the terms, including a mistyped one. */
  private all(terms: readonly string[]): readonly SearchResult[] {
    const within = (missMax: number) =>
      this.index.search(terms.join(' '), {
        ...searching,
        combineWith: 'AND',
        fuzzy: (term) => (isHan(term) || this.has(term) ? false : Math.min(missMax, missesOf(term))),
      });
    // Once a word is found with one letter wrong, a word that is two letters away does not count.
    const near = within(1);
    return near.length > 0 ? near : within(2);
  }

  private has(term: string): boolean {
    return this.index.search(term, searching).length > 0;
  }

  /** Two swapped letters are the most common slip. */
  private corrected(term: string): string {
    if (isHan(term) || term.length < maySwap || this.has(term)) return term;
    const swapped = Array.from(
      { length: term.length - 1 },
      (_, at) => term.slice(0, at) + term.charAt(at + 1) + term.charAt(at) + term.slice(at + 2),
    );
    return swapped.find((other) => this.has(other)) ?? term;
  }

  private nearestTo(terms: readonly string[]): string | null {
    const near = terms.flatMap((term) => {
      if (this.has(term)) return [term];
      const [best] = this.index.search(term, { ...searching, prefix: false, fuzzy: isHan(term) ? false : 0.4 });
      return best?.terms[0] ?? [];
    });
    if (near.length === 0) return null;
    if (near.length > 1 && this.all(near).length > 0) return near.map((term) => this.written(term)).join(' ');
    const counted = near.map((term) => ({ term, count: this.all([term]).length })).filter(({ count }) => count > 0);
    const [rarest] = counted.sort((a, b) => a.count - b.count);
    return rarest === undefined ? null : this.written(rarest.term);
  }

  /** A term in the spelling of the first of the best places. */
  private written(term: string): string {
    for (const foundIn of searched)
      for (const { texts } of this.entries)
        for (const text of texts[foundIn]) {
          const word = wordsIn(text).find((one) => one.term === term);
          if (word !== undefined) return text.slice(word.from, word.to);
        }
    return term;
  }

  private whyOf({ id, terms, match }: SearchResult, queryTerms: readonly string[]): Why | null {
    const groups = queryTerms.map((term) => {
      const begun = terms.filter((one) => one.startsWith(term));
      return begun.length > 0 ? begun : terms.filter((one) => !queryTerms.some((other) => one.startsWith(other)));
    });
    const isIn = (group: readonly string[], foundIn: FoundIn): boolean =>
      group.some((term) => match[term]?.includes(foundIn));
    const unseen = groups.filter((group) => !onCard.some((foundIn) => isIn(group, foundIn)));
    if (unseen.length === 0) return null;
    const hidden = searched.filter((foundIn) => !onCard.includes(foundIn));
    const counts = hidden.map((foundIn) => ({ foundIn, count: unseen.filter((group) => isIn(group, foundIn)).length }));
    const most = Math.max(...counts.map(({ count }) => count));
    const foundIn = counts.find(({ count }) => count === most)?.foundIn;
    const line = foundIn && excerptOf(this.byId.get(id)?.texts[foundIn] ?? [], unseen.flat());
    return foundIn && line ? { foundIn, line } : null;
  }
}

/** Articles and the README name a story by its number: “story 26”. */
const numberIn = (query: string): string | undefined => /^\s*(?:story|故事)\s*(\d+)\s*$/i.exec(query)?.[1];

const aboveArgument = searched.slice(0, searched.indexOf('argument'));

const isIn = ({ match }: SearchResult, some: readonly string[]): boolean =>
  Object.values(match).some((fields) => fields.some((field) => some.includes(field)));

const phraseOf = (terms: readonly string[]): string => ` ${terms.join(' ')} `;

const mayBeBegun = 3;

/** Half-typed words match as well. Numbers, Chinese words and short words before others count as complete. */
const searching = {
  tokenize: (text: string) => text.split(' '),
  processTerm: (term: string) => term,
  boost: weights,
  prefix: (term: string, index: number, terms: readonly string[]) =>
    !isHan(term) && !/^\d/.test(term) && (term.length >= mayBeBegun || index === terms.length - 1),
};

/** How many letters of a word may be wrong. */
const missesOf = ({ length }: string): number => (length < mayMiss ? 0 : length < mayMissTwo ? 1 : 2);
