/**
 * What an address names. The pages read an address only with `read` and write it only with `write`. Nothing here
 * knows the browser, a story or a scenario: names are looked up where they are used.
 */
import type { Language } from '../../core/model/values/text';

export type PageName = 'playground' | 'learn' | 'matrix' | 'own' | 'network' | 'embed';

/** A story in the form that people write, and a variant of it. */
export interface Named {
  /** An id, a number, or a number and a letter. */
  readonly story: string;
  /** null: the address names no variant. */
  readonly variant: string | null;
}

/** What is open. Links, words and answers are copied from the address. */
export type AskedRun =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'story' } & Named)
  /** A scenario after `#`. The story beside it is opened if the link cannot be. */
  | { readonly kind: 'link'; readonly link: string; readonly story: Named | null }
  /** A built-in exercise by its id, or somebody's own after `#`. The link takes precedence. */
  | { readonly kind: 'exercise'; readonly id: string | null; readonly link: string | null }
  /** A place in the table “What breaks what”, for `readTableAddress`. */
  | { readonly kind: 'cell'; readonly words: string }
  /** “Which lock do I need?”, for `readAnswers`. */
  | { readonly kind: 'which'; readonly words: string }
  /** Code that somebody has sent, for `decodeCode`. */
  | { readonly kind: 'code'; readonly link: string }
  /** A recorded run, for `readRecordedLink`. */
  | { readonly kind: 'recorded'; readonly link: string }
  /** A level of “You are the network” by its id, or `story/` and the id of a story. */
  | { readonly kind: 'level'; readonly words: string }
  /** How to write one's own lock. */
  | { readonly kind: 'guide' };

/** Where the playhead rests: a word, or ms. */
export type Moment = 'break' | 'start' | 'end' | number;

/** @typeParam Own the parameters that only one page has */
export interface PageAddress<Own> {
  readonly page: PageName;
  readonly run: AskedRun;
  readonly size: 'scene' | 'details' | 'present' | null;
  readonly at: Moment | null;
  /** A search for breaks and its answer, for `readFind`; `asked` is empty for the default search. */
  readonly find: { readonly asked: string | null; readonly found: string | null } | null;
  /** The dialog that is open. */
  readonly open: 'proof' | 'stories' | null;
  readonly language: Language | null;
  readonly own: Own;
}

/** Follows `#` and opens the guide on the page of one's own lock. */
export const guideMark = 'guide';

/** Follows `#`, before the answers to “Which lock do I need?”. */
export const whichMark = 'which/';

/** @returns the query without `?`, the hash without `#` */
export function splitAddress(address: string): {
  readonly path: string;
  readonly query: string;
  readonly hash: string;
} {
  const [before = '', ...behind] = address.split('#');
  const [path = '', ...queryParts] = before.split('?');
  return { path, query: queryParts.join('?'), hash: behind.join('#') };
}
