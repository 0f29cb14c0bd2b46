/** The question about a run, and the answers that a story offers. */

import type { QuestionWords } from '../../content/texts/question';
import { nameOf } from '../../core/model/namedLock';
import type { DataFact } from '../../core/model/outcome';
import { applyPatch, patchBetween } from '../../core/model/patch';
import type { Patch, Scenario } from '../../core/model/scenario';
import { lockOf, mendedBy, publishedScenario, type Story, type Variant } from '../../core/model/story';
import type { Language } from '../../core/model/text';
import type { Verdict } from '../../core/model/verdict';

export interface SceneAnswer {
  /** The id of a variant of the story. */
  readonly id: string;
  readonly title: string;
  /** Whether it mends what the question is about; otherwise it is something else that can happen. */
  readonly isRemedy: boolean;
  /** A remedy of the story, where a variant of it is asked about. */
  readonly isOfStory: boolean;
  /** It does nothing but make the fault another one. */
  readonly isOtherFault: boolean;
}

export interface QuestionSubject {
  /**
   * The version that the question is about: the one that an open fix repairs, else the open one, unless that one held
   * and the story did not. Null: the story itself.
   */
  readonly about: Variant | null;
  /** Whether it went wrong. */
  readonly isBroken: boolean;
}

/** @param open the variant that is open */
export function questionSubject(story: Story, open: Variant | null, now: Facts): QuestionSubject {
  if (open?.fix === true) return { about: mendedBy(story, open), isBroken: true };
  if (isBroken(now) || open === null) return { about: open, isBroken: isBroken(now) };
  return isBroken(publishedOutcome(story)) ? { about: null, isBroken: true } : { about: open, isBroken: false };
}

export type Facts = Pick<Verdict, 'lock' | 'data'>;

/** How a story or a variant of it ends as published. */
export const publishedOutcome = (version: Story | Variant): Facts => ({ lock: lockOf(version), data: version.data });

const good: ReadonlySet<DataFact> = new Set(['safe', 'refused', 'unknown']);

export const isSafe = (data: DataFact): boolean => good.has(data);

/** Whether a run did any harm. */
export const isBroken = ({ lock, data }: Facts): boolean => (lock !== 'held' && lock !== 'unknown') || !isSafe(data);

/** Whether a run still does the harm of another one: what became of its data, or else of its lock. */
export const isHarmLeft = (asked: Facts, { lock, data }: Facts): boolean =>
  good.has(asked.data) ? isBroken({ lock, data: 'safe' }) : !isSafe(data);

/** Whether the story goes well and none of its variants goes wrong, so that only a search can find a break. */
export const needsSearch = (story: Story): boolean =>
  [story, ...story.variants].map(publishedOutcome).every((end) => !isBroken(end));

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
 * The remedies of what is asked about, then all other variants, so that a press leads to any of them and back. The
 * remedies of the story stay where a variant of it is asked about.
 */
export function answersOf(
  story: Story,
  { about, isBroken }: QuestionSubject,
  language: Language,
): readonly SceneAnswer[] {
  const { variants, scene } = story;
  const chosen = (scene?.answers ?? []).flatMap((id) => variants.find((variant) => variant.id === id) ?? []);
  const ordered = [...new Set([...chosen, ...variants])];
  const fixesOf = (mended: Variant | null): readonly Variant[] =>
    ordered.filter((variant) => isRemedy(story, variant) && mendedBy(story, variant) === mended);
  const remedies = isBroken ? [...new Set([...fixesOf(about), ...(isStoryBroken(story) ? fixesOf(null) : [])])] : [];
  const others = ordered.filter(
    (variant) => variant.fix !== true || (!isRemedy(story, variant) && mendedBy(story, variant) === about),
  );
  return [...remedies, ...others].map((variant) => ({
    id: variant.id,
    title: (variant.short ?? variant.title)[language],
    isRemedy: remedies.includes(variant),
    isOfStory: remedies.includes(variant) && mendedBy(story, variant) !== about,
    isOtherFault: remedies.includes(variant) && Object.keys(changesOf(story, variant)).join() === 'faults',
  }));
}

/** A fix that leaves the harm is something else that can happen. */
const isRemedy = (story: Story, variant: Variant): boolean =>
  variant.fix === true && !isHarmLeft(publishedOutcome(mendedBy(story, variant) ?? story), publishedOutcome(variant));

const isStoryBroken = (story: Story): boolean => isBroken(publishedOutcome(story));

/** What a variant changes in what it mends, or in the story. */
const changesOf = (story: Story, variant: Variant): Patch =>
  patchBetween(publishedScenario(story, mendedBy(story, variant)), publishedScenario(story, variant));

/**
 * A scenario with a remedy applied: with another lock, check or setting, and the same faults, unless the remedy is
 * another fault. Null: it cannot be applied, because the scenario has another lock than what the remedy mends.
 */
export function withRemedy(story: Story, remedy: Variant, scenario: Scenario): Scenario | null {
  const { faults, ...others } = changesOf(story, remedy);
  const mended = publishedScenario(story, mendedBy(story, remedy));
  const isOtherLock = nameOf(scenario.lock) !== nameOf(mended.lock);
  if (isOtherLock && others.lock && !others.lock.id) return null;
  return applyPatch(scenario, Object.keys(others).length === 0 && faults !== undefined ? { faults } : others);
}
