/** The question about a run, and the answers that a story offers. */

import type { QuestionWords } from '../../content/texts/question';
import type { DataFact, LockFact } from '../../core/model/outcome';
import { mendedBy, type Story, type Variant } from '../../core/model/story';
import type { Language } from '../../core/model/text';
import type { Verdict } from '../../core/model/verdict';

export interface SceneAnswer {
  /** The id of a variant of the story. */
  readonly id: string;
  readonly title: string;
}

export interface QuestionSubject {
  /**
   * The telling that the question is about: the one that an open fix repairs, else the open one. Null: the story
   * itself.
   */
  readonly about: Variant | null;
  /** Whether it went wrong. */
  readonly isBroken: boolean;
}

/** @param open the variant that is open */
export function questionSubject(
  story: Story,
  open: Variant | null,
  { lock, data }: Pick<Verdict, 'lock' | 'data'>,
): QuestionSubject {
  if (open?.fix !== true) return { about: open, isBroken: isBroken(lock, data) };
  const about = mendedBy(story, open);
  return { about, isBroken: true };
}

const good: ReadonlySet<DataFact> = new Set(['safe', 'refused', 'unknown']);

const isBroken = (lock: LockFact, data: DataFact): boolean =>
  (lock !== 'held' && lock !== 'unknown') || !good.has(data);

/** Whether the story goes well and none of its variants goes wrong, so that only a search can find a break. */
export const needsSearch = (
  story: Story,
  endOf: (version: Story | Variant) => Pick<Verdict, 'lock' | 'data'>,
): boolean => [story, ...story.variants].map(endOf).every(({ lock, data }) => !isBroken(lock, data));

/** Null if there is nothing to ask. */
export function questionOf(
  verdict: Pick<Verdict, 'lock' | 'data'> & Partial<Pick<Verdict, 'facts'>>,
  words: QuestionWords,
): string {
  const { lock, data, facts = [] } = verdict;
  if (data === 'twice') return words.once;
  if (data === 'torn') return words.whole;
  if (data === 'lost') {
    const lost = facts.find(({ kind }) => kind === 'lost-update');
    const value = lost?.kind === 'lost-update' ? lost.values.lostValue : -1;
    return value >= 0 ? words.saved(String(value)) : words.savedUpdate;
  }
  if (lock === 'overlap') return words.apart;
  return lock === 'stuck' || lock === 'unavailable' ? words.letIn : words.breaks;
}

/**
 * The telling in question comes first, so that one can go back; then its fixes, then the other variants. A run that
 * went well offers only variants that might break it.
 */
export function answersOf(
  story: Story,
  { about, isBroken }: QuestionSubject,
  language: Language,
): readonly SceneAnswer[] {
  const { variants, scene } = story;
  const mends = isBroken
    ? variants.filter((variant) => variant.fix === true && mendedBy(story, variant) === about)
    : [];
  const others = variants.filter((variant) => variant.fix !== true && variant !== about);
  const chosen = (about === null ? scene?.answers : undefined)?.flatMap(
    (id) => variants.find((variant) => variant.id === id) ?? [],
  );
  const offered = [...new Set([...(about === null ? [] : [about]), ...(chosen ?? []), ...mends, ...others])];
  const isOffered = (variant: Variant): boolean => isBroken || variant.fix !== true;
  return offered.filter(isOffered).map(({ id, title, short }) => ({ id, title: (short ?? title)[language] }));
}
